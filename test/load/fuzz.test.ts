// Broken documents of every kind: the loader returns a description or errors, and never throws.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load as loadYaml } from 'js-yaml';
import { expect, test } from 'vitest';
import { bundle } from '../../generator/load/bundle.ts';
import { formatProblem, problemToJson } from '../../generator/load/frame.ts';
import { byEffort } from '../support/effort.ts';
import fc from '../support/fast-check.ts';
import { loadText } from './support.ts';

const RUNS = byEffort({ quick: 50, deep: 500 });

const text = readFileSync(join(import.meta.dirname, '../../specs/h-email.yaml'), 'utf8');
const json = JSON.stringify(loadYaml(text), null, 1);

const fragments = [
  '$ref: "#/components/schemas/',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  '&a ',
  '*a',
  ': ',
  '- ',
  '\n',
  '\t',
  '<<: *a',
  '!!str ',
  '__proto__: ',
  'null',
  '1e9',
  '$id: x',
  '%zz',
  '\0',
  '\u2028',
  '---\n',
  '|',
  '>',
  '? ',
];
const edit = fc.record({ at: fc.nat(), cut: fc.nat({ max: 20 }), put: fc.constantFrom(...fragments) });

async function survives(given: string, file: string): Promise<void> {
  const { description, problems } = await loadText(given, {}, file);
  expect(description !== undefined || problems.some((problem) => problem.severity === 'error')).toBe(true);
  if (description !== undefined) bundle(description);
  for (const problem of problems) {
    expect(formatProblem(problem, { color: false })).toContain(problem.code);
    expect(JSON.stringify(problemToJson(problem))).toContain(problem.code);
  }
}

function edited(base: string, edits: readonly { at: number; cut: number; put: string }[]): string {
  return edits.reduce((result, { at, cut, put }) => {
    const start = at % (result.length + 1);
    return result.slice(0, start) + put + result.slice(start + cut);
  }, base);
}

test('text with pieces removed and inserted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
      await survives(edited(text, edits), 'api.yaml');
      await survives(edited(json, edits), 'api.json');
    }),
    { numRuns: RUNS },
  );
});

const value = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom({ $ref: '#/' }, { $ref: '#/components/schemas' }, { $ref: 1 }, { $ref: '..' }, [null], '#/components'),
);

test('values replaced by others', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.array(fc.nat(), { minLength: 1, maxLength: 10 }), value), { minLength: 1, maxLength: 4 }),
      async (changes) => {
        const root = JSON.parse(json) as Record<string, unknown>;
        for (const [steps, put] of changes) replace(root, steps, put);
        await survives(JSON.stringify(root, null, 1), 'api.json');
      },
    ),
    { numRuns: RUNS },
  );
});

function replace(root: Record<string, unknown>, steps: readonly number[], put: unknown): void {
  let parent = root;
  for (const [index, step] of steps.entries()) {
    const keys = Object.keys(parent);
    const key = keys[step % Math.max(1, keys.length)];
    if (key === undefined) return;
    const next = parent[key];
    if (index === steps.length - 1 || typeof next !== 'object' || next === null) {
      parent[key] = structuredClone(put);
      return;
    }
    parent = next as Record<string, unknown>;
  }
}

test.each<[string, object]>([
  ['the version', { openapi: { toString: {} }, info: { title: 'T', version: '1' }, paths: {} }],
  [
    'a server variable',
    {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: {},
      servers: [{ url: '{a}/x', variables: { a: { default: 'https://a.example', enum: [{ toString: {} }] } } }],
    },
  ],
])('%s that cannot be converted to text is a problem, not a crash', async (_title, document) => {
  const { problems } = await loadText(JSON.stringify(document), {}, 'api.json');
  expect(problems).not.toEqual([]);
  await survives(JSON.stringify(document), 'api.json');
});
