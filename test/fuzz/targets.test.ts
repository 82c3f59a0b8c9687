// Runs every fuzz target on its corpus, and on hundreds of inputs from fast-check or in a deep run thousands, most of them mutations of the corpus.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { documents } from '../support/documents.ts';
import { byEffort, sampleOf } from '../support/effort.ts';
import fc from '../support/fast-check.ts';
import { bytesOf, lineOf, readCorpus, targetNames } from './corpus.ts';
import { type Fuzz, guarded, latin1Of } from './support.ts';

const RUNS = byEffort({ quick: 100, deep: 2000 });

/** Length of long inputs in bytes, enough to notice quadratic time. */
const LONG = 32 * 1024;

/** Delimiters of the various formats. */
const REPEATED = [
  '=',
  ',',
  ';',
  '"',
  '\\',
  ' ',
  '\t',
  '[',
  '{',
  '%',
  '<',
  '&',
  '\n',
  '\r',
  'a',
  '.',
  '/',
  '0',
  '\x1e',
  '; ',
  ',a=',
  '&a=',
  '[a]',
  '\r\n--B\r\n',
];

/** Random bytes, and corpus inputs with pieces removed, inserted or doubled. */
function inputs(corpus: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  const any = fc.uint8Array({ maxLength: 200 });
  if (corpus.length === 0) return any;
  const edit = fc.record({
    at: fc.nat(),
    cut: fc.nat({ max: 8 }),
    put: fc.oneof(fc.uint8Array({ maxLength: 4 }), fc.constantFrom(...corpus)),
  });
  const edited = fc.tuple(fc.constantFrom(...corpus), fc.array(edit, { minLength: 1, maxLength: 3 })).map(([bytes, edits]) =>
    edits.reduce((whole: Uint8Array, { at, cut, put }) => {
      const start = at % (whole.length + 1);
      return Uint8Array.from([...whole.subarray(0, start), ...put, ...whole.subarray(start + cut)]);
    }, bytes),
  );
  return fc.oneof({ weight: 1, arbitrary: any }, { weight: 4, arbitrary: edited });
}

describe.each(targetNames())('%s', (name) => {
  const corpus = readCorpus(name);

  test('passes on its corpus', async () => {
    const { fuzz } = (await import(`./targets/${name}.ts`)) as { fuzz: Fuzz };
    expect(corpus.length).toBeGreaterThanOrEqual(10);
    for (const bytes of corpus) await guarded(fuzz)(bytes);
  });

  test('passes on long inputs', async () => {
    const { fuzz } = (await import(`./targets/${name}.ts`)) as { fuzz: Fuzz };
    for (const [index, unit] of sampleOf([...REPEATED.entries()], 4)) {
      const start = latin1Of(corpus[(index * 7) % corpus.length] ?? new Uint8Array());
      const half = start.slice(0, Math.max(4, start.length >> 1));
      for (const before of [start, half])
        await guarded(fuzz)(bytesOfLatin1(before + unit.repeat(LONG / unit.length) + start.slice(half.length)));
    }
  });

  test('passes on random inputs', async () => {
    const { fuzz } = (await import(`./targets/${name}.ts`)) as { fuzz: Fuzz };
    const property = fc.asyncProperty(inputs(corpus), async (bytes) => guarded(fuzz)(bytes));
    await fc.assert(property, { numRuns: RUNS, reporter: report });
  });
});

function bytesOfLatin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** The input as a line for the corpus. */
function report({ failed, counterexample, errorInstance }: fc.RunDetails<[Uint8Array]>): void {
  if (failed) throw new Error(`${counterexample === null ? '' : lineOf(counterexample[0])}: ${String(errorInstance)}`);
}

test('the target `services` covers all documents', () => {
  const text = readFileSync(new URL('targets/services.ts', import.meta.url), 'utf8');
  for (const { id } of documents) expect(text).toContain(`/generated/${id}/server.ts`);
});

test('bytes survive encoding as corpus lines', () => {
  const property = fc.property(fc.uint8Array(), (bytes) => {
    expect([...bytesOf(lineOf(bytes))]).toEqual([...bytes]);
  });
  fc.assert(property);
});
