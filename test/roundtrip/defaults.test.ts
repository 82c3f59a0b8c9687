// Servers give their handlers the defaults of parameters; clients may leave the parameters out.

import { join, resolve } from 'node:path';
import { type FetchHandler, inMemoryFetch } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { shortForms } from '../../generator/emit/held/forms.ts';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';

const folder = resolve(import.meta.dirname, '../../.octavo/tmp/defaults');
const integer = { type: 'integer', default: 10 };
const DOCUMENT = {
  paths: {
    '/list': {
      get: {
        operationId: 'list',
        parameters: [
          { name: 'limit', in: 'query', schema: integer },
          { name: 'sort', in: 'query', schema: { $ref: '#/components/schemas/Sort' } },
          { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' }, default: ['a'] } },
          { name: 'wrong', in: 'query', schema: { type: 'integer', default: '10' } },
          { name: 'none', in: 'query', schema: { type: 'string' } },
          { name: 'X-Depth', in: 'header', schema: integer },
          { name: 'theme', in: 'cookie', schema: { type: 'string', default: 'dark' } },
        ],
        responses: { 204: { description: 'Fine.' } },
      },
    },
  },
  components: { schemas: { Sort: { type: 'string', enum: ['up', 'down'], default: 'up' } } },
};

const USES = `import { createPetsServer, type PetsClient } from './index.ts';
export const server = createPetsServer({
  list({ query, header, cookie }) {
    const values: [number, string, string[], number, string] = [query.limit, query.sort, query.tags, header['X-Depth'], cookie.theme];
    const maybe: number | undefined = query.wrong;
    // @ts-expect-error: its default is not of its type.
    const certain: number = query.wrong;
    return { status: 204, headers: { 'x-seen': String([values, maybe, certain]) } };
  },
});
export const send = (client: PetsClient) => client.list({ query: { none: 'x' } });
`;

const GIVEN = { query: { limit: 10, sort: 'up', tags: ['a'] }, header: { 'X-Depth': 10 }, cookie: { theme: 'dark' } };

test.each([
  ['nothing is sent', {}, GIVEN],
  ['what is sent stays', { query: { limit: 3, none: 'x' } }, { ...GIVEN, query: { ...GIVEN.query, limit: 3, none: 'x' } }],
])('%s', async (_title, sent, want) => {
  const files = emit(await serviceOf(DOCUMENT), OPTIONS);
  expect(typeCheck(folder, new Map([...files, ['uses.ts', USES]]))).toBe('');
  const module = (await import(join(folder, 'index.ts'))) as Record<string, (...args: readonly unknown[]) => unknown>;
  const seen: unknown[] = [];
  const handlers = {
    list(input: { query: { tags: string[] } }) {
      seen.push(structuredClone(input));
      input.query.tags.push('changed');
      return { status: 204 };
    },
  };
  const server = module.createPetsServer?.(handlers) as FetchHandler;
  const client = module.createPetsClient?.({ fetch: inMemoryFetch(server), baseUrl: 'https://x.example' }) as {
    list(input: object): Promise<unknown>;
  };
  await client.list(sent);
  await client.list(sent);
  expect(seen).toEqual([want, want]);
});

test("parameterDefaults: 'ignore' changes neither the routes nor the types", async () => {
  const text = emit(await serviceOf(DOCUMENT), { ...OPTIONS, parameterDefaults: 'ignore' }).get('server.ts');
  expect(text).not.toContain('efaults');
  expect(text).toContain('list?(input: operations.ListInput,');
});

test('defaults are converted as values from the wire, and those that cannot be are left out', async () => {
  const query = (name: string, schema: object) => ({ name, in: 'query', schema });
  const parameters = [
    query('since', { type: 'string', format: 'date-time', default: '2026-01-02T03:04:05Z' }),
    query('until', { type: 'string', format: 'date-time', default: 'now' }),
    query('from', { type: 'integer', format: 'int64', default: 9007199254740993n }),
    query('to', { type: 'integer', format: 'int64', default: 9223372036854775808n }),
  ];
  const operation = { operationId: 'list', parameters, responses: { 204: { description: 'Fine.' } } };
  const held = shortForms({ int64: 'bigint', dates: 'date' });
  const files = emit(await serviceOf({ paths: { '/list': { get: operation } } }), { ...OPTIONS, held });
  const text = files.get('server.ts') ?? '';
  expect(text).toContain("WithDefaults<operations.ListInput, { query: 'since' | 'from' }>");
  const target = `${folder}-held`;
  expect(typeCheck(target, files)).toBe('');
  const module = (await import(join(target, 'index.ts'))) as Record<string, (...args: readonly unknown[]) => unknown>;
  let seen: unknown;
  const handlers = {
    list(input: unknown) {
      seen = input;
      return { status: 204 };
    },
  };
  const server = module.createPetsServer?.(handlers) as FetchHandler;
  expect((await server(new Request('https://x.example/list'))).status).toBe(204);
  expect(seen).toEqual({ query: { since: new Date('2026-01-02T03:04:05Z'), from: 9007199254740993n } });
});
