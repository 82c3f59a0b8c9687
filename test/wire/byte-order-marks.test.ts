// A byte order mark before JSON: both ends read what follows it, as `Response.json()` does (RFC 8259 section 8.1); a strict server refuses it.
import { call, createServer, createTransport, encodeBody, exact, inMemoryFetch, json, ndjson, type Operation } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { inFull } from '../support/in-full.ts';

const MARK = '\uFEFF';
const service = { id: 'marks', servers: [{ url: 'https://marks.example.com' }] };
const contents = { 'application/json': json, 'application/vnd.exact+json': exact(json), 'application/x-ndjson': ndjson(json) };
const operation: Operation<{ contentType?: string; body: unknown }> = {
  id: 'mark',
  method: 'POST',
  path: '/marks',
  body: { contents, encode: encodeBody },
  responses: { 200: { contents } },
};

const TYPES = Object.keys(contents);
const want = (type: string): unknown => (type.endsWith('ndjson') ? { items: [{ a: 1 }] } : { a: 1 });

test.each(TYPES)('a client reads %s', async (type) => {
  const fetch = async () => new Response(`${MARK}{"a":1}\n`, { headers: { 'content-type': type } });
  const result = await call(createTransport(service, { fetch }), operation, { body: {} });
  expect(await inFull((result as { body: unknown }).body)).toEqual(want(type));
});

test.each(TYPES)('a server reads %s, unless it is strict', async (type) => {
  const seen: unknown[] = [];
  const handlers = {
    async mark(input: { body: unknown }) {
      seen.push(await inFull(input.body));
      return { status: 200, body: 1 };
    },
  };
  const checks = { input: (value: unknown): value is unknown => value !== undefined, responses: {} };
  const status = async (tolerance: 'lenient' | 'strict'): Promise<number> => {
    const server = createServer(service, [{ name: 'mark', operation, checks }], handlers, { tolerance });
    const request = new Request('https://marks.example.com/marks', {
      method: 'POST',
      headers: { 'content-type': type },
      body: `${MARK}{"a":1}\n`,
    });
    return (await inMemoryFetch(server)(request)).status;
  };
  expect(await status('lenient')).toBe(200);
  expect(seen).toEqual([want(type)]);
  expect(await status('strict')).not.toBe(200);
});
