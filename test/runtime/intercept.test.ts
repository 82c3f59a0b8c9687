// Tests interceptors: what they change reaches the server, and its answer the caller, in memory and through an adapter.

import { mockInstalmentsServer } from '@octavo/interfaces/f-instalments/examples';
import { mockEmailServer } from '@octavo/interfaces/h-email/examples';
import { intercept, withBody, withTarget } from '@octavo/runtime';
import { serve } from '@octavo/runtime/node';
import { expect, onTestFinished, test } from 'vitest';

/** Takes the key from a cookie, and says so in the answer. */
const server = intercept(mockEmailServer(), async (request, next) => {
  const key = /key=(\w+)/.exec(request.header('cookie') ?? '')?.[1];
  if (key === undefined) return next(request);
  const answer = await next(withTarget(request, `${request.target}?api_key=${key}`));
  return { ...answer, headers: { ...answer.headers, 'x-key-from': 'cookie' } };
});

const headers = { cookie: 'key=saffron' };

test('the server gets the changed request, and the caller the changed answer', async () => {
  const url = 'https://email.example.com/v2/account';
  expect((await server(new Request(url))).status).toBe(401);
  const response = await server(new Request(url, { headers }));
  expect([response.status, response.headers.get('x-key-from')]).toEqual([200, 'cookie']);
});

test('adapters use the interceptor too', async () => {
  const served = await serve(server);
  onTestFinished(() => served.close());
  const response = await fetch(`${served.url}/v2/account`, { headers });
  expect([response.status, response.headers.get('x-key-from')]).toEqual([200, 'cookie']);
});

/** Reads a form as JSON, and an empty one as no body. */
const ofForms = intercept(mockInstalmentsServer(), async (request, next) => {
  const fields = [...new URLSearchParams(new TextDecoder().decode(await request.bytes(1_000)))];
  if (fields.length === 0) return next(withBody(request, undefined));
  const changed = withBody(request, {
    type: 'application/json',
    bytes: new TextEncoder().encode(JSON.stringify(Object.fromEntries(fields))),
  });
  await expect(changed.bytes(1)).rejects.toThrow();
  expect(await new Response(changed.stream()).json()).toEqual(Object.fromEntries(fields));
  expect([changed.header('content-length'), changed.header('x-shop'), changed.signal.aborted]).toEqual(['36', 'fern', false]);
  return next(changed);
});

test.each([
  ['another body, with its media type and length', 'url=https%3A%2F%2Fshop.example%2Fhooks', 200],
  ['no body in the place of one', '', 400],
])('the server gets %s', async (_, body, status) => {
  const served = await serve(ofForms);
  onTestFinished(() => served.close());
  const form = { authorization: 'Instalments-Auth key', 'x-shop': 'fern', 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetch(`${served.url}/v1/webhooks`, { method: 'POST', headers: form, body });
  expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(status === 200 ? 'webhook' : 'is missing')]);
});

test('a function that is no generated server is refused', () => {
  expect(() =>
    intercept(
      async () => new Response(),
      (request, next) => next(request),
    ),
  ).toThrow('intercept() needs a handler that a generated server made.');
});
