// What runs around a call changes neither the call nor its request: a frozen one goes through retries, hooks, credentials and middleware.
import { apiKeyScheme, bearerScheme, type Call, call, createTransport, hooks, middleware, type Operation, retry } from '@octavo/runtime';
import { expect, test } from 'vitest';

const service = { id: 'notes', servers: [{ url: 'https://notes.example' }] };

/** Freezes an object and all that it holds, but for what the platform owns. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || value instanceof AbortSignal || Object.isFrozen(value)) return value;
  for (const member of Object.values(Object.freeze(value))) frozen(member);
  return value;
}

test('retries, hooks, credentials and middleware change nothing of a call', async () => {
  const sent: Record<string, string>[] = [];
  const seen: Call[] = [];
  const operation: Operation = {
    id: 'addNote',
    method: 'POST',
    path: '/notes',
    parameters: [],
    responses: { 204: {} },
    security: [[{ scheme: bearerScheme('token') }, { scheme: apiKeyScheme('key', { in: 'query', parameter: 'key' }) }]],
  };
  const again = retry({ idempotencyKey: true, sleep: async () => {} });
  const events: string[] = [];
  const watched = hooks({
    onResponse: ({ status, attempt }) => events.push(`${attempt}: ${status}`),
    onRetry: ({ status }) => events.push(`again after ${status}`),
  });
  const transport = createTransport(service, {
    credentials: { token: 'secret', key: () => 'k' },
    middleware: middleware({ onRequest: ({ request }) => request }),
    fetch: async (url, init) => {
      sent.push({ url, ...init.headers });
      return new Response(null, { status: sent.length === 1 ? 503 : 204 });
    },
    retry: (given, attempt) =>
      again(frozen(given), (one, see) => {
        seen.push(frozen(one));
        return attempt(one, see);
      }),
    hooks: watched,
  });
  const declared = { ...operation, responses: { 204: {}, 503: {} } };
  expect(await call(transport, declared, {})).toMatchObject({ status: 204 });
  expect(events).toEqual(['1: 503', 'again after 503', '2: 204']);
  expect(sent.map(({ url, authorization }) => `${url} ${authorization}`)).toEqual([
    'https://notes.example/notes?key=k Bearer secret',
    'https://notes.example/notes?key=k Bearer secret',
  ]);
  // All attempts are of one call, which has the key that the retries gave it.
  expect(new Set(seen).size).toBe(1);
  const [key] = seen.map(({ request }) => request.headers['idempotency-key']);
  expect(key).toMatch(/^[\da-f-]{36}$/);
  expect(sent.map((headers) => headers['idempotency-key'])).toEqual([key, key]);
});
