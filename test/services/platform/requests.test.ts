// Tests the request log: what it keeps, for how many requests, and that no credential is shown.

import type { Operation, ServerAnswer, ServerRequest } from '@octavo/runtime';
import { redactedBody, redactedTarget } from '@octavo/runtime/conformance';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../services/platform/requests/entry.ts';
import { createRequestLog } from '../../../services/platform/requests/log.ts';

const operation: Operation = {
  id: 'search',
  method: 'POST',
  path: '/search',
  parameters: [{ in: 'header', name: 'X-Trace', codec: { encode: () => '', decode: () => '' } as never, shape: 'string' }],
  body: { contents: {}, encode: () => ({ body: '', headers: {}, guard: (send) => send }) },
  responses: {},
  security: [[{ scheme: { name: 'key', kind: 'apiKey', query: ['k'] } }]],
};

function requestOf(target: string, headers: Record<string, string> = {}, body = ''): ServerRequest {
  return {
    method: 'POST',
    target,
    origin: 'http://127.0.0.1',
    signal: new AbortController().signal,
    header: (name: string) => headers[name],
    bytes: async () => new TextEncoder().encode(body),
    stream: () => new ReadableStream(),
  };
}

function exchangeOf(id: string, change: Partial<Exchange> = {}): Exchange {
  const answer: ServerAnswer = { status: 200, headers: {}, body: null };
  return { id, document: 'doc', operation, request: requestOf('/search'), answer, milliseconds: 1, sandboxTime: 0, ...change };
}

describe('the log', () => {
  test('keeps the newest requests and gives them newest first', () => {
    const log = createRequestLog(3);
    for (const id of ['a', 'b', 'c', 'd']) log.add(exchangeOf(id));
    expect(log.list({}, 10).map(({ id }) => id)).toEqual(['d', 'c', 'b']);
    expect(log.list({}, 2).map(({ id }) => id)).toEqual(['d', 'c']);
    expect([log.one('c')?.id, log.one('a')]).toEqual(['c', undefined]);
    log.clear();
    log.add(exchangeOf('e'));
    expect(log.list({}, 10).map(({ id }) => id)).toEqual(['e']);
  });

  test('is filtered by document, operation and verdict', () => {
    const log = createRequestLog();
    log.add(exchangeOf('a', { document: 'other' }));
    log.add(exchangeOf('b', { operation: undefined }));
    log.add(exchangeOf('c', { answer: { status: 502, headers: {}, body: null } }));
    expect(log.list({ document: 'other' }, 10).map(({ id }) => id)).toEqual(['a']);
    expect(log.list({ operation: 'search' }, 10).map(({ id }) => id)).toEqual(['c', 'a']);
    expect(log.list({ verdict: 'failed' }, 10).map(({ id }) => id)).toEqual(['c']);
  });

  test('forgets bodies and queries that hold a text, encoded or not, and keeps the rest', async () => {
    const log = createRequestLog();
    const answer: ServerAnswer = { status: 200, headers: {}, body: '{"email": "Ines@example.com"}' };
    log.add(exchangeOf('answer', { answer }));
    log.add(exchangeOf('query', { request: requestOf('/search?email=ines%40example.com') }));
    log.add(exchangeOf('body', { request: requestOf('/search', {}, 'email=ines%40example.com') }));
    log.add(exchangeOf('other', { request: requestOf('/search?email=mo%40example.com') }));
    // Bodies are kept in the next turn.
    await Promise.resolve();
    log.forget(['ines@example.com', '']);
    const shown = log.list({}, 10).map(({ id, target, body, answer: { body: answered } }) => [id, target, body, answered]);
    expect(shown).toEqual([
      ['other', '/search?email=mo%40example.com', undefined, undefined],
      ['body', '/search', '[removed]', undefined],
      ['query', '/search?[removed]', undefined, undefined],
      ['answer', '/search', undefined, '[removed]'],
    ]);
  });

  test('shows headers that are declared or harmless, never cookies and credentials', async () => {
    const log = createRequestLog();
    const headers = {
      authorization: 'Bearer s3cret',
      cookie: 'session=s3cret',
      'x-api-key': 's3cret',
      'x-trace': 't',
      accept: 'text/plain',
    };
    const answer: ServerAnswer = {
      status: 302,
      headers: { 'set-cookie': 'session=s3cret', location: '/done?access_token=s3cret', 'content-type': 'application/json' },
      body: '{"refresh_token": "s3cret", "name": "Ines"}',
    };
    const request = requestOf('/search?k=s3cret&q=ovens', headers, '{"password":"s3cret","page_token":"p2"}');
    log.add(exchangeOf('a', { request, answer }));
    await expect.poll(() => log.one('a')?.body).toBeDefined();
    const logged = log.one('a');
    expect(JSON.stringify(logged)).not.toContain('s3cret');
    expect(logged).toMatchObject({
      target: '/search?k=[redacted]&q=ovens',
      headers: { 'x-trace': 't', accept: 'text/plain' },
      body: '{"password":"[redacted]","page_token":"p2"}',
      answer: { headers: { location: '/done?access_token=[redacted]' }, body: '{"refresh_token": "[redacted]", "name": "Ines"}' },
    });
  });

  test('keeps the beginning of a long body', () => {
    const log = createRequestLog();
    log.add(exchangeOf('a', { answer: { status: 200, headers: {}, body: 'x'.repeat(10_000) } }));
    expect(log.one('a')?.answer.body).toHaveLength(4096);
  });
});

test.each([
  ['/a', '/a'],
  ['/a?api_key=1&limit=2', '/a?api_key=[redacted]&limit=2'],
  ['/a?api%5Fkey=1&X=2', '/a?api%5Fkey=[redacted]&X=[redacted]'],
  ['/a?next_token=1&pageToken=2', '/a?next_token=1&pageToken=2'],
  ['/a?%E0%A4%A=1&id_token=2', '/a?%E0%A4%A=1&id_token=[redacted]'],
])('the target %s is shown as %s', (target, want) => {
  expect(redactedTarget(target, ['X'])).toBe(want);
});

test.each([
  ['{"access_token":"a\\"b","expires_in":5}', undefined, '{"access_token":"[redacted]","expires_in":5}'],
  ['{"clientSecret" : "cut off', undefined, '{"clientSecret" : "[redacted]"'],
  ['{"secret":12345,"code":"400"}', undefined, '{"secret":"[redacted]","code":"400"}'],
  ['grant_type=authorization_code&code=1', 'application/x-www-form-urlencoded', 'grant_type=authorization_code&code=[redacted]'],
  ['code=1&client_secret=2', 'application/x-www-form-urlencoded; charset=utf-8', 'code=1&client_secret=[redacted]'],
])('the body %s of type %s is shown as %s', (body, type, want) => {
  expect(redactedBody(body, type, [])).toBe(want);
});
