// What the console keeps and shares: addresses, links, the history. None of it holds a credential or a file.
import { describe, expect, test } from 'vitest';
import { addToHistory, clearHistory, type HistoryEntry, readHistory } from '../../../portal/console/history.ts';
import { decodeRequestLink, encodeRequestLink } from '../../../portal/console/link.ts';
import { hashOf, parseRoute, type Route } from '../../../portal/console/route.ts';

describe('addresses', () => {
  test.each<readonly [string, Route]>([
    ['#/h-email/findEmail', { service: 'h-email', kind: 'operation', id: 'findEmail' }],
    ['#/d-events/webhook/channelEvents', { service: 'd-events', kind: 'webhook', id: 'channelEvents' }],
    ['#/d-events/socket/channels', { service: 'd-events', kind: 'socket', id: 'channels' }],
    ['#/shop/callback/paid', { service: 'shop', kind: 'callback', id: 'paid' }],
    ['#/shop/GET%20%2Fpets%2F%7Bid%7D', { service: 'shop', kind: 'operation', id: 'GET /pets/{id}' }],
    ['#/h-email/findEmail?r=abc', { service: 'h-email', kind: 'operation', id: 'findEmail', request: 'abc' }],
    ['#/shop/pay?path.id=a%20%2Fb', { service: 'shop', kind: 'operation', id: 'pay', path: { id: 'a /b' } }],
  ])('%s', (hash, route) => {
    expect(parseRoute(hash)).toEqual(route);
    expect(hashOf(route)).toBe(hash);
  });

  test.each(['', '#', '#/', '#/h-email', '#/h-email/'])('%j names no operation', (hash) => {
    expect(parseRoute(hash)).toBeUndefined();
  });

  test('an address that is not encoded well is read as it is', () => {
    expect(parseRoute('#/a/%E0%A4%A')).toEqual({ service: 'a', kind: 'operation', id: '%E0%A4%A' });
  });
});

describe('links', () => {
  test('an input comes back, 64-bit integers and all scripts included', () => {
    const input = { path: { id: 9007199254740993n }, query: { q: 'Mira ☕ ñ' }, body: [null, { __proto__: 1, a: true }] };
    const encoded = encodeRequestLink({ input, server: 'live' }) ?? '';
    expect(encoded).toMatch(/^[\w-]+$/);
    expect(decodeRequestLink(encoded)).toEqual({ input, server: 'live' });
  });

  test('files are left out', () => {
    const input = { body: { picture: new File(['x'], 'x.png'), list: [new File([], 'y')], title: 't' } };
    expect(decodeRequestLink(encodeRequestLink({ input }) ?? '')).toEqual({ input: { body: { list: [], title: 't' } } });
  });

  test('only the parts of an input are read', () => {
    const encoded = btoa('{"input":{"query":{"a":1},"credentials":{"key":"x"},"constructor":1},"server":7}');
    expect(decodeRequestLink(encoded)).toEqual({ input: { query: { a: 1 } } });
  });

  test.each(['', '***', btoa('null'), btoa('[]'), btoa('{"input":3}'), btoa('{')])('%j is no request', (text) => {
    expect(decodeRequestLink(text)).toBeUndefined();
  });

  test('a request that is too long has no link', () => {
    expect(encodeRequestLink({ input: { body: 'x'.repeat(60_000) } })).toBeUndefined();
  });
});

describe('history', () => {
  const createStore = (limit = Number.POSITIVE_INFINITY) => {
    const kept = new Map<string, string>();
    return {
      kept,
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (value.length > limit) throw new Error('QuotaExceededError');
        kept.set(key, value);
      },
      removeItem: (key: string) => void kept.delete(key),
    };
  };
  const entry: HistoryEntry = {
    service: 'a',
    kind: 'operation',
    operation: 'getA',
    at: 1,
    server: 'live',
    input: { query: { n: 1 } },
    status: 200,
    milliseconds: 3,
    valid: true,
  };

  test('the newest entry comes first, and at most 100 are kept', () => {
    const store = createStore();
    for (let at = 1; at <= 120; at++) addToHistory(store, { ...entry, at });
    const read = readHistory(store);
    expect([read.length, read[0], read.at(-1)?.at]).toEqual([100, { ...entry, at: 120 }, 21]);
    clearHistory(store);
    expect(readHistory(store)).toEqual([]);
  });

  test('a large body is not kept', () => {
    const store = createStore();
    addToHistory(store, { ...entry, input: { query: { n: 1 }, body: 'x'.repeat(30_000) } });
    expect(readHistory(store)[0]?.input).toEqual({ query: { n: 1 } });
  });

  test('a full or broken store is no error', () => {
    const full = createStore(5);
    expect(addToHistory(full, entry)).toEqual([entry]);
    expect(readHistory(full)).toEqual([]);
    const broken = createStore();
    broken.setItem('octavo-console-history', '{"a":1}');
    expect(readHistory(broken)).toEqual([]);
  });
});
