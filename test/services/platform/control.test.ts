// Tests control: what each operation does to a sandbox, and who may use it.

import { createEmailClient } from '@octavo/interfaces/h-email';
import { inMemoryFetch, unwrap } from '@octavo/runtime';
import { serve } from '@octavo/runtime/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { controlOf } from '../../../services/platform/control/in-memory.ts';
import { controlServer } from '../../../services/platform/control/server.ts';
import { openSandbox, type SandboxOptions } from '../../../services/platform/sandbox/sandbox.ts';
import { TINY_KEY, tinyService } from '../../support/tiny-service.ts';

const START = '2026-11-10T00:00:00.000Z';

async function controlled(options: SandboxOptions = { at: 'story' }) {
  const sandbox = await openSandbox([tinyService()], options);
  onTestFinished(() => sandbox.close());
  const client = createEmailClient({ fetch: sandbox.fetch('h-email'), credentials: { apiKey: TINY_KEY } });
  const account = async () => unwrap(await client.getAccount({}), 200).data;
  return { sandbox, control: controlOf(sandbox), account };
}

describe('the sandbox', () => {
  test('is shown with its services, credentials, actions and addresses', async () => {
    const { sandbox, control } = await controlled();
    const { body } = await control.getSandbox();
    expect(body).toMatchObject({
      clock: { now: START, frozen: true },
      services: [{ name: 'tiny', documents: [{ name: 'h-email' }], credentials: [{ scheme: 'apiKey', value: TINY_KEY }] }],
    });
    expect(unwrap(await control.getSandbox(), 200).services[0]?.actions).toEqual([
      {
        name: 'set-reads',
        summary: 'Sets how often an account was read.',
        fields: [
          { name: 'key', type: 'string', required: true, description: 'The key of the account.' },
          { name: 'reads', type: 'integer', required: true, description: 'How often.' },
          { name: 'note', type: 'string', required: false, description: 'Is returned.' },
        ],
      },
    ]);
    const { baseUrl } = await sandbox.listen('h-email');
    expect(unwrap(await control.getSandbox(), 200).services[0]?.documents).toEqual([{ name: 'h-email', base_url: baseUrl }]);
  });

  test('is reset to its seeds, its first clock, its first identifiers, and no faults and requests', async () => {
    const { sandbox, control, account } = await controlled({ at: 'story', seed: 'a' });
    const first = await account();
    await control.moveClock({ body: { to: '2027-01-01T00:00:00Z' } });
    sandbox.faults.add({ operation: 'searchDomain', status: 500 });
    expect((await account()).requests.credits.used).toBe(1);
    expect((await control.resetSandbox()).status).toBe(204);
    expect(sandbox.faults.list()).toEqual([]);
    expect(sandbox.requests.list({}, 9)).toEqual([]);
    expect(await account()).toEqual(first);
    await control.moveClock({ body: { to: '2026-11-30T00:00:00Z' } });
    expect((await account()).requests.credits.used).toBe(1);
  });
});

describe('actions', () => {
  test('run with input that has their fields', async () => {
    const { control, account } = await controlled();
    const run = (body: Record<string, unknown>) => control.runAction({ path: { service: 'tiny', action: 'set-reads' }, body });
    expect(await run({ key: TINY_KEY, reads: 7, note: 'x' })).toMatchObject({ status: 200, body: { result: { reads: 7, note: 'x' } } });
    expect((await account()).requests.credits.used).toBe(8);
    expect(await run({ key: 'other', reads: 7 })).toMatchObject({ status: 404, body: { detail: 'There is no such account.' } });
  });

  test.each([
    [{}, '/key is missing. /reads is missing.'],
    [{ key: 1, reads: 1.5 }, '/key must be a string. /reads must be an integer.'],
    [{ key: 'a', reads: 1, more: 1 }, '/more is not a field of this action.'],
  ])('refuse the input %j', async (body, detail) => {
    const { control } = await controlled();
    const result = await control.runAction({ path: { service: 'tiny', action: 'set-reads' }, body });
    expect(result).toMatchObject({ status: 400, body: { title: 'Bad Request', detail } });
  });

  test.each([
    [{ service: 'z', action: 'set-reads' }, 'There is no service z.'],
    [{ service: 'tiny', action: 'fly' }, 'The service tiny has no action fly.'],
  ])('of unknown names are a 404: %j', async (path, detail) => {
    const { control } = await controlled();
    expect(await control.runAction({ path, body: {} })).toMatchObject({ status: 404, body: { detail } });
  });
});

describe('the clock', () => {
  test('is frozen, moved and let run', async () => {
    const { control, account } = await controlled();
    expect(unwrap(await control.getClock(), 200)).toEqual({ now: START, frozen: true });
    expect(unwrap(await control.moveClock({ body: { by_seconds: 3600 } }), 200)).toEqual({ now: '2026-11-10T01:00:00.000Z', frozen: true });
    expect((await account()).plan_name).toBe('2026-11-10T01:00:00.000Z');
    const ran = unwrap(await control.runClock(), 200);
    expect([ran.frozen, ran.now >= '2026-11-10T01:00:00.000Z']).toEqual([false, true]);
    expect(unwrap(await control.freezeClock({ body: { at: START } }), 200)).toEqual({ now: START, frozen: true });
  });

  test('does what falls due on the way', async () => {
    const { control, account } = await controlled();
    for (let reads = 0; reads < 3; reads += 1) await account();
    await control.moveClock({ body: { to: '2026-11-29T23:59:59Z' } });
    expect((await account()).requests.credits.used).toBe(4);
    await control.moveClock({ body: { to: '2026-12-24T00:00:00Z' } });
    expect((await account()).requests.credits.used).toBe(1);
  });

  test('shows the years from 0 to 9999', async () => {
    const { control } = await controlled();
    for (let step = 0; step < 80; step += 1) await control.moveClock({ body: { by_seconds: 3_155_760_000 } });
    expect(await control.moveClock({ body: { by_seconds: 3_155_760_000 } })).toMatchObject({
      status: 400,
      body: { detail: 'The clock can show the years from 0 to 9999.' },
    });
  });
});

describe('what falls due', () => {
  test('is listed before the clock moves', async () => {
    const { control } = await controlled();
    const { upcoming } = unwrap(await control.listUpcoming({}), 200);
    expect(upcoming).toMatchObject([{ at: '2026-11-30T00:00:00.000Z', service: 'tiny', kind: 'job', name: 'reset', failures: 0 }]);
    expect(unwrap(await control.listUpcoming({ query: { until: '2026-11-29T23:59:59Z' } }), 200)).toEqual({ upcoming: [] });
    await control.moveClock({ body: { to: '2026-12-01T00:00:00Z' } });
    expect(unwrap(await control.listUpcoming({}), 200)).toEqual({ upcoming: [] });
  });
});

describe('data', () => {
  test('has the tables of a service with their rows', async () => {
    const { control } = await controlled();
    expect(unwrap(await control.listTables({ path: { service: 'tiny' } }), 200)).toEqual({ tables: [{ name: 't_accounts', rows: 1 }] });
    const rows = async (query = {}) => unwrap(await control.listRows({ path: { service: 'tiny', table: 't_accounts' }, query }), 200);
    expect(await rows()).toEqual({
      columns: ['key', 'reads', 'resets'],
      rows: [[TINY_KEY, 0, Date.parse('2026-11-30T00:00:00Z')]],
      total: 1,
    });
    expect(await rows({ offset: 1 })).toMatchObject({ rows: [], total: 1 });
  });

  test.each(['platform_sandbox', 't_accounts;', 'sqlite_master'])('has no table %s', async (table) => {
    const { control } = await controlled();
    expect(await control.listRows({ path: { service: 'tiny', table } })).toMatchObject({
      status: 404,
      body: { detail: `The service tiny has no table ${table}.` },
    });
  });

  test('has the states of resources', async () => {
    const { control, account } = await controlled();
    const { machines } = unwrap(await control.listMachines({ path: { service: 'tiny' } }), 200);
    expect(machines).toMatchObject([{ name: 'account', states: ['unread', 'read'], transitions: [{ operation: 'getAccount' }] }]);
    const states = async () => unwrap(await control.listResources({ path: { service: 'tiny', machine: 'account' } }), 200).resources;
    expect(await states()).toEqual([{ id: TINY_KEY, state: 'unread', title: 'The account' }]);
    await account();
    expect(await states()).toMatchObject([{ state: 'read' }]);
    expect(await control.listResources({ path: { service: 'tiny', machine: 'x' } })).toMatchObject({ status: 404 });
  });

  test('is seeded again for one service, and the clock stays', async () => {
    const { control, account } = await controlled();
    await account();
    await control.moveClock({ body: { to: '2026-11-15T00:00:00Z' } });
    expect((await control.seedServices({ body: { services: ['tiny'] } })).status).toBe(204);
    expect(await account()).toMatchObject({
      plan_name: '2026-11-15T00:00:00.000Z',
      reset_date: '2026-12-05',
      requests: { credits: { used: 1 } },
    });
    expect(await control.seedServices({ body: { services: ['x'] } })).toMatchObject({ status: 404 });
  });
});

describe('requests', () => {
  test('are sent again with their credentials, which the log does not show', async () => {
    const { control, account } = await controlled();
    await account();
    const [first] = unwrap(await control.listRequests({}), 200).requests;
    const again = unwrap(await control.replayRequest({ path: { id: first?.id ?? '' } }), 200);
    expect(again).toMatchObject({ operation: 'getAccount', verdict: 'answered', issues: [] });
    expect(again.id).not.toBe(first?.id);
    expect(JSON.parse(again.answer.body ?? '')).toMatchObject({ data: { requests: { credits: { used: 2 } } } });
    expect(JSON.stringify(unwrap(await control.listRequests({}), 200))).not.toContain(TINY_KEY);
    expect(await control.replayRequest({ path: { id: 'x' } })).toMatchObject({ status: 404 });
  });

  test('say which constraints they break', async () => {
    const { sandbox, control } = await controlled();
    await sandbox.fetch('h-email')(`http://h/v2/domain-search?limit=900&domain=a.example&api_key=${TINY_KEY}`);
    const [request] = unwrap(await control.listRequests({}), 200).requests;
    expect(request).toMatchObject({ verdict: 'refused', issues: [{ path: '/query/limit', keyword: 'maximum' }] });
  });

  test('are followed as they come', async () => {
    const { control, account } = await controlled();
    const { body } = await control.followRequests();
    const events = (body as AsyncIterable<{ data: { operation?: string } }>)[Symbol.asyncIterator]();
    const next = events.next();
    // The list does not say since when somebody follows it.
    const calls = setInterval(() => void account(), 20);
    onTestFinished(() => clearInterval(calls));
    expect((await next).value).toMatchObject({ data: { operation: 'getAccount' } });
    clearInterval(calls);
    await events.return?.();
  });
});

describe('snapshots', () => {
  test('keep rows and the clock, and give them back', async () => {
    const { sandbox, control, account } = await controlled({});
    await account();
    const taken = unwrap(await control.takeSnapshot({ path: { name: 'one-read' } }), 200);
    expect(unwrap(await control.listSnapshots(), 200)).toEqual({ snapshots: [taken] });
    const then = sandbox.clock.now();
    await account();
    await control.moveClock({ body: { by_seconds: 86_400 * 30 } });
    expect((await control.restoreSnapshot({ path: { name: 'one-read' } })).status).toBe(204);
    expect((await account()).requests.credits.used).toBe(2);
    expect(sandbox.clock.now() - then).toBeLessThan(3_600_000);
    expect((await control.removeSnapshot({ path: { name: 'one-read' } })).status).toBe(204);
    expect(unwrap(await control.listSnapshots(), 200)).toEqual({ snapshots: [] });
  });

  test('that are not there are a 404, and the twenty-first a 409', async () => {
    const { control } = await controlled();
    const name = 'missing';
    const missing = { status: 404, body: { detail: 'There is no snapshot missing.' } };
    expect(await control.restoreSnapshot({ path: { name } })).toMatchObject(missing);
    expect(await control.removeSnapshot({ path: { name } })).toMatchObject(missing);
    for (let number = 1; number <= 20; number += 1) await control.takeSnapshot({ path: { name: `s${number}` } });
    const detail = 'The snapshot is refused: there are 20 already; remove one first.';
    expect(await control.takeSnapshot({ path: { name: 's21' } })).toMatchObject({
      status: 409,
      body: { detail, code: 'snapshot-refused' },
    });
    expect((await control.takeSnapshot({ path: { name: 's20' } })).status).toBe(200);
  });

  test.each(['../escape', '.hidden', 'a/b', 'x'.repeat(65)])('have plain names: %s is refused', async (name) => {
    const { sandbox, control } = await controlled();
    expect((await control.takeSnapshot({ path: { name } })).status).toBe(400);
    await expect(sandbox.snapshots.take(name)).rejects.toThrow('has other characters');
    expect(await sandbox.snapshots.restore(name)).toBe(false);
  });
});

test('requests are listed, read and forgotten', async () => {
  const { sandbox, control, account } = await controlled();
  await account();
  await sandbox.fetch('h-email')('https://email.example.com/v2/account?api_key=wrong');
  const { requests } = unwrap(await control.listRequests({ query: { verdict: 'refused' } }), 200);
  expect(requests).toMatchObject([{ operation: 'getAccount', sandbox_time: START, answer: { status: 401 } }]);
  const id = requests[0]?.id ?? '';
  expect(unwrap(await control.getRequest({ path: { id } }), 200)).toEqual(requests[0]);
  expect((await control.clearRequests()).status).toBe(204);
  expect(unwrap(await control.listRequests({}), 200)).toEqual({ requests: [] });
  expect(await control.getRequest({ path: { id } })).toMatchObject({ status: 404 });
});

test('faults are added, listed and removed', async () => {
  const { control, account } = await controlled();
  const added = unwrap(await control.addFault({ body: { operation: 'getAccount', status: 500, delay_milliseconds: 1, count: 9 } }), 201);
  expect(added).toEqual({ id: 'fault-1', operation: 'getAccount', status: 500, delay_milliseconds: 1, count: 9 });
  await expect(account()).rejects.toThrow('500');
  expect(unwrap(await control.listFaults(), 200)).toEqual({ faults: [{ ...added, count: 8 }] });
  expect((await control.removeFault({ path: { id: 'fault-1' } })).status).toBe(204);
  expect((await control.removeFault({ path: { id: 'fault-1' } })).status).toBe(404);
  expect((await account()).requests.credits.used).toBe(1);
});

describe('access', () => {
  const TOKEN = 'x'.repeat(32);
  const PORTAL = 'http://127.0.0.1:4000';

  async function ask(headers: Record<string, string>, method = 'POST', path = '/v1/clock/run', portal: string | undefined = PORTAL) {
    const { sandbox } = await controlled();
    const fetch = inMemoryFetch(controlServer(sandbox, { token: TOKEN, portal }));
    return await fetch(`http://127.0.0.1:4009${path}`, { method, headers });
  }

  test.each([
    [{ authorization: `Bearer ${TOKEN}` }, 200],
    [{ authorization: `Bearer ${TOKEN}`, origin: PORTAL }, 200],
    [{ authorization: `Bearer ${TOKEN}`, host: 'localhost:4009' }, 200],
    [{ authorization: `Bearer ${TOKEN}`, host: '[::1]:4009' }, 200],
    [{ cookie: `octavo_control=${TOKEN}`, origin: PORTAL }, 200],
    [{}, 401],
    [{ authorization: 'Bearer y' }, 401],
    [{ cookie: `octavo_control=${TOKEN}` }, 401],
    [{ cookie: `octavo_control=${TOKEN}`, origin: 'http://127.0.0.1:4010' }, 401],
    [{ authorization: `Bearer ${TOKEN}`, origin: 'null' }, 403],
    [{ authorization: `Bearer ${TOKEN}`, origin: 'http://127.0.0.1:4010' }, 403],
    [{ authorization: `Bearer ${TOKEN}`, host: 'evil.example:4009' }, 403],
    [{ authorization: `Bearer ${TOKEN}`, host: '127.0.0.1.evil.example' }, 403],
    [{ authorization: `Bearer ${TOKEN}`, 'content-type': 'text/plain' }, 415],
    [{ authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json; charset=utf-8' }, 200],
  ])('a request with %j is answered with %i', async (headers, status) => {
    expect((await ask(headers)).status).toBe(status);
  });

  test('without a portal, no page may use control', async () => {
    const headers = { authorization: `Bearer ${TOKEN}`, origin: PORTAL };
    const { sandbox } = await controlled();
    const fetch = inMemoryFetch(controlServer(sandbox, { token: TOKEN }));
    expect((await fetch('http://127.0.0.1:4009/v1/clock', { headers })).status).toBe(403);
  });

  test('browsers let exactly the portal read answers', async () => {
    const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
    const allowed = await ask({ ...preflight, origin: PORTAL }, 'OPTIONS');
    expect(allowed.headers.get('access-control-allow-origin')).toBe(PORTAL);
    expect(allowed.headers.get('access-control-allow-credentials')).toBe('true');
    const other = await ask({ ...preflight, origin: 'http://127.0.0.1:4010' }, 'OPTIONS');
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('a Host header as browsers send it reaches the check on a socket', async () => {
    const { sandbox } = await controlled();
    const address = await serve(controlServer(sandbox, { token: TOKEN }));
    onTestFinished(() => address.close());
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      const headers = { host: 'evil.example', authorization: `Bearer ${TOKEN}` };
      const sent = request(`${address.url}/v1/clock`, { headers }, (response) => resolve(response.resume().statusCode));
      sent.on('error', reject).end();
    });
    expect(status).toBe(403);
  });
});
