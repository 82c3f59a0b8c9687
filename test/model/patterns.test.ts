// Patterns that no validator can run: each is left unchecked with a warning, unless leaving it out would refuse values; then its users are left out.
import { expect, test } from 'vitest';
import { patternFlags } from '../../generator/model/patterns/engine.ts';
import { lines, read } from './support.ts';

test.each([
  ['^[a-z]+$', 'u'],
  ['[\\w-.]', ''],
  ['(', undefined],
  ['(?i)abc', undefined],
])('%s runs under %j', (pattern, want) => {
  expect(patternFlags(pattern)).toBe(want);
});

test('case 27: an operation that uses an invalid pattern is left out at its location, the others stay', async () => {
  const { service, problems } = await read(`openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /a:
    get:
      operationId: a
      parameters: [{ name: q, in: query, schema: { not: { pattern: '(' } } }]
      responses: { '204': { description: Fine. } }
  /b:
    get:
      operationId: b
      responses: { '200': { description: Fine., content: { application/json: { schema: { items: { $ref: '#/components/schemas/B' } } } } } }
  /c:
    get:
      operationId: c
      responses: { '204': { description: Fine. } }
components:
  schemas:
    B: { type: object, patternProperties: { '(?i)é': {} } }
`);
  expect(service?.operations.map(({ id }) => id)).toEqual(['c']);
  expect([...lines(problems)].sort()).toEqual(
    ['unsupported left-out /components/schemas/B', 'unsupported left-out /paths/~1a/get', 'unsupported left-out /paths/~1b/get'].sort(),
  );
  expect(problems.map(({ message }) => message).join('\n')).toContain('is an invalid JavaScript regular expression: ');
  const [, cause] = problems.filter(({ message }) => message.startsWith('GET'));
  expect(cause?.related?.[0]?.location.pointer).toBe('/components/schemas/B/patternProperties');
});

test.each([
  ['flags of other languages', '(?i)^é+$', 'is an invalid JavaScript regular expression: '],
  ['a pattern that never closes', '(', 'is an invalid JavaScript regular expression: '],
  ['exponential time with look-around', '^(?=x)(a+)+$', 'may double with each character'],
])('%s: only the pattern is left out, with a warning', async (_title, pattern, why) => {
  const { service, problems } = await read(`openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /a:
    get:
      operationId: a
      parameters: [{ name: q, in: query, schema: { $ref: '#/components/schemas/A' } }]
      responses: { '200': { description: Fine., content: { application/json: { schema: { $ref: '#/components/schemas/B' } } } } }
components:
  schemas:
    A: { type: string, minLength: 2, pattern: ${JSON.stringify(pattern)} }
    B: { type: object, properties: { a: { $ref: '#/components/schemas/A' } } }
`);
  expect(service?.operations.map(({ id }) => id)).toEqual(['a']);
  expect(lines(problems)).toEqual(['warning pattern-left-out /components/schemas/A/pattern']);
  expect(problems[0]?.message).toContain(why);
  expect(service?.schemas.find(({ name }) => name === 'A')).toMatchObject({ type: ['string'], minLength: 2 });
  expect(service?.schemas.find(({ name }) => name === 'A')?.pattern).toBeUndefined();
});
