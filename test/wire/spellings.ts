// Requests that differ from the document, and what a server takes them for: the rows of a table in docs/wire.md.
import { createServer, encodeBody, form, formArray, json, type Operation, type Route, type ServerContext, simple } from '@octavo/runtime';

const service = { id: 'pets', servers: [{ url: 'https://pets.example.com/v2' }] };
const responses = { 204: {} };
const id = { in: 'path', name: 'id', required: true, codec: simple, shape: 'integer' } as const;
const body = { contents: { 'application/json': json }, encode: encodeBody };

function route(operation: Operation, rest: Partial<Route> = {}): Route {
  return { name: operation.id, operation, checks: { input: (_: unknown): _ is unknown => true, responses: {} }, ...rest };
}

const ROUTES: readonly Route[] = [
  route({ id: 'home', method: 'GET', path: '/', responses }),
  route(
    {
      id: 'read',
      method: 'GET',
      path: '/pets/{id}',
      parameters: [
        id,
        { in: 'query', name: 'tags', codec: formArray, shape: ['string'] },
        { in: 'query', name: 'since', codec: form, shape: 'string' },
      ],
      responses,
    },
    {
      aliases: [{ method: 'GET', path: '/v1/pet', moved: [{ to: ['path', 'id'], from: ['query', 'id'] }] }],
      names: [{ in: 'query', name: 'tags', aliases: ['labels'] }],
    },
  ),
  route({ id: 'feed', method: 'POST', path: '/pets/{id}', parameters: [id], responses }),
  route({ id: 'check', method: 'POST', path: '/checks', body, responses }, { aliases: [{ method: 'POST', path: '/v2/pets/check' }] }),
  route({ id: 'log', method: 'POST', path: '/logs', body, responses }, { lenientType: true }),
];

/** What the document says, the request line, the media type and the body. */
const REQUESTS: readonly (readonly [said: string, line: string, type?: string | undefined, content?: string])[] = [
  ['path `/pets/{id}`', 'GET /v2/pets/5/'],
  ['path `/`', 'GET /v2'],
  ['`{ path: /v1/pet, parameters: { id: query.id } }` in [`x-aliases`](extensions.md#x-aliases)', 'GET /v1/pet?id=5'],
  ['`{ path: /v2/pets/check }` in `x-aliases`', 'POST /v2/pets/check'],
  ['the same, and `post` of `/pets/{id}`', 'POST /v2/pets/5'],
  ['`x-aliases: [labels]` on the parameter `tags`', 'GET /v2/pets/5?labels=a'],
  ['the same', 'GET /v2/pets/5?labels=a&tags=a'],
  ['the same', 'GET /v2/pets/5?labels=a&tags=b'],
  ['a JSON body', 'POST /v2/checks', 'application/json; charset=UTF-8', '{"a":1}'],
  ['an optional JSON body', 'POST /v2/checks', undefined, ''],
  ['an optional JSON body', 'POST /v2/checks', 'text/plain', ''],
  ['no body', 'POST /v2/pets/5', 'application/json', '{}'],
  ['a JSON body', 'POST /v2/checks', 'text/plain', '{"a":1}'],
  ['a JSON body', 'POST /v2/checks', undefined, '{"a":1}'],
  ['a JSON body, [`x-lenient-type: true`](extensions.md#x-lenient-type)', 'POST /v2/logs', 'text/plain', '{"a":1}'],
  ['the same', 'POST /v2/logs', undefined, '{"a":1}'],
];

/** Rows with the request, what the document says, and the operation and input of a lenient and of a strict server, or their status. */
export async function spellingRows(code: (text: string) => string): Promise<string[][]> {
  const rows: string[][] = [];
  for (const [said, line, type, content] of REQUESTS) {
    const read = (tolerance: 'lenient' | 'strict'): Promise<string> => seenBy(tolerance, line, type, content);
    const [lenient, strict] = [await read('lenient'), await read('strict')];
    const carries =
      content === undefined ? '' : `, ${type === undefined ? 'no type' : code(type)}, ${content === '' ? 'empty' : code(content)}`;
    rows.push([code(line) + carries, said, shown(lenient, code), shown(strict, code)]);
  }
  return rows;
}

function shown(text: string, code: (text: string) => string): string {
  return /^\d+$/.test(text) ? text : code(text);
}

async function seenBy(tolerance: 'lenient' | 'strict', line: string, type?: string, content?: string): Promise<string> {
  let seen: string | undefined;
  const handler = (input: unknown, { operation }: ServerContext): object => {
    seen = `${operation.id} ${JSON.stringify(input)}`;
    return { status: 204 };
  };
  const server = createServer(service, ROUTES, Object.fromEntries(ROUTES.map(({ name }) => [name, handler])), { tolerance });
  const [method = '', target = ''] = line.split(' ');
  const response = await server(
    new Request(`https://pets.example.com${target}`, {
      method,
      headers: type === undefined ? {} : { 'content-type': type },
      // Bytes have no media type of their own.
      ...(content === undefined ? {} : { body: new TextEncoder().encode(content) }),
    }),
  );
  return seen ?? String(response.status);
}
