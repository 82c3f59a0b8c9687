// What is said of patterns whose matching time grows faster than the text: with recheck and without, and that nothing generated depends on it.
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from '../../generator/run/generate.ts';
import { type Scratch, scratch } from './project.ts';

const modules = path.resolve(import.meta.dirname, '../../node_modules');

const DOCUMENT = `openapi: 3.1.1
info: { title: Slow, version: "1" }
paths:
  /a:
    post:
      operationId: writeA
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } }
      responses: { '204': { description: Written. } }
  /b:
    post:
      operationId: writeB
      requestBody: { content: { application/json: { schema: { type: string, pattern: '^(?!-)(a+)+$' } } } }
      responses: { '204': { description: Written. } }
components:
  schemas:
    A:
      type: object
      properties:
        exponential: { type: string, pattern: '^(a+)+$' }
        short: { type: string, pattern: '^(a+)+$', maxLength: 16 }
        quadratic: { type: string, pattern: '\\s+$' }
        bounded: { type: string, pattern: '^(?!-).*x.*$' }
        safe: { type: string, pattern: '^[\\s\\S]*\\S[\\s\\S]*$' }
        linear: { type: string, pattern: '^[a-z]+$' }
      patternProperties: { '(x+)+y': { type: string } }
`;

let without: Scratch;
let withPeers: Scratch;

beforeAll(() => {
  without = scratch();
  withPeers = scratch();
  mkdirSync(path.join(withPeers.root, 'node_modules'));
  symlinkSync(path.join(modules, 'recheck'), path.join(withPeers.root, 'node_modules/recheck'), 'dir');
  for (const project of [without, withPeers]) project.put('api.yaml', DOCUMENT);
});

afterAll(() => {
  without.remove();
  withPeers.remove();
});

const run = async (project: Scratch): Promise<{ lines: string[]; validators: string }> => {
  const { documents } = await generate(await project.load({ files: ['api.yaml'], schema: false }));
  const problems = documents
    .flatMap((document) => document.problems)
    .filter(({ code }) => code === 'pattern-slow' || code === 'pattern-unchecked');
  return {
    lines: problems
      .map(
        ({ severity, code, message, location }) =>
          `${severity} ${code} ${location.pointer.slice(location.pointer.lastIndexOf('/A/') + 3)}: ${message}`,
      )
      .sort(),
    validators: readFileSync(path.join(project.root, 'generated/api/validators.ts'), 'utf8'),
  };
};

test('with recheck, each slow pattern is named with a text that shows it; the cache answers the second time', async () => {
  const first = await run(withPeers);
  expect(first.lines).toEqual([
    "warning pattern-slow patternProperties/(x+)+y: The time to match the pattern `(x+)+y` may double with each character, for texts such as `'x' + 'x'.repeat(31) + '\\x00xy'`. Validators match it in linear time.",
    expect.stringMatching(
      /^warning pattern-slow properties\/bounded\/pattern: .* It has look-around, references to groups or large counts, so validators refuse texts of more than 500 UTF-16 units\.$/,
    ),
    "warning pattern-slow properties/exponential/pattern: The time to match the pattern `^(a+)+$` may double with each character, for texts such as `'a' + 'a'.repeat(31) + '\\x00'`. Validators match it in linear time.",
    "warning pattern-slow properties/quadratic/pattern: The time to match the pattern `\\s+$` grows with the length of the text to the power of 2, for texts such as `'\\t'.repeat(54773) + '\\x00\\t'`. Validators match it in linear time.",
  ]);
  const stored = JSON.parse(readFileSync(path.join(withPeers.root, '.octavo/cache/patterns.json'), 'utf8')) as { verdicts: object };
  expect(Object.keys(stored.verdicts).sort()).toEqual([
    '/(x+)+y/u',
    '/\\s+$/u',
    '/^(?!-).*x.*$/u',
    '/^(a+)+$/u',
    '/^[\\s\\S]*\\S[\\s\\S]*$/u',
  ]);
  withPeers.put('api.yaml', `${DOCUMENT}# The end.\n`);
  expect(await run(withPeers)).toEqual(first);
  expect(await run(withPeers)).toEqual(first);
});

test('without recheck, one line says how to get it, and the output is the same', async () => {
  const { lines, validators } = await run(without);
  expect(lines).toEqual([
    expect.stringMatching(/^note pattern-unchecked .*: The time to match 5 patterns may grow faster than the text\.$/),
    'warning pattern-slow properties/bounded/pattern: The time to match the pattern `^(?!-).*x.*$` may grow faster than the text. It has look-around, references to groups or large counts, so validators refuse texts of more than 500 UTF-16 units.',
  ]);
  expect(validators).toBe((await run(withPeers)).validators);
  expect(validators).toContain("from '@octavo/runtime/linear';");
});

test('a pattern that no engine matches in bounded time is not checked, and named', async () => {
  const { documents } = await generate(await without.load({ files: ['api.yaml'], schema: false }), { cache: false });
  expect(documents.map(({ operations }) => operations)).toEqual([2]);
  const problem = documents.flatMap(({ problems }) => problems).find(({ code }) => code === 'pattern-left-out');
  expect(problem?.fix).toBe('Write it so that it can match a text in one way only: `^a+$` for `^(a+)+$`.');
  expect(problem?.message).toBe(
    'Validators do not check this pattern: the time to match its pattern "^(?!-)(a+)+$" may double with each character, and look-around, references to groups and large counts cannot be matched in linear time. Write the pattern without them, or give the schema a maxLength of 16 or less.',
  );
});
