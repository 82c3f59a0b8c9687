// Tests due work and the outbox with several processes on PostgreSQL, of which one is killed.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDue } from '../../../services/platform/due/stored-due.ts';
import { dueMigrations } from '../../../services/platform/due/tables.ts';
import { createOutbox } from '../../../services/platform/outbox/stored-outbox.ts';
import { outboxMigrations } from '../../../services/platform/outbox/tables.ts';
import { openStore } from '../../../services/platform/store/open.ts';
import type { OpenStore, Store } from '../../../services/platform/store/store.ts';
import { POSTGRES, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { EVENT, NOTE, noteMigrations, type WorkTables } from './processes/work.ts';

const PROGRAM = path.resolve('test/services/platform/processes/worker.ts');

interface Received {
  readonly id: string;
  readonly process: string;
}

describe.skipIf(!POSTGRES)('several processes on PostgreSQL', () => {
  let postgres: TestPostgres;
  let url: string;
  let store: OpenStore<WorkTables>;
  let server: Server;
  let target: string;
  const received: Received[] = [];
  const children: ChildProcess[] = [];
  let answer: (received: Received, response: ServerResponse) => void;

  beforeAll(async () => {
    postgres = await startPostgres();
    server = createServer((request, response) => {
      const one = { id: String(request.headers['webhook-id']), process: String(request.headers['x-process']) };
      received.push(one);
      request.resume().on('end', () => answer(one, response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await postgres.stop();
  });
  beforeEach(async () => {
    url = await postgres.newDatabase();
    store = await openStore<WorkTables>({ postgres: url });
    await store.migrate('platform_due', dueMigrations);
    await store.migrate('platform_outbox', outboxMigrations);
    await store.migrate('x_notes', noteMigrations);
    received.length = 0;
  });
  afterEach(async () => {
    for (const child of children.splice(0)) await kill(child);
    await store.close();
  });

  async function start(name: string): Promise<ChildProcess> {
    const child = spawn(process.execPath, [PROGRAM, url, name], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    await once(child.stdout, 'data');
    return child;
  }

  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  const common = { clock: { now: () => Date.now() }, warn: (message: string) => expect.fail(message) };

  async function addDeliveries(count: number): Promise<string[]> {
    const outbox = createOutbox({
      ...common,
      store: store as Store<unknown> as Parameters<typeof createOutbox>[0]['store'],
      network: { fetch, allowPrivate: 'loopback' },
    });
    return await store.write(async (tables) => {
      const ids: string[] = [];
      for (let index = 0; index < count; index++) ids.push(await outbox.add(tables, EVENT, { url: target, payload: `${index}` }));
      return ids;
    });
  }

  async function delivered(): Promise<number> {
    const rows = await store.read.selectFrom('platform_deliveries').select('id').where('state', '=', 'delivered').execute();
    return rows.length;
  }

  test('nothing is sent twice while leases last', async () => {
    answer = (_, response) => setTimeout(() => response.writeHead(204).end(), 20);
    await Promise.all([start('one'), start('two')]);
    const ids = await addDeliveries(200);
    await expect.poll(delivered).toBe(200);
    expect(received.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(new Set(received.map(({ process }) => process))).toEqual(new Set(['one', 'two']));
  });

  test('what a process was sending when it was killed, another sends with the same id', async () => {
    // The process that is killed hears nothing from the receiver, so it is certainly sending then.
    answer = ({ process }, response) => {
      if (process !== 'victim') response.writeHead(204).end();
    };
    const victim = await start('victim');
    const ids = await addDeliveries(60);
    await expect.poll(() => received.length).toBe(8);
    await start('heir');
    await kill(victim);
    await expect.poll(delivered).toBe(60);
    const of = (name: string) => received.filter(({ process }) => process === name).map(({ id }) => id);
    expect(of('heir').sort()).toEqual([...ids].sort());
    expect(of('victim')).toHaveLength(8);
    const attempts = await store.read.selectFrom('platform_attempts').selectAll().execute();
    expect(attempts).toHaveLength(60);
  });

  test('each job that falls due runs once and in order, also where the process that runs them is killed', async () => {
    const due = createDue({ ...common, store: store as Store<unknown> as Parameters<typeof createDue>[0]['store'] });
    const now = Date.now();
    await store.write(async (tables) => {
      for (let index = 0; index < 120; index++) await due.schedule(tables, NOTE, { at: now - 1_000 + index, payload: `${index}` });
    });
    const notes = async () => await store.read.selectFrom('notes').selectAll().orderBy('position').execute();
    const victim = await start('victim');
    await expect.poll(async () => (await notes()).length).toBe(20);
    await start('heir');
    await kill(victim);
    await expect.poll(async () => (await notes()).length).toBe(120);
    const written = await notes();
    expect(written.map(({ text }) => text)).toEqual(Array.from({ length: 120 }, (_, index) => `${index}`));
    expect(written.map(({ process }) => process)).toEqual(written.map((_, index) => (index < 20 ? 'victim' : 'heir')));
    expect(await due.waiting(1)).toEqual([]);
  });
});
