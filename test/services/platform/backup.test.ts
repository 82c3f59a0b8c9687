// Tests backups that are taken while a sandbox writes and sends, as services/README.md tells operators to take and restore them: what was
// acknowledged before is there, what was under way is whole or absent, deliveries keep their ids, and sealed texts can be read with the key alone.

import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { TransportError } from '@octavo/runtime';
import { expect, onTestFinished, test } from 'vitest';
import type { DeliveryKind } from '../../../services/platform/outbox/outbox.ts';
import { openSandbox, type Sandbox } from '../../../services/platform/sandbox/sandbox.ts';
import { OtherSeal } from '../../../services/platform/seal.ts';
import { defineService, type Platform, type Service } from '../../../services/platform/service.ts';
import { createTables } from '../../../services/platform/store/create-tables.ts';
import type { StorePlace } from '../../../services/platform/store/open.ts';
import { key, type TablesOf, table, text } from '../../../services/platform/store/table.ts';
import { byEffort } from '../../support/effort.ts';
import { POSTGRES } from '../../support/postgres.ts';
import { sharePostgres } from '../../support/shared-servers.ts';

const run = promisify(execFile);
const tables = [table('t_entries', { id: key(text), sealed: text, filler: text })] as const;
type Tables = TablesOf<typeof tables>;

/** Its payload is the id of the entry. */
const ADDED: DeliveryKind<string> = { service: 'entries', event: 'added', accepts: (value): value is string => typeof value === 'string' };
const RECEIVER = 'http://127.0.0.1:9/';
const DURING = byEffort({ quick: 50, deep: 3_000 });
const FILLER = 'x'.repeat(byEffort({ quick: 100, deep: 8_000 }));

const service: Service = defineService<Tables>({
  name: 'entries',
  story: '2026-11-10T00:00:00Z',
  documents: [],
  credentials: [],
  tables,
  migrations: { '001-tables': createTables(tables) },
  seed: async () => {},
  serve({ outbox }) {
    outbox.handle(ADDED, {
      schedule: Array.from({ length: 100 }, () => 1),
      async post({ id, url, payload }, { fetch }, { onAnswer }) {
        const init = { method: 'POST', headers: { 'webhook-id': id }, body: payload, redirect: 'manual' } as const;
        const response = await fetch(url, init).catch((error: unknown) => {
          throw new TransportError('added', undefined, error);
        });
        onAnswer?.({ status: response.status, retryAfter: undefined });
      },
    });
    return {};
  },
});

/** Receives deliveries, of which it keeps the ids by entry. It answers none until it is told to, so that many wait. */
function createReceiver() {
  const received = new Map<string, string[]>();
  let answer = (): void => {};
  const isOpen = new Promise<void>((resolve) => {
    answer = resolve;
  });
  return {
    received,
    answer: () => answer(),
    async fetch(_url: string | URL | Request, init?: RequestInit): Promise<Response> {
      const entry = String(init?.body);
      received.set(entry, [...(received.get(entry) ?? []), new Headers(init?.headers).get('webhook-id') ?? '']);
      await isOpen;
      return new Response(null, { status: 204 });
    },
  };
}
type Receiver = ReturnType<typeof createReceiver>;

async function open(store: StorePlace, { fetch }: Receiver, snapshots?: string): Promise<Sandbox> {
  const more = snapshots === undefined ? {} : { snapshots };
  const sandbox = await openSandbox([service], { store, network: { allowPrivate: true, fetch }, warn: () => {}, ...more });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

const platformOf = (sandbox: Sandbox) => sandbox.platformOf('entries') as Platform<Tables>;

/** Adds entries, each with its delivery, until it is ended. @returns the ids that were acknowledged so far */
function write({ store, outbox, seal }: Platform<Tables>) {
  const acknowledged: string[] = [];
  let isEnding = false;
  async function lane(name: number): Promise<void> {
    for (let index = 0; !isEnding; index++) {
      const id = `${name}-${index}`;
      await store.write(async (unit) => {
        await unit
          .insertInto('t_entries')
          .values({ id, sealed: seal.seal(id), filler: FILLER })
          .execute();
        await outbox.add(unit, ADDED, { url: RECEIVER, payload: id });
      });
      acknowledged.push(id);
    }
  }
  const lanes = Promise.all([1, 2, 3, 4].map(lane));
  return {
    acknowledged,
    async end() {
      isEnding = true;
      await lanes;
    },
  };
}

/** Writes before, while and after a backup is taken, and sends some of what waits then. @returns what was acknowledged before it, and in the end */
async function writeAround(sandbox: Sandbox, { received, answer }: Receiver, backup: () => Promise<unknown>) {
  const writing = write(platformOf(sandbox));
  await new Promise((resolve) => setTimeout(resolve, DURING));
  await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(20);
  const before = [...writing.acknowledged];
  await backup();
  const then = writing.acknowledged.length;
  await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(then + 20);
  await writing.end();
  const sent = received.size;
  answer();
  await expect.poll(() => received.size).toBeGreaterThan(sent + 5);
  return { before, all: writing.acknowledged };
}

/** @throws {OtherSeal} */
async function assertRestored(sandbox: Sandbox, { before, all }: Awaited<ReturnType<typeof writeAround>>): Promise<void> {
  const { store, seal } = platformOf(sandbox);
  const rows = await store.read.selectFrom('t_entries').selectAll().execute();
  const entries = new Set(rows.map(({ id }) => id));
  expect(before.filter((id) => !entries.has(id))).toEqual([]);
  // What was written after the backup is not there.
  expect(entries.size).toBeLessThan(all.length);
  const deliveries = await sandbox
    .platformOf('entries')
    .store.read.selectFrom('platform_deliveries' as never)
    .select('payload' as never)
    .execute();
  const delivered = deliveries.map(({ payload }) => JSON.parse(payload) as string);
  expect(delivered.toSorted()).toEqual([...entries].toSorted());
  for (const { id, sealed } of rows) expect(seal.open(sealed)).toBe(id);
}

/** What was sent since the backup is sent again, under the same id, and so is what had not been sent. */
async function assertSentAgain({ received }: Receiver, before: readonly string[]): Promise<void> {
  await expect.poll(() => before.filter((id) => !received.has(id))).toEqual([]);
  await expect.poll(() => [...received.values()].filter((ids) => ids.length > 1).length).toBeGreaterThan(4);
  expect([...received].filter(([, ids]) => new Set(ids).size > 1)).toEqual([]);
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function withSealKey(value: string): void {
  const before = process.env.OCTAVO_SEAL_KEY;
  process.env.OCTAVO_SEAL_KEY = value;
  onTestFinished(() => {
    if (before === undefined) delete process.env.OCTAVO_SEAL_KEY;
    else process.env.OCTAVO_SEAL_KEY = before;
  });
}

test('a file: a snapshot of control, or of another program by `vacuum into`', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'sandbox.sqlite');
  const receiver = createReceiver();
  const sandbox = await open({ file }, receiver, join(folder, 'snapshots'));
  // What a plain copy has lost is in the log beside it: an open read keeps SQLite from moving the log into the file in the meantime.
  const reading = new DatabaseSync(file);
  reading.exec('begin');
  reading.prepare('select count(*) from sqlite_master').get();
  const copy = join(folder, 'copy.sqlite');
  const vacuumed = join(folder, 'vacuumed.sqlite');
  const vacuum = `const { DatabaseSync } = require('node:sqlite'); new DatabaseSync(process.argv[1]).prepare('vacuum into ?').run(process.argv[2]);`;
  const written = await writeAround(sandbox, receiver, async () => {
    copyFileSync(file, copy);
    await run(process.execPath, ['-e', vacuum, file, vacuumed]);
    reading.close();
    await sandbox.snapshots.take('backup');
  });
  await sandbox.close();
  const copied = new DatabaseSync(copy);
  const isTable = copied.prepare("select count(*) as count from sqlite_master where name = 't_entries'").get()?.count === 1;
  const found = isTable
    ? copied
        .prepare('select id from t_entries')
        .all()
        .map(({ id }) => id)
    : [];
  copied.close();
  expect(written.before.filter((id) => !found.includes(id))).not.toEqual([]);

  for (const backup of [join(folder, 'snapshots', 'backup.sqlite'), vacuumed]) {
    const place = temporaryFolder();
    copyFileSync(backup, join(place, 'sandbox.sqlite'));
    copyFileSync(join(folder, 'seal.key'), join(place, 'seal.key'));
    const restored = await open({ file: join(place, 'sandbox.sqlite') }, receiver);
    await assertRestored(restored, written);
    await assertSentAgain(receiver, written.before);
    await restored.close();
    // Without its key, all is there but what was sealed.
    rmSync(join(place, 'seal.key'));
    const keyless = await open({ file: join(place, 'sandbox.sqlite') }, receiver);
    await expect(assertRestored(keyless, written)).rejects.toThrow(OtherSeal);
    await keyless.close();
  }
});

test.skipIf(!POSTGRES)('PostgreSQL: pg_dump and pg_restore', async () => {
  const postgres = await sharePostgres();
  onTestFinished(() => postgres.stop());
  const [from, to] = [await postgres.newDatabase(), await postgres.newDatabase()];
  const dump = join(temporaryFolder(), 'backup.dump');
  withSealKey('a key of this team');
  const receiver = createReceiver();
  const sandbox = await open({ postgres: from }, receiver);
  const written = await writeAround(sandbox, receiver, () =>
    run('pg_dump', ['--format=custom', '--serializable-deferrable', `--file=${dump}`, from]),
  );
  await sandbox.close();
  await run('pg_restore', ['--exit-on-error', '--no-owner', `--dbname=${to}`, dump]);
  const restored = await open({ postgres: to }, receiver);
  await assertRestored(restored, written);
  await assertSentAgain(receiver, written.before);
  await restored.close();
  withSealKey('another key');
  const keyless = await open({ postgres: to }, receiver);
  await expect(assertRestored(keyless, written)).rejects.toThrow(OtherSeal);
});
