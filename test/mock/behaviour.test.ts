// What a mock does on request: it waits, fails on purpose, is read by pages of named origins, names the responses that there are, and says why it
// refused.
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { behaviourOf, refusedMessage } from '../../generator/commands/mocks/options.ts';
import type { JsonObject } from '../../generator/load/description.ts';
import { type Behaviour, wishOf } from '../../generator/mock/behaviour.ts';
import type { RefusedRequest } from '../../generator/mock/front.ts';
import { type RunningMock, startMock } from '../../generator/mock/index.ts';
import { octavo } from '../cli/run.ts';

const root = path.resolve(import.meta.dirname, '../..');

describe('the header Prefer', () => {
  const slow: Behaviour = { latency: { from: 100, to: 200 } };
  const failing: Behaviour = { faults: { rate: 0.5, fault: 503 } };
  test.each<[header: string | undefined, Behaviour, random: number, want: object]>([
    [undefined, {}, 0, { delay: 0 }],
    ['', {}, 0, { delay: 0, prefer: '' }],
    ['return=minimal,  code=404', {}, 0, { delay: 0, prefer: 'return=minimal,  code=404' }],
    ['latency=300', {}, 0, { delay: 300 }],
    ['code=404', {}, 0, { delay: 0, prefer: 'code=404' }],
    ['latency=300, code=404, dynamic=true', {}, 0, { delay: 300, prefer: 'code=404, dynamic=true' }],
    ['LATENCY="100-300"', {}, 0.5, { delay: 200 }],
    ['latency=0', slow, 1, { delay: 0 }],
    [undefined, slow, 1, { delay: 200 }],
    ['fault=drop', {}, 1, { delay: 0, fault: 'drop' }],
    ['fault=429', failing, 0, { delay: 0, fault: 429 }],
    [undefined, failing, 0.4, { delay: 0, fault: 503 }],
    [undefined, failing, 0.5, { delay: 0 }],
    ['respond-async; wait=10, example=first', {}, 0, { delay: 0, prefer: 'respond-async; wait=10, example=first' }],
  ])('%s', (header, behaviour, random, want) => {
    expect(wishOf(header, behaviour, () => random)).toEqual(want);
  });

  test.each([
    ['latency=soon', 'milliseconds up to 60000, as `latency=300` or `latency=100-800`'],
    ['latency=60001', 'milliseconds up to 60000, as `latency=300` or `latency=100-800`'],
    ['latency=9-3', 'milliseconds up to 60000, as `latency=300` or `latency=100-800`'],
    ['fault=200', 'a status from 400 to 599, as `fault=503`, or `fault=drop`'],
    ['code=4xx', 'a status of the operation, as `code=404`'],
    ['dynamic=maybe', '`dynamic=true` or `dynamic=false`'],
  ])('%s cannot be read', (header, right) => {
    const detail = `The mock cannot read \`${header}\` in the header Prefer: write ${right}.`;
    expect(wishOf(header, {})).toEqual({ status: 400, title: 'Bad Request', detail, code: 'prefer-invalid' });
  });
});

describe('the options', () => {
  test('say the same for all requests', () => {
    expect(behaviourOf({})).toEqual({});
    expect(behaviourOf({ latency: '100-800' })).toEqual({ latency: { from: 100, to: 800 } });
    expect(behaviourOf({ faultRate: '10%' })).toEqual({ faults: { rate: 0.1, fault: 503 } });
    expect(behaviourOf({ faultRate: '2.5', fault: 'drop' })).toEqual({ faults: { rate: 0.025, fault: 'drop' } });
    expect(behaviourOf({ corsOrigin: ['https://App.example/', '*'] })).toEqual({ origins: ['https://app.example', '*'] });
  });

  test.each([
    [{ latency: 'soon' }, 'Invalid `--latency soon`.'],
    [{ faultRate: '101' }, 'Invalid `--fault-rate 101`.'],
    [{ faultRate: '1', fault: '200' }, 'Invalid `--fault 200`.'],
    [{ fault: '503' }, '`--fault` needs `--fault-rate`.'],
    [{ corsOrigin: ['app.example'] }, 'Invalid `--cors-origin app.example`.'],
  ])('%j is a usage error', (options, message) => {
    expect(() => behaviourOf(options)).toThrow(expect.objectContaining({ message, exitCode: 2, fix: expect.stringMatching(/^Write /) }));
  });

  test('are those of octavo mock and octavo dev', async () => {
    for (const command of ['mock', 'dev']) {
      const args = [command, '--latency', '1-2', '--fault-rate', '1', '--fault', 'drop', '--cors-origin', '*', '--help'];
      expect((await octavo(args, { cwd: root })).code).toBe(0);
      expect(await octavo([command, '--fault', '503'], { cwd: root })).toMatchObject({
        code: 2,
        stderr: 'error: `--fault` needs `--fault-rate`.\n  Write how many requests fail, as `--fault-rate 10`.\n',
      });
    }
  });
});

const shop: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/things': {
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 10 } }],
        responses: {
          200: { description: 'All.', content: { 'application/json': { examples: { first: { value: [1] }, second: { value: [2] } } } } },
          404: { description: 'None.', content: { 'application/json': { example: 'none' } } },
        },
      },
    },
  },
};

describe('a running mock', () => {
  let mock: RunningMock;
  const refused: RefusedRequest[] = [];
  beforeAll(async () => {
    mock = await startMock([{ id: 'shop', document: shop }], {
      root,
      requestLimit: 60_000,
      behaviour: { origins: ['https://app.example'] },
      onRefusedRequest: (one) => refused.push(one),
    });
  });
  afterAll(() => mock.stop());
  afterEach(() => {
    refused.length = 0;
  });
  const ask = (target: string, headers: Record<string, string> = {}) => fetch(`${mock.url}/mock/shop${target}`, { headers });

  test('an unknown code says which there are', async () => {
    const answer = await ask('/things', { prefer: 'code=418' });
    expect([answer.status, answer.headers.get('x-octavo-mock')]).toEqual([400, 'front']);
    expect(await answer.json()).toMatchObject({
      code: 'prefer-unknown',
      detail: 'GET /things has no response 418, which `Prefer: code` asks for. It has: 200, 404.',
    });
  });

  test('an unknown example says which there are', async () => {
    const answer = await ask('/things', { prefer: 'example=third' });
    expect(await answer.json()).toMatchObject({
      status: 400,
      detail:
        'The response to GET /things has no example `third`, which `Prefer: example` asks for. It has: first (200), second (200), default (404).',
    });
  });

  test('the response comes after the time that was asked for, and is the one that was asked for', async () => {
    const began = performance.now();
    const answer = await ask('/things', { prefer: 'latency=400, code=404' });
    expect([answer.status, performance.now() - began >= 399]).toEqual([404, true]);
    expect(refused).toEqual([]);
  });

  test('a fault is a status, or a connection that is closed', async () => {
    const answer = await ask('/things', { prefer: 'fault=503' });
    expect([answer.status, answer.headers.get('x-octavo-mock'), answer.headers.get('retry-after')]).toEqual([503, 'fault', '1']);
    await expect(ask('/things', { prefer: 'fault=drop' })).rejects.toThrow('fetch failed');
    expect(refused.map(refusedMessage)).toEqual([
      'mock: GET /mock/shop/things: 503: the fault that was asked for.',
      'mock: GET /mock/shop/things: connection closed: the fault that was asked for.',
    ]);
  });

  test('each refused request is reported with the reason, without its query', async () => {
    for (const target of ['/things?limit=11&key=secret', '/nothing', '/things/%zz']) await ask(target);
    await ask('/things', { prefer: 'latency=soon' });
    expect(refused.map(refusedMessage)).toEqual([
      'mock: GET /mock/shop/things: 422: /query/limit must be at most 10.',
      'mock: GET /mock/shop/nothing: 404: No operation has the path /nothing.',
      'mock: GET /mock/shop/things/%zz: 400: The path segment "%zz" is not percent-encoded UTF-8.',
      'mock: GET /mock/shop/things: 400: The mock cannot read `latency=soon` in the header Prefer: write milliseconds up to 60000, as `latency=300` or `latency=100-800`.',
    ]);
  });

  test.each([
    ['https://app.example', 'https://app.example'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['https://other.example', null],
  ])('pages of %s may read it: %s', async (origin, allowed) => {
    expect((await ask('/things', { origin })).headers.get('access-control-allow-origin')).toBe(allowed);
  });
});
