// Names that are given, in all that is generated and between client and server; on the wire, in comparisons and in discriminators there are none.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { byRequest, type FetchHandler } from '@octavo/runtime';
import { beforeAll, expect, test } from 'vitest';
import { compareServices } from '../../generator/diff/index.ts';
import type { Service } from '../../generator/model/service.ts';
import { OPTIONS, readService, serviceOf } from '../emit/service.ts';
import { root } from '../support/documents.ts';
import { IS_DEEP } from '../support/effort.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';
import { DOCUMENT, NAMES } from './directory.ts';

type Call = (input?: unknown) => Promise<{ readonly status: number; readonly body?: unknown }>;

const folder = path.join(root, '.octavo/tmp/code-names');
let service: Service;
let texts: ReadonlyMap<string, string>;
let made: Readonly<Record<string, (...args: unknown[]) => unknown>>;

beforeAll(async () => {
  service = await serviceOf(DOCUMENT, 'directory', { names: NAMES, enumConstants: true });
  texts = emit(service, { ...OPTIONS, query: true, zod: true, valibot: true, jsonSchema: true, mcp: true });
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of texts) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  made = await import(pathToFileURL(path.join(folder, 'index.ts')).href);
});

/** What says a name of the document on purpose: the id of an operation, tags of values, and comments. */
const OF_THE_WIRE =
  /'(?:team|robot)_V2'|"(?:team|robot)_V2"|'?\b(?:list_users|create_user|get_user|user_made)_v2\b'?|'POST user-gone'|"user-gone"|'user-gone'/g;

test('no file has a name in code that was made of the document’s own', () => {
  const own = /user_?dto|(?:team|robot|users?|made|Made)_?[vV]2|user_?state|error_?dto|getV2Parties|GetV2|postUserGone/i;
  const found = [...texts].flatMap(([name, text]) =>
    text
      .replace(OF_THE_WIRE, '')
      .split('\n')
      .flatMap((line) => (own.test(line) ? `${name}: ${line}` : [])),
  );
  expect(found).toEqual([]);
  expect([...texts.keys()].filter((name) => name.startsWith('json-schema/'))).toContain('json-schema/UserWritable.json');
  for (const [file, name] of [
    ['query.ts', 'listParties'],
    ['zod.ts', 'refusalSchema'],
    ['valibot.ts', 'userSchema'],
    ['enums.ts', 'Standing'],
    ['mcp.ts', 'createUser'],
    ['examples.ts', 'Refusal'],
    ['webhooks.ts', 'userLeft'],
    ['callbacks.ts', 'userMade'],
    ['links.ts', 'GetUserInput'],
  ] as const)
    expect(texts.get(file), file).toContain(name);
});

/** What a user writes. */
const USER = `
import type { DirectoryHandlers, GetUserInput, ListUsersInput, Refusal, User } from './index.ts';
export const input: ListUsersInput = { query: { after: 'a', size: 5, born: { start_year: 1990 } }, header: { trace: 't' }, cookie: { dark: true } };
export const one: GetUserInput = { path: { id: '1' } };
// @ts-expect-error the name on the wire
export const wire: ListUsersInput = { query: { page_token: 'a' } };
export const user: User = { id: '1', name: 'Ann' };
export const refusal: Refusal = { message: 'No.' };
export const handlers: DirectoryHandlers = {
  listUsers({ query }) {
    const size: number = query.size;
    return { status: 200, body: { users: [user].slice(0, size) } };
  },
};
`;

test.runIf(IS_DEEP)('everything compiles, and what a user writes by the names', () =>
  expect(typeCheck(`${folder}-types`, new Map([...texts, ['user.ts', USER]]))).toBe(''),
);

test('client and server call each other by the names, and the wire has those of the document', async () => {
  const sent: string[] = [];
  const server = made.createDirectoryServer?.({
    listUsers: () => ({ status: 200, body: { users: [{ id: '1', name: 'Ann' }] } }),
    createUser: ({ body }: { body: object }) => ({ status: 201, body: { id: '2', ...body } }),
    listParties: () => ({ status: 200, body: [{ kind: 'robot_V2', model: 'R2' }] }),
  }) as FetchHandler;
  const fetch = byRequest((request) => {
    sent.push(`${request.method} ${new URL(request.url).pathname}`);
    return server(request);
  });
  const client = made.createDirectoryClient?.({ fetch }) as Readonly<Record<string, Call>> & {
    readonly users: Readonly<Record<string, Call>>;
  };
  expect(await client.users.list?.()).toMatchObject({ status: 200, body: { users: [{ name: 'Ann' }] } });
  expect(await client.createUser?.({ body: { name: 'Bob' } })).toMatchObject({ status: 201, body: { id: '2', name: 'Bob' } });
  expect(await client.listParties?.()).toMatchObject({ body: [{ kind: 'robot_V2', model: 'R2' }] });
  expect(sent).toEqual(['GET /v2/users', 'POST /v2/users', 'GET /v2/parties']);
});

test('parameters have their names in code at both ends, and the wire has its own', async () => {
  const seen: unknown[] = [];
  const urls: string[] = [];
  const server = made.createDirectoryServer?.({
    listUsers: (input: { readonly query: { readonly after?: string } }) => {
      seen.push(input);
      return { status: 200, body: { users: [{ id: '1', name: 'Ann' }], ...(input.query.after === undefined ? { next: 'b' } : {}) } };
    },
    getUser: ({ path: { id } }: { readonly path: { readonly id: string } }) => ({ status: 200, body: { id, name: 'Bob' } }),
  }) as FetchHandler;
  const fetch = byRequest((request) => {
    urls.push(request.url.replace('https://directory.example.com', ''));
    return server(request);
  });
  const client = made.createDirectoryClient?.({ fetch }) as Readonly<Record<string, Call>>;
  const query = { after: 'a', size: 5, born: { start_year: 1990, 'any-key': 'x' } };
  await client.listUsers?.({ query, header: { trace: 't' }, cookie: { dark: true } });
  expect(seen).toEqual([{ query, header: { trace: 't' }, cookie: { dark: true } }]);
  expect(urls).toEqual([
    '/v2/users?page_token=a&page_size=5&born_in[start_year]=1990&born_in[any-key]=x'.replaceAll('[', '%5B').replaceAll(']', '%5D'),
  ]);
  expect(await client.getUser?.({ path: { id: 'a b' } })).toMatchObject({ body: { id: 'a b' } });
  expect(urls.at(-1)).toBe('/v2/users/a%20b');
  const refused = await server(new Request('https://directory.example.com/v2/users?page_size=99'));
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('/query/page_size')]);
  const items = (client.listUsers as unknown as { items(): AsyncIterable<unknown> }).items();
  const names: unknown[] = [];
  for await (const item of items) names.push(item);
  expect(names).toHaveLength(2);
  expect(seen.slice(-2)).toEqual([{ query: { size: 2 } }, { query: { after: 'b', size: 2 } }]);
});

test('links and callbacks read and give parameters by their names in code', async () => {
  const links = made.createUserLinks as unknown as { self(result: object): unknown };
  expect(links.self({ status: 201, body: { id: '7', name: 'Ann' }, headers: {} })).toEqual({ path: { id: '7' } });
  expect(texts.get('callbacks.ts')).toContain("name: 'notify'");
});

test('another name is a change of code, once, and of nothing on the wire', async () => {
  const plain = await serviceOf(DOCUMENT, 'directory');
  const changes = compareServices(plain, service).map(({ code, message }) => `${code}: ${message}`);
  expect(changes.filter((change) => !/^(?:operation|parameter|schema)-renamed/.test(change))).toEqual([]);
  expect(changes).toContain('operation-renamed: is called `getUser` in generated code, was `getUserV2`');
  expect(changes).toContain('schema-renamed: the schema `user-dto_V2` is called `User` in generated code, was `Member`');
  expect(changes).toContain('parameter-renamed: query parameter `page_size` is called `size` in generated code, was `page_size`');
  expect(changes).toHaveLength(12);
  expect(compareServices(service, service)).toEqual([]);
});

test('an earlier version has the names that it can have', async () => {
  const names = {
    ...NAMES,
    operations: { ...NAMES.operations, 'GET /v3': 'later' },
    schemas: { ErrorDTO: 'Party', 'user-dto_V2': 'User', gone: 'Gone' },
  };
  expect((await readService(DOCUMENT, 'directory', { names })).service).toBeUndefined();
  const { service: old } = await readService(DOCUMENT, 'directory', { names, ignoresUnfitNames: true });
  expect(old?.schemas.map(({ name }) => name)).toEqual(expect.arrayContaining(['User', 'ErrorDTO', 'Party']));
});
