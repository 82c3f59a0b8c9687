// Tests conditional requests: a handler that gives an ETag has matching callers answered with a 304 (RFC 9110 section 13.1.2).
import {
  bytes,
  createServer,
  header,
  json,
  type Operation,
  operationChecks,
  refuse,
  type ServerContext,
  streamedFile,
} from '@octavo/runtime';
import { describe, expect, test } from 'vitest';

const CONTENTS = { contents: { 'application/json': json } };
const operation: Operation = { id: 'read', method: 'GET', path: '/page', responses: { 200: CONTENTS, 404: CONTENTS } };

interface Given {
  readonly operation?: Operation;
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

async function ask(
  known: string | undefined,
  { operation: own = operation, status = 200, headers = {}, ...given }: Given,
  method = own.method,
) {
  const server = createServer(
    { id: 'pages', servers: [{ url: '/' }] },
    [{ name: 'read', operation: own, checks: operationChecks((_value): _value is unknown => true, {}) }],
    { read: () => ({ status, headers, body: 'body' in given ? given.body : 'text' }) },
  );
  const request = new Request('https://pages.example/page', { method, headers: known === undefined ? {} : { 'if-none-match': known } });
  const response = await server(request);
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
}

describe('If-None-Match', () => {
  test.each<[string, string, number]>([
    ['"v1"', '"v1"', 304],
    ['"v1"', 'W/"v1"', 304],
    ['W/"v1"', '"v1"', 304],
    ['"v1"', '"v0", W/"v1" ,"v2"', 304],
    ['"a,b"', '"a,b"', 304],
    ['"v1"', '*', 304],
    ['"v1"', '"v10"', 200],
    ['"v1"', '"w/v1"', 200],
    ['"v1"', '', 200],
    ['"v1"', 'v1', 200],
    ['""', '""', 304],
  ])('the tag %s and %s: %i', async (etag, known, status) => {
    expect((await ask(known, { headers: { ETag: etag } })).status).toBe(status);
  });

  test('a 304 has the headers of the result, but those of its body, and no body', async () => {
    const headers = {
      ETag: '"v1"',
      'Cache-Control': 'max-age=60',
      'Content-Location': '/page/1',
      'Content-Language': 'en',
      'Last-Modified': 'Mon, 23 Nov 2026 00:00:00 GMT',
      Expires: '0',
      Vary: 'Accept',
      'X-Quota': '3',
    };
    expect(await ask('"v1"', { headers })).toEqual({
      status: 304,
      headers: {
        etag: '"v1"',
        'cache-control': 'max-age=60',
        'content-location': '/page/1',
        expires: '0',
        vary: 'Accept',
        'x-quota': '3',
      },
      body: '',
    });
  });

  test('HEAD is answered in the same way', async () => {
    expect((await ask('"v1"', { headers: { ETag: '"v1"' } }, 'HEAD')).status).toBe(304);
  });

  test.each([
    ['that the caller has', 'GET', '"v1"', 304],
    ['for HEAD', 'HEAD', undefined, 200],
  ])('a stream %s is cancelled, since it is not sent', async (_name, method, known, want) => {
    const streamed: Operation = { ...operation, responses: { 200: { contents: { 'application/octet-stream': bytes } } } };
    let cancelled = false;
    const body = streamedFile(
      new ReadableStream({
        cancel: () => {
          cancelled = true;
        },
      }),
    );
    const { status } = await ask(known, { operation: streamed, headers: { ETag: '"v1"' }, body }, method);
    expect([status, cancelled]).toEqual([want, true]);
  });

  test.each<[string, Given, number]>([
    ['a result without a tag', {}, 200],
    ['a result that is no success', { status: 404, headers: { ETag: '"v1"' } }, 404],
    ['another method', { operation: { ...operation, method: 'POST' }, headers: { ETag: '"v1"' } }, 200],
    [
      'a document that declares the parameter',
      {
        operation: { ...operation, parameters: [{ in: 'header', name: 'If-None-Match', codec: header, shape: 'string' }] },
        headers: { ETag: '"v1"' },
      },
      200,
    ],
    ['a handler that answers 304 itself', { operation: { ...operation, responses: { 304: {} } }, status: 304, body: undefined }, 304],
  ])('is left alone: %s', async (_name, given, status) => {
    expect((await ask('"v1"', given)).status).toBe(status);
  });
});

test('If-Match: the handler reads it from the context, and refuses', async () => {
  const write: Operation = { id: 'write', method: 'PUT', path: '/page', responses: { 204: {} } };
  const server = createServer(
    { id: 'pages', servers: [{ url: '/' }] },
    [{ name: 'write', operation: write, checks: operationChecks((_value): _value is unknown => true, {}) }],
    {
      write: (_input: unknown, { request }: ServerContext) => {
        if (request.header('if-match') !== '"v1"') throw refuse(412, { detail: 'The page has changed.' });
        return { status: 204 };
      },
    },
  );
  const put = async (tag: string) =>
    (await server(new Request('https://pages.example/page', { method: 'PUT', headers: { 'if-match': tag } }))).status;
  expect([await put('"v0"'), await put('"v1"')]).toEqual([412, 204]);
});
