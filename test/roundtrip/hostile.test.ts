// Hostile names and values, generated and called: the client sends exactly these bytes, and the handler gets exactly these keys.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { byRequest, inMemoryFetch, type Send } from '@octavo/runtime';
import { beforeAll, expect, test } from 'vitest';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { root } from '../support/documents.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';

/** Quotes, templates, escapes, line ends, brackets, names of `Object.prototype`, and the empty string. */
const NASTY = [
  "a'b",
  'a"b',
  '`',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text itself is the bad input
  '${globalThis.PWNED=1}',
  '\\',
  "\\'",
  '\n',
  '\r\n',
  '\u2028',
  '\u2029',
  ']: x',
  '*/',
  '😀',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'prototype',
  'valueOf',
  ' ',
  '',
];
const NAMES = NASTY.filter((name) => name !== '');
const TAIL = 'é' as const;

/** `{ [name]: value }` with every name an own property, `__proto__` too. */
function record<T>(names: readonly string[], value: (name: string) => T): Record<string, T> {
  const members = {};
  for (const name of names)
    Object.defineProperty(members, name, { value: value(name), enumerable: true, writable: true, configurable: true });
  return members as Record<string, T>;
}

const body = {
  type: 'object',
  required: NASTY,
  additionalProperties: false,
  properties: record(NASTY, () => ({ $ref: '#/components/schemas/Value' })),
};
const content = { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } };
const DOCUMENT = {
  servers: [{ url: 'https://example.com' }],
  paths: {
    '/things/{id}': {
      post: {
        operationId: 'send',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { enum: NAMES } },
          ...NAMES.map((name) => ({ name, in: 'query', schema: { $ref: '#/components/schemas/Value' } })),
        ],
        requestBody: { required: true, content },
        responses: { 200: { description: 'What came.', content } },
      },
    },
  },
  components: {
    schemas: {
      Value: {
        type: 'string',
        enum: [...NASTY, TAIL],
        'x-enum-varnames': [...NASTY, TAIL],
        'x-enumDescriptions': record(NASTY, (name) => name),
      },
      Body: body,
    },
  },
};

type Handler = (input: unknown) => unknown;
interface Module {
  createHostileClient(options: { fetch: Send }): {
    send(input: unknown): Promise<{ status: number; body: unknown }>;
  };
  createHostileServer(handlers: { send: Handler }): (request: Request) => Promise<Response>;
}

let module: Module;
let complaints: string;
beforeAll(async () => {
  const folder = path.join(root, '.octavo/tmp/roundtrip-hostile');
  complaints = typeCheck(folder, emit(await serviceOf(DOCUMENT, 'hostile'), OPTIONS));
  module = await import(pathToFileURL(path.join(folder, 'index.ts')).href);
});

test('the generated code compiles in strict mode', () => expect(complaints).toBe(''));

test.each(NAMES)('cases 3, 7, 10 and 11: %j as a value, and every name as a key, arrive unchanged', async (value) => {
  let seen: unknown;
  const sent: Request[] = [];
  const server = module.createHostileServer({
    send(input) {
      seen = input;
      return { status: 200, body: (input as { body: unknown }).body };
    },
  });
  const fetch = inMemoryFetch(server);
  const client = module.createHostileClient({
    fetch: byRequest((request) => {
      sent.push(request.clone());
      return fetch(request);
    }),
  });
  const input = { path: { id: value }, query: record(NAMES, () => value), body: record(NASTY, (name) => (name === '' ? value : name)) };
  const result = await client.send(input);
  expect(result.status).toBe(200);
  expect(seen).toEqual(input);
  expect(Object.keys((seen as typeof input).body).sort()).toEqual([...NASTY].sort());
  expect(result.body).toEqual(input.body);
  const [request] = sent;
  const url = new URL(request?.url ?? '');
  expect(decodeURIComponent(url.pathname.replace('/things/', ''))).toBe(value);
  expect([...url.searchParams].sort()).toEqual(NAMES.map((name) => [name, value]).sort());
  expect(JSON.parse((await request?.text()) ?? '')).toEqual(input.body);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect('PWNED' in globalThis).toBe(false);
});

test('case 3: a value outside the enum is rejected', async () => {
  const server = module.createHostileServer({ send: (input) => ({ status: 200, body: (input as { body: unknown }).body }) });
  const client = module.createHostileClient({ fetch: inMemoryFetch(server) });
  const input = { path: { id: '\\' }, query: record(NAMES, () => TAIL as string), body: record(NASTY, () => TAIL as string) };
  expect((await client.send(input)).status).toBe(200);
  const raw = await server(
    new Request('https://example.com/things/%5C', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...input.body, "a'b": "a\\'b" }),
    }),
  );
  expect(raw.status).toBe(400);
});
