// The ground of living mocks: what is kept in a file, and what control does, by the client and validators of the interface that the services have.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unwrap } from '@octavo/runtime';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { type LivingMockOptions, type RunningLivingMock, startLivingMock } from '../../generator/mock/living/index.ts';
import { controlValidators, createControlClient } from '../../services/generated/control/index.ts';
import { SHOP } from './shop.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-living-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const running: RunningLivingMock[] = [];
afterEach(async () => {
  for (const mock of running.splice(0)) await mock.stop();
});

async function begin(options: LivingMockOptions = {}, id = 'shop') {
  const shop = await load(`${id}.yaml`, { root: folder, allowRemote: [], text: SHOP }, new Problems());
  if (shop === undefined) throw new Error('The document is at fault.');
  const mock = await startLivingMock([shop], { controlPort: 0, ...options });
  running.push(mock);
  const ask = (method: string, target: string, body?: unknown) =>
    fetch(`${mock.urlOf(id)}${target}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  const { url = '', token = '' } = mock.control ?? {};
  return { mock, ask, control: createControlClient({ baseUrl: url, credentials: { token }, validate: controlValidators }), url };
}

const LAMP = { name: 'Desk Lamp', price: 20, currency: 'EUR', tags: ['light'] };
const names = async (response: Response | Promise<Response>) =>
  ((await (await response).json()) as { name: string }[]).map(({ name }) => name);

describe('a file that keeps the things', () => {
  const file = path.join(folder, 'world.json');

  test('has what was created and not what was deleted when the mock begins again, and only its user may read it', async () => {
    const first = await begin({ data: file, things: 2 });
    const { id } = (await (await first.ask('POST', '/products', LAMP)).json()) as { id: number };
    const [customer] = (await (await first.ask('GET', '/customers')).json()) as { id: string }[];
    expect((await first.ask('DELETE', `/customers/${customer?.id}`)).status).toBe(204);
    await first.mock.stop();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = await begin({ data: file, things: 2 });
    expect(await (await again.ask('GET', `/products/${id}`)).json()).toMatchObject(LAMP);
    expect((await again.ask('GET', `/customers/${customer?.id}`)).status).toBe(404);
    expect(((await (await again.ask('GET', '/customers')).json()) as unknown[]).length).toBe(1);
  });

  test("is refused by name where it is broken, of another document, or not the mock's", async () => {
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    const refused = async (text: string) => {
      writeFileSync(file, text);
      return begin({ data: file }).then(
        () => 'taken',
        (error: Error) => error.message,
      );
    };
    expect(await refused('{"octavo":')).toMatch(/^`--data world.json` cannot be read: it is broken: /);
    expect(await refused('{}')).toBe('`--data world.json` cannot be read: it is another file than the mock writes.');
    const other = { ...kept, documents: { library: kept.documents.shop } };
    expect(await refused(JSON.stringify(other))).toBe(
      '`--data world.json` cannot be read: it has things of the document `library`, and this mock serves `shop`.',
    );
    const foreign = { ...kept, documents: { shop: kept.documents.shop.map((thing: object) => ({ ...thing, kind: '/ships' })) } };
    expect(await refused(JSON.stringify(foreign))).toBe(
      '`--data world.json` cannot be read: in the part for the document `shop`, it has things of /ships, which this document does not have.',
    );
    expect(await refused(JSON.stringify(kept))).toBe('taken');
  });
});

test('a thousand things of a megabyte have a bound, which is named', async () => {
  const { ask } = await begin();
  const name = 'x'.repeat(1024 * 1024);
  let made = 0;
  let last = await ask('POST', '/products', { ...LAMP, name });
  for (; last.status === 201 && made < 1000; made++) {
    await last.body?.cancel();
    last = await ask('POST', '/products', { ...LAMP, name });
  }
  expect([made, last.status]).toEqual([63, 507]);
  const { detail } = (await last.json()) as { readonly detail?: string };
  expect(detail).toBe('The mock keeps 64 MiB of things, and this one would be too much. Delete some first.');
  expect((await ask('GET', '/customers')).status).toBe(200);
});

describe('control', () => {
  test('says what runs, resets the world, and shows its rows', async () => {
    const { ask, control, mock } = await begin();
    const { services } = unwrap(await control.getSandbox(), 200);
    expect(services).toEqual([{ name: 'shop', documents: [{ name: 'shop', base_url: mock.urlOf('shop') }], credentials: [], actions: [] }]);
    await ask('POST', '/products', LAMP);
    const { tables } = unwrap(await control.listTables({ path: { service: 'shop' } }), 200);
    expect(tables).toContainEqual({ name: '/products', rows: 6 });
    const { columns, rows, total } = unwrap(
      await control.listRows({ path: { service: 'shop', table: '/products' }, query: { offset: 5 } }),
      200,
    );
    expect(total).toBe(6);
    expect(rows.map((row) => row[columns.indexOf('name')])).toEqual(['Desk Lamp']);
    expect((await control.resetSandbox()).status).toBe(204);
    expect(await names(ask('GET', '/products'))).not.toContain('Desk Lamp');
    expect(await names(ask('GET', '/products'))).toHaveLength(5);
    expect((await control.seedServices({ body: { services: ['none'] } })).status).toBe(404);
    expect(unwrap(await control.listConnections(), 200)).toEqual({ connections: [] });
  });

  test('takes a snapshot, and comes back to it', async () => {
    const { ask, control } = await begin();
    await ask('POST', '/products', LAMP);
    expect(unwrap(await control.takeSnapshot({ path: { name: 'with-lamp' } }), 200)).toMatchObject({ name: 'with-lamp' });
    await control.resetSandbox();
    expect((await control.restoreSnapshot({ path: { name: 'with-lamp' } })).status).toBe(204);
    expect(await names(ask('GET', '/products'))).toContain('Desk Lamp');
    expect(unwrap(await control.listSnapshots(), 200).snapshots.map(({ name }) => name)).toEqual(['with-lamp']);
    for (let number = 1; number < 20; number++) await control.takeSnapshot({ path: { name: `s-${number}` } });
    const refused = await control.takeSnapshot({ path: { name: 'one-more' } });
    expect(refused).toMatchObject({ status: 409, body: { detail: 'The snapshot is refused: there are 20 already; remove one first.' } });
    expect((await control.removeSnapshot({ path: { name: 's-1' } })).status).toBe(204);
    expect((await control.restoreSnapshot({ path: { name: 's-1' } })).status).toBe(404);
  });

  test('moves and stops the clock, by which things are dated', async () => {
    const { ask, control } = await begin();
    expect(unwrap(await control.freezeClock({ body: { at: '2031-05-06T07:08:09Z' } }), 200)).toEqual({
      now: '2031-05-06T07:08:09.000Z',
      frozen: true,
    });
    await control.moveClock({ body: { by_seconds: 3600 } });
    const [{ address } = { address: {} }] = (await (await ask('GET', '/customers')).json()) as { address: object }[];
    const made = await ask('POST', '/customers', { name: 'Ana Berg', email: 'ana@example.com', phone: '1', address });
    expect(await made.json()).toMatchObject({ createdAt: '2031-05-06T08:08:09.000Z' });
    expect(unwrap(await control.runClock(), 200).frozen).toBe(false);
    await control.resetSandbox();
    expect(Math.abs(Date.parse(unwrap(await control.getClock(), 200).now) - Date.now())).toBeLessThan(60_000);
  });

  test('shows the requests, without credentials, as they come', async () => {
    const { mock, ask, control } = await begin();
    const sent = await ask('GET', '/products?token=abc');
    await ask('POST', '/products', { name: 'x', password: 'secret', next_token: 'page2' });
    const { requests } = unwrap(await control.listRequests({ query: { document: 'shop' } }), 200);
    expect(requests.map(({ method, verdict, target }) => `${method} ${target} ${verdict}`)).toEqual([
      'POST /products refused',
      'GET /products?token=[redacted] answered',
    ]);
    expect(requests[0]).toMatchObject({
      body: '{"name":"x","password":"[redacted]","next_token":"page2"}',
      reasons: ['/body/price is missing. (and 2 more)'],
    });
    const one = unwrap(await control.getRequest({ path: { id: sent.headers.get('x-request-id') ?? '' } }), 200);
    expect(one).toMatchObject({ operation: 'listProducts', answer: { status: 200 } });
    await fetch(`${mock.urlOf('shop')}/products`, { method: 'POST', body: new URLSearchParams({ name: 'x', client_secret: 'abc' }) });
    const [form] = unwrap(await control.listRequests(), 200).requests;
    expect(form).toMatchObject({ verdict: 'refused', body: 'name=x&client_secret=[redacted]' });
    const again = unwrap(await control.replayRequest({ path: { id: form?.id ?? '' } }), 200);
    expect([again.id === form?.id, again.verdict, again.body]).toEqual([false, 'refused', form?.body]);
    await ask('POST', '/products', { name: 'x'.repeat(70_000) });
    const [long] = unwrap(await control.listRequests(), 200).requests;
    expect((await control.replayRequest({ path: { id: long?.id ?? '' } })).status).toBe(409);
    const followed = unwrap(await control.followRequests(), 200);
    const next = followed[Symbol.asyncIterator]().next();
    await ask('GET', '/orders');
    expect((await next).value).toMatchObject({ data: { target: '/orders' } });
    await control.clearRequests();
    expect(unwrap(await control.listRequests(), 200).requests).toEqual([]);
  });

  test('has operations fail, which then change nothing', async () => {
    const { ask, control } = await begin();
    const { id } = unwrap(
      await control.addFault({ body: { operation: 'addProduct', status: 503, headers: { 'x-why': 'test' }, count: 1 } }),
      201,
    );
    expect((await ask('GET', '/products')).status).toBe(200);
    expect((await ask('POST', '/products', { name: 1 })).status).toBe(400);
    const failed = await ask('POST', '/products', LAMP);
    expect([failed.status, failed.headers.get('x-why')]).toEqual([503, 'test']);
    expect((await ask('POST', '/products', LAMP)).status).toBe(201);
    expect(await names(ask('GET', '/products'))).toHaveLength(6);
    expect((await control.removeFault({ path: { id } })).status).toBe(404);
    await control.addFault({ body: { operation: 'listProducts', drop: true, count: 1 } });
    await expect(ask('GET', '/products')).rejects.toThrow();
    const slow = unwrap(await control.addFault({ body: { operation: 'listProducts', delay_milliseconds: 300 } }), 201);
    const began = performance.now();
    expect((await ask('GET', '/products')).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(290);
    expect(unwrap(await control.listFaults(), 200).faults).toEqual([{ id: slow.id, operation: 'listProducts', delay_milliseconds: 300 }]);
  });

  test('needs its token, and refuses pages of others and bodies that it cannot read', async () => {
    const { url, mock } = await begin();
    const { token = '' } = mock.control ?? {};
    const status = async (init: RequestInit, at = '/clock') => (await fetch(`${url}${at}`, init)).status;
    expect(await status({})).toBe(401);
    expect(await status({ headers: { authorization: 'Bearer x' } })).toBe(401);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    expect(await status({ headers })).toBe(200);
    expect(await status({ headers: { ...headers, origin: 'https://evil.example' } })).toBe(403);
    expect(await status({ headers: { cookie: `octavo_control=${token}` } })).toBe(401);
    expect(await status({ headers: { ...headers, 'content-type': 'text/plain' }, method: 'POST', body: '{}' }, '/clock/freeze')).toBe(415);
    for (const body of ['{', '[]', '{"when":1}', '{"at":"noon"}'])
      expect(await status({ headers, method: 'POST', body }, '/clock/freeze'), body).toBe(400);
    for (const body of ['{}', '{"status":200}', '{"drop":false}', '{"status":503,"count":0}', '{"status":503,"headers":{"a":1}}'])
      expect(await status({ headers, method: 'POST', body }, '/faults'), body).toBe(400);
    expect(await status({ headers }, '/deliverances')).toBe(404);
    expect(await status({ headers, method: 'PATCH' })).toBe(405);
  });
});
