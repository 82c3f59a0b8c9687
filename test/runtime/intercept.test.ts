// Tests interceptors: what they change reaches the server, and its answer the caller, in memory and through an adapter.

import { mockEmailServer } from '@octavo/interfaces/h-email/examples';
import { intercept, withTarget } from '@octavo/runtime';
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

test('a function that is no generated server is refused', () => {
  expect(() =>
    intercept(
      async () => new Response(),
      (request, next) => next(request),
    ),
  ).toThrow('intercept() needs a handler that a generated server made.');
});
