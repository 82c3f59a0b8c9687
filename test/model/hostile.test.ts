// Documents designed to be slow: huge numbers of names, operations and references.
import path from 'node:path';
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { buildService } from '../../generator/model/index.ts';
import type { Service } from '../../generator/model/service.ts';
import { byEffort } from '../support/effort.ts';
import { processorTime } from '../support/processor-time.ts';

const N = byEffort({ quick: 3_000, deep: 20_000 });
/** Fewer, where each is judged by several others. */
const FEWER = byEffort({ quick: 1_000, deep: 5_000 });
/** Branches whose tags are compared. */
const BRANCHES = byEffort({ quick: 1_000, deep: 2_000 });
/** Processor seconds: linear work stays far below, quadratic work is far above. */
const MOST_SECONDS = byEffort({ quick: 1.5, deep: 10 });
const info = { title: 'Pets', version: '1' };
const responses = { 204: { description: 'None.' } };

/** Measures the model's processor time only. */
async function build(document: object): Promise<{ service: Service | undefined; problems: Problems; seconds: number }> {
  const root = path.resolve(import.meta.dirname);
  const problems = new Problems();
  const description = await load(
    path.join(root, 'pets.json'),
    { root, text: JSON.stringify({ openapi: '3.1.0', info, ...document }), limits: { referenceDepth: Number.POSITIVE_INFINITY } },
    problems,
  );
  if (description === undefined) throw new Error(problems.list.map((problem) => problem.message).join('\n'));
  const seconds = processorTime();
  const service = buildService(description, {}, problems);
  return { service, problems, seconds: seconds() };
}

const numbered = <T>(make: (index: number) => [string, T], length = N) =>
  Object.fromEntries(Array.from({ length }, (_, index) => make(index)));

test(`case 26: ${N} operations, each with a name`, async () => {
  const { service, seconds } = await build({
    paths: numbered((index) => [`/p/${index}`, { get: { operationId: `get-${index}`, responses } }]),
  });
  expect(service?.operations).toHaveLength(N);
  expect(seconds).toBeLessThan(MOST_SECONDS);
});

test(`${N} operations without an id whose derived names collide`, async () => {
  const { service, seconds } = await build({
    paths: numbered((index) => [`/${'-'.repeat(index % 200)}p${'.'.repeat(Math.floor(index / 200))}`, { get: { responses } }]),
  });
  expect(new Set(service?.operations.map((operation) => operation.name)).size).toBe(N);
  expect(seconds).toBeLessThan(MOST_SECONDS);
});

test(`${N} webhooks`, async () => {
  const { service, seconds } = await build({ webhooks: numbered((index) => [`w${index}`, { post: { responses } }]) });
  expect(service?.webhooks).toHaveLength(N);
  expect(seconds).toBeLessThan(MOST_SECONDS);
});

test(`${N} schemas whose names collide`, async () => {
  const schemas = numbered((index) => [`P${'-'.repeat(index % 200)}a${'.'.repeat(Math.floor(index / 200))}`, { type: 'string' }]);
  const { service, problems, seconds } = await build({ paths: {}, components: { schemas } });
  expect(new Set(service?.schemas.map((schema) => schema.name)).size).toBe(N);
  expect(problems.list).toHaveLength(N - 1);
  expect(seconds).toBeLessThan(MOST_SECONDS);
});

test(`${N} branches with ${N} tags`, async () => {
  const schemas: Record<string, unknown> = numbered((index) => [`S${index}`, { type: 'object' }]);
  const mapping = numbered((index) => [`tag${index}`, `S${index}`]);
  schemas.All = {
    oneOf: Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` })),
    discriminator: { propertyName: 'kind', mapping },
  };
  const { service, seconds } = await build({ paths: {}, components: { schemas } });
  expect(service?.schemas.find((schema) => schema.name === 'All')?.discriminator?.mapping.size).toBe(N);
  expect(seconds).toBeLessThan(MOST_SECONDS);
});

test(`an unsupported schema that ${N} operations use`, async () => {
  const schema = { $ref: '#/components/schemas/Old' };
  const paths = numbered((index) => [`/p/${index}`, { get: { parameters: [{ name: 'q', in: 'query', schema }], responses } }]);
  const { service, problems, seconds } = await build({
    paths,
    components: { schemas: { Old: { $schema: 'http://json-schema.org/draft-04/schema#' } } },
  });
  expect(service?.operations).toEqual([]);
  expect(problems.list.filter((problem) => problem.severity === 'unsupported')).toHaveLength(N + 1);
  expect(seconds).toBeLessThan(MOST_SECONDS);
});

test(`a chain of ${N} references, as a parameter and as a body`, async () => {
  const schemas: Record<string, unknown> = numbered((index) => [`S${index}`, { $ref: `#/components/schemas/S${index + 1}` }]);
  schemas[`S${N}`] = { type: 'integer' };
  const schema = { $ref: '#/components/schemas/S0' };
  const requestBody = { content: { 'multipart/form-data': { schema }, 'text/plain': { schema } } };
  const { problems } = await build({
    paths: { '/p': { post: { parameters: [{ name: 'q', in: 'query', schema }], requestBody, responses } } },
    components: { schemas },
  });
  expect(problems.list.filter((problem) => problem.severity === 'error')).toEqual([]);
});

const described = { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } };

test.each<[string, object]>([
  [
    `a ring of ${FEWER} schemas, each of which needs the next`,
    numbered(
      (index) => [
        `S${index}`,
        { type: 'object', required: ['s'], properties: { s: { $ref: `#/components/schemas/S${(index + 1) % FEWER}` } } },
      ],
      FEWER,
    ),
  ],
  [
    `a chain of ${FEWER} references with a limit beside each`,
    numbered(
      (index) => [`S${index}`, { minimum: index, ...(index < FEWER - 1 ? { $ref: `#/components/schemas/S${index + 1}` } : {}) }],
      FEWER,
    ),
  ],
  [
    `${FEWER} branches alike`,
    { S0: { oneOf: Array.from({ length: FEWER }, () => ({ type: 'object', properties: { a: { type: 'string' } } })) } },
  ],
  [
    'two branches alike that fan out at each of 8 levels',
    Object.fromEntries([
      ['S0', { oneOf: ['A0', 'B0'].map((name) => ({ $ref: `#/components/schemas/${name}` })) }],
      ...['A', 'B'].flatMap((letter) =>
        Array.from({ length: 9 }, (_, level) => [
          `${letter}${level}`,
          {
            allOf: Array.from({ length: level < 8 ? 12 : 0 }, () => ({ $ref: `#/components/schemas/${letter}${level + 1}`, minLength: 1 })),
          },
        ]),
      ),
    ]),
  ],
])('schemas that are slow to judge: %s', async (_, schemas) => {
  const { seconds } = await build({
    paths: { '/p': { get: { responses: { 200: { description: 'One.', content: described } } } } },
    components: { schemas },
  });
  expect(seconds).toBeLessThan(MOST_SECONDS);
});

test('an operationId of a megabyte', async () => {
  const { service, seconds } = await build({ paths: { '/p': { get: { operationId: 'a1-'.repeat(350_000), responses } } } });
  expect(service?.operations[0]?.name).toMatch(/^a1A1A1/);
  expect(seconds).toBeLessThan(5);
});

test('schemas that double at each step, as a parameter and as a body', async () => {
  const schemas: Record<string, unknown> = { S60: { type: 'integer' }, T60: { type: 'object', properties: { a: { type: 'integer' } } } };
  for (const letter of ['S', 'T']) {
    for (let index = 0; index < 60; index++) {
      const next = { $ref: `#/components/schemas/${letter}${index + 1}` };
      schemas[`${letter}${index}`] = { allOf: [next, next], anyOf: [next, next] };
    }
  }
  const parameter = { name: 'q', in: 'query', schema: { $ref: '#/components/schemas/S0' } };
  const requestBody = { content: { 'multipart/form-data': { schema: { $ref: '#/components/schemas/T0' } } } };
  const { service, seconds } = await build({
    paths: { '/p': { post: { parameters: [parameter], requestBody, responses } } },
    components: { schemas },
  });
  expect(service?.operations[0]?.parameters[0]?.shape).toEqual({ kind: 'primitive', types: ['integer'] });
  expect(seconds).toBeLessThan(5);
});

test('paths that client and server would read differently are left out by name', async () => {
  const paths = ['/a#b', '/a?b={c}', '/a?b?c', '/a/../b', '/%2e%2e/k', '/./k', '/%2E/k', '/c{', '/c}', '/d/{x', '/a\tb', '/100%', '/a%zz'];
  const sound = ['/a//b', '/é', '/a%20b', '/..a', '/a.b', '/a{x}b', '/...', '/{y}..', '/', '/%7B'];
  const { service, problems } = await build({
    paths: Object.fromEntries([...paths, ...sound].map((each) => [each, { get: { responses } }])),
  });
  expect(service?.operations.map((operation) => operation.path)).toEqual(sound);
  const leftOut = problems.list.filter(({ code }) => code === 'left-out');
  expect(leftOut.map(({ severity, location }) => [severity, location.pointer])).toEqual(
    paths.map((each) => ['unsupported', `/paths/${each.replaceAll('/', '~1')}/get`]),
  );
  expect(leftOut[0]?.message).toBe(
    'GET /a#b is left out: the path has `#`, and URLs send nothing from there on. Write %23 for the character.',
  );
});

test('a path ends before a fragment that required parameters repeat; with another fragment it is left out', async () => {
  const query = (name: string, schema: object, required = true) => ({ name, in: 'query', required, schema });
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const action = (...names: string[]) => query('Action', { type: 'string', enum: names });
  const read: Record<string, object[]> = {
    '/#Action=List': [action('List')],
    '/#Action=Get': [query('Action', { const: 'Get' })],
    '/#X-Target=A.List': [{ ...query('X-Target', { type: 'string', enum: ['A.List'] }), in: 'header' }],
    '/a/{id}#tags&version': [id, query('tags', { type: 'boolean' }), query('version', { type: 'string' })],
  };
  const leftOut: Record<string, object[]> = {
    '/#Action=Put': [action('Put', 'Post')],
    '/#Action=Patch': [query('Action', { enum: ['Patch'] }, false)],
    '/#Action=A#B': [action('A')],
    '/#Action=A=B': [action('A')],
    '/#Action=A&Other=B': [action('A')],
    '/#tags': [],
    '/#theme=dark': [{ ...query('theme', { const: 'dark' }), in: 'cookie' }],
  };
  const paths = Object.entries({ ...read, ...leftOut }).map(([each, parameters]) => [each, { get: { parameters, responses } }]);
  const { service, problems } = await build({ paths: Object.fromEntries(paths) });
  expect(service?.operations.map(({ path, sentPath }) => [path, sentPath])).toEqual([
    ['/#Action=List', '/'],
    ['/#Action=Get', '/'],
    ['/#X-Target=A.List', '/'],
    ['/a/{id}#tags&version', '/a/{id}'],
  ]);
  expect(problems.list.flatMap(({ code, message }) => (code === 'left-out' ? /GET (\S*)/.exec(message)?.[1] : []))).toEqual(
    Object.keys(leftOut),
  );
  const messages = problems.list.filter(({ severity }) => severity === 'warning').map(({ code, message }) => `${code}: ${message}`);
  expect(messages).toContain(
    'path-fragment: The path of GET /#Action=List has a fragment, which requests do not carry. Its parameters say the same, so the path is read as /.',
  );
  const fixOf = (path: string) =>
    problems.list.find(({ code, message }) => code === 'path-fragment' && message.startsWith(`The path of GET ${path} `))?.fix;
  expect(fixOf('/#Action=List')).toBe(
    'Leave it if other operations have the same method and path: servers tell them apart by the query parameter Action. Otherwise write `/`.',
  );
  expect(fixOf('/#X-Target=A.List')).toContain('tell them apart by the header parameter X-Target. Otherwise write `/`.');
  expect(messages.filter((message) => message.startsWith('path-ambiguous'))).toEqual([]);
});

test.each([
  ['with constants', (index: number) => ({ const: `tag${index}` })],
  ['without constants', () => ({ type: 'string' })],
])(`${BRANCHES} branches whose tags are compared, %s`, async (_title, kind) => {
  const names = Array.from({ length: BRANCHES }, (_, index) => `S${index}`);
  const branch = (index: number) => ({
    type: 'object',
    required: ['kind', `p${index}`],
    properties: { kind: kind(index), [`p${index}`]: { type: 'integer' } },
  });
  const schemas: Record<string, unknown> = Object.fromEntries(names.map((name, index) => [name, branch(index)]));
  const mapping = Object.fromEntries(names.map((name, index) => [`tag${index}`, name]));
  schemas.All = {
    oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })),
    discriminator: { propertyName: 'kind', mapping },
  };
  const { problems, seconds } = await build({ paths: {}, components: { schemas } });
  expect(problems.list).toEqual([]);
  expect(seconds).toBeLessThan(5);
});

test(`${FEWER} bases with discriminators, each with an heir`, async () => {
  const pairs = Array.from({ length: FEWER }, (_, index) => [
    [
      `B${index}`,
      { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } }, discriminator: { propertyName: 'kind' } },
    ],
    [`H${index}`, { allOf: [{ $ref: `#/components/schemas/B${index}` }] }],
  ]);
  const { service, seconds } = await build({ paths: {}, components: { schemas: Object.fromEntries(pairs.flat()) } });
  expect(service?.schemas.filter(({ discriminator }) => discriminator?.inherited === true)).toHaveLength(FEWER);
  expect(seconds).toBeLessThan(5);
});
