// Sees to it that processes share a database only if they share what else they need: a Redis, since each would count limits and cache rows alone
// without it, and the key that seals. And it knows which migrations all of them have, so that none loses a column that it uses.

import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Warn } from '../redis.ts';
import { versionName } from '../store/derive.ts';
import { isContract } from '../store/migrate.ts';
import type { MustWait, Part } from '../store/store.ts';

/** An advisory lock of PostgreSQL, within one database: the letters `octavo` as a number. */
const LOCK = 0x6f637461766f;
/** Further locks have two numbers, of which this is the first: the letters `octa`. */
const FACTS = 0x6f637461;

/** What processes on one database have alike, as far as they were told so. */
interface Shared {
  /** The address of Redis. */
  readonly redis: string | undefined;
  /** Tells the key that seals from others. */
  readonly seal: string;
  /** Other settings, as a text. */
  readonly settings: string;
}

interface Companions {
  /**
   * Compares what this process has with all others that run.
   * @throws {Error} if another one has another Redis, or seals with another key
   */
  agree(shared: Shared, warn: Warn): Promise<void>;
  /** Whether another process uses the tables of a part, and does not have a migration of it: one of an older release. */
  readonly mustWait: MustWait;
  leave(): Promise<void>;
}

/**
 * Holds locks in the database as long as this process runs: one alone, or together with others that have Redis, and one for each fact that others
 * need.
 * @param parts whose tables it uses
 * @throws {Error} if another process is there, and one of the two has no Redis
 */
export async function joinDatabase(url: string, hasRedis: boolean, parts: readonly Part[] = []): Promise<Companions> {
  const known = parts.flatMap(({ name, migrations, indexes = [] }) => [
    uses(name),
    ...[...Object.keys(migrations).filter(isContract), ...indexes.map(versionName)].map((one) => knows(name, one)),
  ]);
  const join = () => enter(url, hasRedis, known);
  let client = await join();
  if (client === undefined)
    throw new Error(
      hasRedis
        ? 'Another process without Redis uses this database. Stop it, and start it again with the same `--redis redis://…` as this one.'
        : 'Another process uses this database. Several processes need Redis: give each of them the same `--redis redis://…`.',
    );
  let name = NAME;
  let hasLeft = false;
  const current = (): Client => {
    if (client === undefined) throw new Error('There is no connection to PostgreSQL.');
    return client;
  };
  /** If PostgreSQL is restarted, the locks are gone; who runs already goes on, and takes them again. */
  async function joinAgain(): Promise<void> {
    client = undefined;
    while (client === undefined && !hasLeft) {
      await setTimeout(AGAIN, undefined, { ref: false });
      client = await join().catch(() => undefined);
    }
    if (client === undefined) return;
    if (hasLeft) return await client.end();
    follow(client);
    await rename(client, name).catch(() => {});
  }
  function follow(joined: Client): void {
    joined.once('end', () => {
      if (!hasLeft) void joinAgain();
    });
  }
  follow(client);
  return {
    async agree(shared, warn) {
      name = nameOf(shared);
      await agree(current(), name, warn);
    },
    mustWait: (part, migration) => isUsedWithout(current(), uses(part), knows(part, migration)),
    async leave() {
      hasLeft = true;
      await client?.end();
    },
  };
}

/** Milliseconds. */
const AGAIN = 1_000;
const NAME = 'octavo-services';

/** @returns nothing if the lock is held by a process that does not share it */
async function enter(url: string, hasRedis: boolean, facts: readonly number[]): Promise<Client | undefined> {
  const { Client } = await import('pg');
  const client = new Client({ connectionString: url, application_name: NAME, keepAlive: true, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  // Before the other lock, so that nobody sees this process without what it knows.
  await client.query('select pg_advisory_lock_shared($1, fact) from unnest($2::int[]) as fact', [FACTS, facts]);
  const { rows } = await client.query<{ held: boolean }>(`select pg_try_advisory_lock${hasRedis ? '_shared' : ''}(${LOCK}) as held`);
  if (rows[0]?.held === true) return client;
  await client.end();
  return undefined;
}

const uses = (part: string) => factOf(`uses ${part}`);
const knows = (part: string, migration: string) => factOf(`knows ${part} ${migration}`);

/** 31 bits, which PostgreSQL shows in the list of locks as it takes them. */
function factOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() >>> 1;
}

/** Releases that do not say which parts they use may use all of them. Anybody may read the list of locks. */
async function isUsedWithout(client: Client, using: number, knowing: number): Promise<boolean> {
  const has = (fact: string) =>
    `exists (select from locks as fact where fact.pid = process.pid and objsubid = 2 and classid = ${FACTS}${fact})`;
  const { rows } = await client.query(
    `with locks as (
      select pid, classid::bigint, objid::bigint, objsubid from pg_locks
      where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())
    )
    select 1 from locks as process
    where objsubid = 1 and classid = ${Math.floor(LOCK / 2 ** 32)} and objid = ${LOCK % 2 ** 32} and pid <> pg_backend_pid()
      and not ${has(' and objid = $2')} and (${has(' and objid = $1')} or not ${has('')})`,
    [using, knowing],
  );
  return rows.length > 0;
}

/** The name of the connection that holds the lock says what its process has, as digests: it ends with the process. PostgreSQL keeps 63 bytes. */
function nameOf({ redis, seal, settings }: Shared): string {
  const place = redis === undefined ? '' : placeOf(redis);
  return `${NAME} redis:${digestOf(place)} seal:${digestOf(seal)} other:${digestOf(settings)}`;
}

async function rename(client: Client, name: string): Promise<void> {
  await client.query("select set_config('application_name', $1, false)", [name]);
}

async function agree(client: Client, own: string, warn: Warn): Promise<void> {
  await rename(client, own);
  const { rows } = await client.query<{ name: string }>(
    'select application_name as name from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name like $1',
    [`${NAME} redis:%`],
  );
  const differs = (part: string) => rows.some(({ name }) => partOf(name, part) !== partOf(own, part));
  if (differs('redis'))
    throw new Error(
      'Another process on this database uses another Redis. Give each of them the same `--redis redis://…`, with the same host.',
    );
  if (differs('seal'))
    throw new Error('Another process on this database seals with another key. Give each of them the same OCTAVO_SEAL_KEY.');
  if (differs('other'))
    warn(
      'Another process on this database has other settings. Give each of them the same --public-url, --trusted-proxies, --allow-loopback and --blob-space: callers cannot know which one answers.',
    );
}

function partOf(name: string, part: string): string | undefined {
  return new RegExp(`${part}:(\\w+)`).exec(name)?.[1];
}

/** Without user name and password, which may differ. */
function placeOf(redis: string): string {
  const { hostname, port, pathname } = new URL(redis);
  return [hostname === 'localhost' ? '127.0.0.1' : hostname, port || '6379', pathname.replace('/', '') || '0'].join(' ');
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
