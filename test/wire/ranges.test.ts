// Media types that documents declare as ranges or with parameters, generated, compiled and called: a message names one media type, and the most
// specific declaration says how it is read (RFC 9110 sections 8.3.1 and 12.5.1).

import { InvalidParameterError, inMemoryFetch, mostSpecific, type Send } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { shortForms } from '../../generator/emit/held/forms.ts';
import { accepts, preferredType } from '../../runtime/server/accept.ts';
import { OPTIONS } from '../emit/service.ts';
import { loadUser } from '../support/user.ts';

const string = { type: 'string' };
const object = { type: 'object', properties: { x: string } };
const done = { 204: { description: 'Done.' } };
const body = (content: object) => ({ requestBody: { required: true, content }, responses: done });
const answer = (content: object) => ({ responses: { 200: { description: 'OK.', content } } });
const V1 = 'application/json;version=1';
const V2 = 'application/json; charset=utf-8; version="2"';
const versions = {
  [V1]: { schema: { type: 'object', required: ['v'], properties: { v: string } } },
  [V2]: { schema: { type: 'object', required: ['w'], properties: { w: string } } },
};

const DOCUMENT = {
  paths: {
    '/any': { post: { operationId: 'any', ...body({ '*/*': { schema: object } }) } },
    '/plus': { post: { operationId: 'plus', ...body({ 'application/*+json': { schema: object } }) } },
    '/some': {
      post: { operationId: 'some', ...body({ 'application/*+json': { schema: object }, 'image/*': {}, 'text/*': { schema: string } }) },
    },
    '/words': { get: { operationId: 'words', ...answer({ '*/*': { schema: string } }) } },
    '/patch': { get: { operationId: 'patch', ...answer({ 'application/*+json': { schema: object } }) } },
    '/time': { get: { operationId: 'time', ...answer({ 'application/*+json': { schema: { type: 'string', format: 'date-time' } } }) } },
    '/version': { get: { operationId: 'version', ...answer(versions) }, put: { operationId: 'write', ...body(versions) } },
  },
};

const USER = `
import type { Send } from '@octavo/runtime';
import { mockPetsServer } from './examples.ts';
import { createPetsClient, createPetsServer, type PetsHandlers, petsValidators } from './index.ts';
export const seen: unknown[] = [];
const keep = (input: unknown) => {
  seen.push(input);
  return { status: 204 as const };
};
export const serverOf = (handlers: PetsHandlers) => createPetsServer({ any: keep, plus: keep, some: keep, write: keep, ...handlers });
export const mock = mockPetsServer();
export const clientOf = (fetch: Send) => createPetsClient({ baseUrl: 'https://pets.example.com', fetch, validate: petsValidators });

export async function types(client: ReturnType<typeof clientOf>) {
  await client.any({ body: { x: 'a' } });
  // @ts-expect-error The range has no usual media type, so the caller names it.
  await client.plus({ body: { x: 'a' } });
  // @ts-expect-error It is not in the range.
  await client.plus({ contentType: 'application/json', body: { x: 'a' } });
  (await client.words()).body satisfies string;
  const result = await client.version();
  if (result.contentType === '${V1}') result.body.v satisfies string;
  else result.body.w satisfies string;
  const handlers: PetsHandlers = {
    some(input) {
      if (input.contentType === 'image/png') input.body satisfies Blob;
      return { status: 204 };
    },
    // @ts-expect-error The range has no usual media type, so the handler names it.
    patch: () => ({ status: 200, body: {} }),
  };
  return handlers;
}
`;

type Result = Readonly<Record<string, unknown>>;
interface User {
  readonly seen: unknown[];
  serverOf(handlers: object): (request: Request) => Promise<Response>;
  readonly mock: (request: Request) => Promise<Response>;
  clientOf(fetch: Send): Record<string, (input?: object) => Promise<Result>>;
}

const user = await loadUser<User>('wire-ranges', DOCUMENT, USER, { ...OPTIONS, held: shortForms({ int64: 'number', dates: 'date' }) });

interface Sent {
  readonly type: string | null;
  readonly text: string;
  readonly seen: unknown;
}

/** What a client sends, and what the handler gets. */
async function send(name: string, input: object): Promise<Sent> {
  let sent: Pick<Sent, 'type' | 'text'> = { type: null, text: '' };
  const server = user.serverOf({});
  const fetch = inMemoryFetch(async (request) => {
    sent = { type: request.headers.get('content-type'), text: await request.clone().text() };
    return server(request);
  });
  expect(await user.clientOf(fetch)[name]?.(input)).toMatchObject({ status: 204 });
  return { ...sent, seen: user.seen.at(-1) };
}

/** The result of a response with a media type and a body. */
async function receive(name: string, type: string, content: string): Promise<Result | undefined> {
  return user.clientOf(async () => new Response(content, { headers: { 'content-type': type } }))[name]?.();
}

describe('bodies', () => {
  const x = { x: 'a' };
  const png = new Blob(['p'], { type: 'image/png' });

  test.each<[name: string, input: object, type: string, seen: object]>([
    ['any', { body: x }, 'application/json', { contentType: 'application/json', body: x }],
    ['any', { contentType: '*/*', body: x }, 'application/json', { contentType: 'application/json', body: x }],
    [
      'any',
      { contentType: 'application/vnd.x+json', body: x },
      'application/vnd.x+json',
      { contentType: 'application/vnd.x+json', body: x },
    ],
    ['plus', { contentType: 'application/a+json', body: x }, 'application/a+json', { contentType: 'application/a+json', body: x }],
    ['some', { contentType: 'text/csv', body: 'a' }, 'text/csv; charset=utf-8', { contentType: 'text/csv', body: 'a' }],
    ['some', { contentType: 'image/png', body: png }, 'image/png', { contentType: 'image/png', body: png }],
    ['some', { contentType: 'image/*', body: png }, 'image/png', { contentType: 'image/png', body: png }],
    ['write', { body: { v: 'a' } }, V1, { contentType: V1, body: { v: 'a' } }],
    ['write', { contentType: V2, body: { w: 'a' } }, V2, { contentType: V2, body: { w: 'a' } }],
    ['write', { contentType: 'application/json;VERSION=2', body: { w: 'a' } }, V2, { contentType: V2, body: { w: 'a' } }],
  ])('%s of %j is sent as %s', async (name, input, type, seen) => {
    expect(await send(name, input)).toMatchObject({ type, seen });
  });

  test.each<[name: string, input: object, message: string]>([
    ['plus', { body: x }, 'contentType must name a media type in the range application/*+json, which the document declares.'],
    [
      'plus',
      { contentType: 'application/*+json', body: x },
      'contentType must name a media type in the range application/*+json, which the document declares.',
    ],
    ['plus', { contentType: 'application/json', body: x }, 'plus: body has a media type that the operation does not declare.'],
    ['write', { contentType: 'application/json;version=3', body: x }, 'write: body has a media type that the operation does not declare.'],
  ])('%s of %j is not sent', async (name, input, message) => {
    const fetch = () => expect.unreachable('no request is sent');
    await expect(user.clientOf(fetch)[name]?.(input)).rejects.toThrow(
      expect.toSatisfy((error) => error instanceof InvalidParameterError && error.message === message),
    );
  });

  test.each([
    ['plus', 'application/vnd.x+json; charset=utf-8', 204],
    ['plus', 'application/json', 415],
    ['some', 'image/gif', 204],
    ['some', 'audio/ogg', 415],
    ['version', 'application/json; version="2"; other=1', 204],
    ['version', 'application/json', 400],
    ['version', 'application/json;version=3', 415],
  ])('a server answers %s as %s with %i', async (name, type, status) => {
    const method = name === 'version' ? 'PUT' : 'POST';
    const request = new Request(`https://pets.example.com/${name}`, { method, headers: { 'content-type': type }, body: '{"w":"a"}' });
    expect((await user.serverOf({})(request)).status).toBe(status);
  });
});

describe('answers', () => {
  test.each([
    ['words', 'text/plain', 'a', { contentType: 'text/plain', body: 'a' }],
    ['words', 'application/json', '"a"', { contentType: 'application/json', body: 'a' }],
    ['words', 'application/json', 'a', { contentType: 'application/json', body: 'a' }],
    ['patch', 'application/a+json;b=c', '{"x":"a"}', { contentType: 'application/a+json', body: { x: 'a' } }],
    ['time', 'application/a+json', '"2026-01-01T00:00:00Z"', { body: new Date('2026-01-01T00:00:00Z') }],
    ['version', 'application/json;version=2', '{"w":"1"}', { contentType: V2, body: { w: '1' } }],
    ['version', 'application/json; Version="1"; charset=UTF-8', '{"v":"1"}', { contentType: V1, body: { v: '1' } }],
    ['version', 'application/problem+json', '{"v":"1"}', { contentType: V1, body: { v: '1' } }],
  ])('%s as %s', async (name, type, content, want) => {
    expect(await receive(name, type, content)).toMatchObject(want);
  });

  test.each([
    ['version', 'application/json;version=3', '{"v":"1"}', 'UnreadableResponseError'],
    ['version', 'application/json;version=2', '{"v":"1"}', 'InvalidResponseError'],
    ['patch', 'application/a+json', '{"x":1}', 'InvalidResponseError'],
  ])('%s as %s of %s is refused', async (name, type, content, error) => {
    await expect(receive(name, type, content)).rejects.toMatchObject({ name: error });
  });

  const get = (where: string, accept: string): Request => new Request(`https://pets.example.com/${where}`, { headers: { accept } });

  test.each<[where: string, result: object, type: string | null, status: number]>([
    ['words', { body: 'a' }, 'text/plain; charset=utf-8', 200],
    ['words', { contentType: 'application/json', body: 'a' }, 'application/json', 200],
    ['patch', { contentType: 'application/a+json', body: {} }, 'application/a+json', 200],
    ['patch', { body: {} }, 'application/problem+json', 500],
    ['version', { contentType: V2, body: { w: 'a' } }, V2, 200],
    ['version', { contentType: 'application/json;version=2', body: { w: 'a' } }, V2, 200],
  ])('%s that a handler returns as %j', async (where, result, type, status) => {
    const response = await user.serverOf({ [where]: () => ({ status: 200, ...result }) })(get(where, '*/*'));
    expect({ type: response.headers.get('content-type'), status: response.status }).toEqual({ type, status });
  });

  test('the client asks for the media types with their parameters', async () => {
    let accept: string | null = null;
    const fetch: Send = async (_url, init) => {
      accept = new Headers(init.headers).get('accept');
      return Response.json({ v: '1' });
    };
    await user.clientOf(fetch).version?.();
    expect(accept).toBe('application/json;version=1, application/json;version="2"');
  });

  test.each(['words', 'patch', 'version'])('a mock answers %s with a media type', async (where) => {
    const response = await user.mock(get(where, '*/*'));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).not.toContain('*');
  });
});

describe('the most specific declaration', () => {
  const declared = ['*/*', 'application/*', 'application/*+json', 'application/vnd.x+json', 'application/vnd.x+json;v=1', 'text/plain'];

  test.each([
    ['application/vnd.x+json; v=1; w=2', 'application/vnd.x+json;v=1'],
    ['application/vnd.x+json; v=2', 'application/vnd.x+json'],
    ['application/vnd.x+json', 'application/vnd.x+json'],
    ['application/vnd.y+json', 'application/*+json'],
    ['application/json', 'application/*'],
    ['TEXT/Plain; charset=latin1', 'text/plain'],
    ['image/png', '*/*'],
    ['png', undefined],
  ])('of %s is %s', (type, want) => {
    expect(mostSpecific(Object.fromEntries(declared.map((each) => [each, true])), type)?.[0]).toBe(want);
  });

  test.each([
    ['application/json;version=2', [V1, V2], V2],
    ['application/json;version=2;q=0.5, application/json;version=1', [V1, V2], V1],
    ['application/json;version=3', [V1, V2], undefined],
    ['application/json;profile="a,b"', ['application/json;profile="a,b"'], 'application/json;profile="a,b"'],
    ['application/json;indent=4', ['application/json'], 'application/json'],
    ['application/json;q=0, */*', ['application/json', 'text/plain'], 'text/plain'],
    ['application/vnd.x+json', ['application/*+json'], 'application/*+json'],
  ])('that %s asks for among %j', (accept, offered, want) => {
    expect(preferredType(accept, offered)).toBe(want);
    expect(accepts(accept, offered)).toBe(want !== undefined);
  });
});
