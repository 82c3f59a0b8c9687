// Measures how many of the sentences of six documents are read, each marked by hand with the rules that it states.
import { expect, test } from 'vitest';
import { read } from '../../generator/run/pipeline.ts';
import { sampleOf } from '../support/effort.ts';
import { CLAIMS } from './sentences/claims.ts';
import { ENERGY } from './sentences/energy.ts';
import { HARBOUR } from './sentences/harbour.ts';
import { LABORATORY } from './sentences/laboratory.ts';
import { figuresOf, isHeldOut, judged, type Marked } from './sentences/marked.ts';
import { MUSEUM } from './sentences/museum.ts';
import { PAYROLL } from './sentences/payroll.ts';
import { readingsOf } from './sentences/readings.ts';

/** The figures may only get better: these are the fewest that are read rightly, and the most that are read wrongly. */
const DOCUMENTS: readonly (readonly [name: string, marks: readonly Marked[], right: number, heldOut: number, wrong: number])[] = [
  ['energy', ENERGY, 14, 11, 0],
  ['laboratory', LABORATORY, 25, 21, 0],
  ['claims', CLAIMS, 21, 10, 0],
  ['harbour', HARBOUR, 30, 14, 0],
  ['museum', MUSEUM, 12, 5, 8],
  ['payroll', PAYROLL, 13, 10, 0],
];

test.each(sampleOf(DOCUMENTS, 1))('the sentences of %s are read', async (name, marks, right, heldOut, wrong) => {
  const { service } = await read({ root: '.', allowRemote: [], strict: false }, { file: `bench/beds/${name}/openapi.yaml` });
  const all = service === undefined ? [] : judged(marks, readingsOf(service));
  const figures = figuresOf(all);
  expect(figures.right).toBeGreaterThanOrEqual(right + heldOut);
  expect(figuresOf(all.filter(isHeldOut)).right).toBeGreaterThanOrEqual(heldOut);
  expect(figures.wrong).toBeLessThanOrEqual(wrong);
  // Sentences that state no rule.
  expect(figures.made).toBeLessThanOrEqual(2);
});
