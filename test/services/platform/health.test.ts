// Tests /healthz and /readyz of services at addresses: what each needs and lacks, that no log and no limit has them, and what they say while it ends.

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createControlClient } from '../../../services/generated/control/index.ts';
import { run } from '../../../services/platform/run/run.ts';
import { openStore } from '../../../services/platform/store/open.ts';
import { portsFrom } from '../../../services/ports.ts';
import { POSTGRES, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { REDIS, startRedis, type TestRedis } from '../../support/redis.ts';
import { tinyService } from '../../support/tiny-service.ts';

async function running(options: Partial<Parameters<typeof run>[1]> = {}) {
  const started = await run([tinyService()], { host: '127.0.0.1', port: portsFrom(0), warn: () => {}, ...options });
  onTestFinished(() => started.close());
  return { ...started, origin: new URL(started.services[0]?.documents[0]?.url ?? '').origin };
}

/** The status and what the body says. */
async function ask(origin: string, path = '/readyz', method = 'GET') {
  const response = await fetch(`${origin}${path}`, { method });
  return [response.status, await response.json()] as const;
}

const OK = [
  { name: 'store', ok: true },
  { name: 'migrations', ok: true },
];

test('a process that lives says so, and is ready where its store has its tables', async () => {
  const { origin } = await running();
  expect(await ask(origin, '/healthz')).toEqual([200, { status: 'alive' }]);
  expect(await ask(origin, '/readyz?from=balancer')).toEqual([200, { status: 'ready', checks: OK }]);
  const head = await fetch(`${origin}/readyz`, { method: 'HEAD' });
  expect([head.status, head.headers.get('cache-control'), await head.text()]).toEqual([200, 'no-store', '']);
  expect((await fetch(`${origin}/healthz`, { method: 'POST' })).status).toBe(405);
});

test('paths that only look alike are the document’s', async () => {
  const { origin } = await running();
  for (const path of ['/healthz/', '/HEALTHZ', '/v2/readyz']) expect((await fetch(origin + path)).status).toBe(404);
});

test('the log of requests does not have them', async () => {
  const { origin, control } = await running();
  await ask(origin, '/healthz');
  await ask(origin);
  const client = createControlClient({ baseUrl: control?.url ?? '', credentials: { token: control?.token ?? '' } });
  const listed = await client.listRequests({});
  expect(listed.body).toMatchObject({ requests: [] });
});

test('from the first signal on, it says that it is draining, and answers requests as before', async () => {
  const { origin, drain } = await running();
  drain();
  expect(await ask(origin)).toEqual([503, { status: 'draining', checks: OK }]);
  expect(await ask(origin, '/healthz')).toEqual([200, { status: 'alive' }]);
  const answer = await fetch(`${origin}/v2/account`);
  expect([answer.status, answer.headers.get('connection')]).toEqual([401, 'close']);
});

// Where they are not installed, the helpers print a line that says so.
describe.skipIf(!POSTGRES || !REDIS)('on PostgreSQL and Redis', () => {
  let postgres: TestPostgres;
  let redis: TestRedis;
  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  });
  afterAll(async () => {
    await Promise.all([postgres.stop(), redis.stop()]);
  });
  const READY = [...OK, { name: 'redis', ok: true }];

  test('it is not ready while Redis is gone or silent, and is again afterwards', async () => {
    const { origin } = await running({ store: { postgres: await postgres.newDatabase() }, redis: redis.url });
    expect(await ask(origin)).toEqual([200, { status: 'ready', checks: READY }]);
    redis.freeze(true);
    expect(await ask(origin)).toEqual([
      503,
      { status: 'not ready', checks: [...OK, { name: 'redis', ok: false, reason: 'no answer within 2000 ms' }] },
    ]);
    redis.freeze(false);
    await expect.poll(async () => (await ask(origin))[0]).toBe(200);
    await redis.kill();
    await expect
      .poll(() => ask(origin))
      .toEqual([503, { status: 'not ready', checks: [...OK, { name: 'redis', ok: false, reason: expect.any(String) }] }]);
    await redis.restart();
    await expect.poll(async () => (await ask(origin))[0]).toBe(200);
  });

  test('it is not ready while PostgreSQL is silent or gone, also for many who ask at once', async () => {
    const { origin } = await running({ store: { postgres: await postgres.newDatabase() } });
    const lacking = (reason: unknown) => [
      503,
      {
        status: 'not ready',
        checks: [
          { name: 'store', ok: false, reason },
          { name: 'migrations', ok: false, reason: 'The store does not say which it has.' },
        ],
      },
    ];
    postgres.freeze(true);
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(origin)));
    for (const answer of answers) expect(answer).toEqual(lacking('no answer within 2000 ms'));
    postgres.freeze(false);
    await expect.poll(async () => (await ask(origin))[0]).toBe(200);
    await postgres.kill();
    expect(await ask(origin)).toEqual(lacking(expect.stringContaining('PostgreSQL cannot be reached')));
    await postgres.restart();
    await expect.poll(async () => (await ask(origin))[0]).toBe(200);
  });

  test('it is not ready where the store lacks a migration, which is named', async () => {
    const database = await postgres.newDatabase();
    const { origin } = await running({ store: { postgres: database } });
    const store = await openStore({ postgres: database });
    onTestFinished(() => store.close());
    await store.write((tables) => sql`delete from migrations_tiny`.execute(tables));
    expect(await ask(origin)).toEqual([
      503,
      {
        status: 'not ready',
        checks: [
          { name: 'store', ok: true },
          { name: 'migrations', ok: false, reason: 'The store lacks 2026-11-22-accounts of tiny.' },
        ],
      },
    ]);
    await store.write((tables) => sql`drop table migrations_tiny`.execute(tables));
    expect(await ask(origin)).toMatchObject([
      503,
      { checks: [{ ok: true }, { ok: false, reason: expect.stringContaining('migrations_tiny') }] },
    ]);
  });
});
