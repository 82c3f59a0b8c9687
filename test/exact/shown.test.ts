// Scaffolded handlers and the samples of the reference show the document's examples in the configured types; the code compiles and runs.
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type FetchHandler, inMemoryFetch } from '@octavo/runtime';
import { beforeAll, describe, expect, test } from 'vitest';
import { samples } from '../../generator/docs/samples/index.ts';
import { type ShortForms, shortForms } from '../../generator/emit/held/forms.ts';
import { planScaffold } from '../../generator/scaffold/index.ts';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';

const root = resolve(import.meta.dirname, '../..');
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const id = { type: 'integer', format: 'int64' };
const when = { type: 'string', format: 'date-time' };
const ORDER = {
  id: 9007199254740991,
  at: '2026-07-01T10:00:00.5Z',
  level: 2,
  lines: [{ article: 7, paid: { kind: 'card', cents: 250 } }, { paid: { kind: 'cash', note: '12' } }],
  counts: { a: 1, b: -1 },
  maybe: null,
  plain: 1,
  day: '2026-07-01',
  long: 'a text that is long enough for the example to stand on several lines, a member each, not on one',
};
const body = (schema: object, example?: unknown) => ({
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
});

const DOCUMENT = {
  servers: [{ url: 'https://orders.example' }],
  paths: {
    '/orders/{id}': {
      put: {
        operationId: 'putOrder',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: id, example: 5 },
          { name: 'since', in: 'query', required: true, schema: when },
          { name: 'ids', in: 'query', required: true, schema: { type: 'array', items: id }, example: [1, -2] },
        ],
        requestBody: { required: true, ...body(ref('Order'), ORDER) },
        responses: {
          200: {
            description: 'The order.',
            headers: { 'X-Next': { required: true, schema: { ...id, examples: [6] } }, 'X-At': { schema: when } },
            ...body(ref('Order'), ORDER),
          },
        },
      },
    },
    '/logs': {
      post: {
        operationId: 'postLogs',
        requestBody: { required: true, content: { 'application/x-ndjson': { schema: ref('Line'), example: [{ article: 3 }] } } },
        responses: { 200: { description: 'When.', ...body(when, '2026-07-01T10:00:00Z') } },
      },
    },
    '/odd': {
      get: { operationId: 'readOdd', responses: { 200: { description: 'A leap second.', ...body(when, '2016-12-31T23:59:60Z') } } },
    },
  },
  components: {
    schemas: {
      Order: {
        type: 'object',
        required: ['id', 'at'],
        properties: {
          id,
          at: when,
          level: { ...id, enum: [1, 2] },
          lines: { type: 'array', items: ref('Line') },
          counts: { type: 'object', additionalProperties: id },
          maybe: { anyOf: [id, { type: 'null' }] },
          plain: { type: 'integer' },
          day: { type: 'string', format: 'date' },
          long: { type: 'string' },
        },
      },
      Line: { type: 'object', properties: { article: id, paid: { oneOf: [ref('Card'), ref('Cash')] } } },
      Card: { type: 'object', required: ['kind', 'cents'], properties: { kind: { const: 'card' }, cents: id } },
      Cash: { type: 'object', required: ['kind', 'note'], properties: { kind: { const: 'cash' }, note: { type: 'string' } } },
    },
  },
};

const MODES: [string, ShortForms][] = [
  ['bigint', { int64: 'bigint', dates: 'date' }],
  ['string', { int64: 'string', dates: 'string' }],
  ['number', { int64: 'number', dates: 'string' }],
];

describe.each(MODES)('as %s', (name, forms) => {
  const held = shortForms(forms);
  const folder = join(root, '.octavo/tmp/shown', name);
  let complaints: string;
  let handlers: string;
  let programs: string[];
  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    const service = await serviceOf(DOCUMENT);
    const options = { importExtension: '.ts', runtime: '@octavo/runtime', held } as const;
    const plan = planScaffold(service, {
      ...options,
      folder: join(folder, 'own'),
      generated: folder,
      adapter: 'node',
      testRunner: 'vitest',
      servesNothing: true,
    });
    handlers = plan.files.get(join(folder, 'own/handlers/handlers.ts')) ?? '';
    programs = service.operations.map(
      (operation) => samples(service, operation, { ...options, clientModule: './index.ts' })[1]?.source ?? '',
    );
    complaints = typeCheck(
      folder,
      new Map([
        ...emit(service, { ...OPTIONS, held }),
        ...[...plan.files].map(([file, text]): [string, string] => [file.slice(folder.length + 1), text]),
        ...programs.map((text, index): [string, string] => [`sample${index}.ts`, text]),
      ]),
    );
  });

  test('the code compiles in strict mode', () => expect(complaints).toBe(''));

  test('the code uses the configured types', () => {
    const wanted = {
      bigint: ['id: 9007199254740991n,', "at: new Date('2026-07-01T10:00:00.500Z'),", 'level: 2n,', 'cents: 250n', "note: '12'", 'b: -1n'],
      string: ["id: '9007199254740991',", "at: '2026-07-01T10:00:00.5Z',", "level: '2',", "cents: '250'", "note: '12'", "b: '-1'"],
      number: ['id: 9007199254740991,', "at: '2026-07-01T10:00:00.5Z',", 'level: 2,', 'cents: 250', "note: '12'", 'b: -1'],
    }[name];
    for (const text of wanted ?? []) {
      expect(handlers).toContain(text);
      expect(programs[0]).toContain(text);
    }
    for (const text of ['plain: 1,', "day: '2026-07-01',", 'maybe: null,', 'X-Next']) expect(handlers).toContain(text);
  });

  test('a time that Date cannot represent is not shown', () =>
    expect(handlers.includes('return notImplemented();')).toBe(forms.dates === 'date'));

  test('scaffolded handlers respond, and the samples of the reference get their responses', async () => {
    const { petsServer } = (await import(join(folder, 'own/server.ts'))) as { petsServer: (deps: object) => FetchHandler };
    const server = petsServer({ now: () => new Date() });
    const fetch = globalThis.fetch;
    const log = console.log;
    const seen: unknown[] = [];
    globalThis.fetch = inMemoryFetch(server) as typeof fetch;
    console.log = (value: unknown) => seen.push(value);
    try {
      for (const index of [0, 1]) await import(join(folder, `sample${index}.ts`));
    } finally {
      globalThis.fetch = fetch;
      console.log = log;
    }
    expect(seen).toHaveLength(2);
    expect(seen[0]).toMatchObject({ plain: 1, day: '2026-07-01', maybe: null });
    if (forms.int64 === 'bigint') expect(seen).toMatchObject([{ id: 9007199254740991n, level: 2n }, new Date('2026-07-01T10:00:00Z')]);
  });
});
