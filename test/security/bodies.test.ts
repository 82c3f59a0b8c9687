// Cases 27 and 47 to 49: bodies that ask for too much, under schemas that do. A generated server answers each at once, and goes on.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { emit } from '../support/emit.ts';
import { processorTime } from '../support/processor-time.ts';
import { typeCheck } from '../support/type-check.ts';

const root = path.resolve(import.meta.dirname, '../..');

const SCHEMAS = {
  Text: { type: 'object', required: ['a'], properties: { a: { type: 'string', minLength: 1e9 } } },
  List: { type: 'array', minItems: 1e9, items: { type: 'integer' } },
  Members: { type: 'object', minProperties: 1e9, additionalProperties: { type: 'integer' } },
  Found: { type: 'array', contains: { type: 'integer' }, minContains: 1e9 },
  Step: { type: 'number', multipleOf: 1e-300 },
  Choice: { type: 'string', enum: Array.from({ length: 100_000 }, (_, index) => `v${index}`) },
  Proto: { type: 'object', required: ['__proto__'], properties: JSON.parse('{ "__proto__": { "type": "string" } }') },
  Unequal: { type: 'array', uniqueItems: true },
  Tree: { type: 'object', properties: { a: { $ref: '#/components/schemas/Tree' } } },
  Slow: { type: 'string', pattern: '^(a+)+$' },
  SlowNames: { type: 'object', patternProperties: { '^(a+)+$': { type: 'integer' } }, additionalProperties: false },
} as const;

type Name = keyof typeof SCHEMAS;

const DOCUMENT = {
  paths: Object.fromEntries(
    Object.keys(SCHEMAS).map((name) => {
      const content = { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } };
      const responses = { 200: { description: 'What came.', content } };
      return [`/${name}`, { post: { operationId: `send${name}`, requestBody: { required: true, content }, responses } }];
    }),
  ),
  components: { schemas: SCHEMAS },
};

let answer: (request: Request) => Promise<Response>;
let complaints: string;

beforeAll(async () => {
  const folder = path.join(root, '.octavo/tmp/hostile-bodies');
  complaints = typeCheck(folder, emit(await serviceOf(DOCUMENT, 'bodies'), OPTIONS));
  const { createBodiesServer } = await import(pathToFileURL(path.join(folder, 'index.ts')).href);
  const echo = ({ body }: { body: unknown }) => ({ status: 200, body });
  answer = createBodiesServer(Object.fromEntries(Object.keys(SCHEMAS).map((name) => [`send${name}`, echo])));
});

test('the generated code compiles in strict mode', () => expect(complaints).toBe(''));

/** A megabyte at most, which is the server's limit. */
const many = (item: (index: number) => string, count: number): string =>
  `[${Array.from({ length: count }, (_, index) => item(index)).join()}]`;

const ROWS: readonly (readonly [what: string, name: Name, body: string, answer: string | undefined])[] = [
  ['a text that is too short by a billion', 'Text', '{"a":"x"}', 'must have at least 1000000000 characters'],
  ['a list that is too short by a billion', 'List', '[1]', 'must have at least 1000000000 items'],
  ['an object that is too small by a billion', 'Members', '{"a":1}', 'must have at least 1000000000 properties'],
  ['too few matches by a billion', 'Found', '[1]', 'must contain at least 1000000000 matching items'],
  ['a multiple of a tiny step', 'Step', '1e308', undefined],
  ['no multiple of a tiny step', 'Step', '1.5e-300', 'must be a multiple of 1e-300'],
  ['the last of 100,000 values', 'Choice', '"v99999"', undefined],
  ['none of 100,000 values', 'Choice', '"x"', 'must be one of: v0, v1, v2, v3, v4, v5, v6, v7, v8, v9 and 99990 more'],
  ['a number beyond all doubles', 'Step', '1e400', 'cannot be held exactly'],
  ['a number below all doubles', 'Step', '-1e400', 'cannot be held exactly'],
  ['a property called __proto__', 'Proto', '{"__proto__":"a"}', undefined],
  ['__proto__ of another type', 'Proto', '{"__proto__":{"polluted":1}}', '/body/__proto__ must be a string'],
  ['no __proto__', 'Proto', '{}', '/body/__proto__ is missing'],
  ['__proto__ twice', 'Proto', '{"__proto__":"a","__proto__":"b"}', 'duplicate name'],
  ['a key twice', 'Members', '{"a":1,"a":2}', 'duplicate name'],
  ['a key twice, once escaped', 'Members', '{"a":1,"\\u0061":2}', 'duplicate name'],
  ['100,000 arrays in each other', 'List', '['.repeat(100_000) + ']'.repeat(100_000), 'nested more than 5000 levels deep'],
  ['100,000 open arrays', 'List', '['.repeat(100_000), 'not valid JSON'],
  ['100,000 objects in each other', 'Tree', `${'{"a":'.repeat(100_000)}{}${'}'.repeat(100_000)}`, 'nested more than 5000 levels deep'],
  ['1,000 levels of a tree', 'Tree', `${'{"a":'.repeat(1000)}{}${'}'.repeat(1000)}`, undefined],
  ['200,000 faults', 'List', many(() => '""', 200_000), '(and 200000 more)'],
  ['many different objects', 'Unequal', many((index) => `{"a":${index}}`, 80_000), undefined],
  ['many different texts', 'Unequal', many((index) => `"${index}"`, 100_000), undefined],
  ['a text for a slow pattern', 'Slow', `"${'a'.repeat(1_000_000)}!"`, 'must match the pattern'],
  ['a name for a slow pattern', 'SlowNames', `{"${'a'.repeat(10_000)}!":1}`, 'is not a known property'],
];

test.each(ROWS)('%s', async (_, name, body, want) => {
  const time = processorTime();
  const request = new Request(`https://example.com/${name}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const response = await answer(request);
  const text = await response.text();
  expect(time()).toBeLessThan(3);
  expect([response.status, text.length < 200_000 ? text : '']).toEqual([
    want === undefined ? 200 : 400,
    want === undefined ? expect.anything() : expect.stringContaining(want),
  ]);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});
