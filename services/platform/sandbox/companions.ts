// Sees to it that processes share a database only if they share what else they need: a Redis, since each would count limits and cache rows alone without it,
// and the key that seals.

import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import type { Warn } from '../redis.ts';

/** An advisory lock of PostgreSQL, within one database: the letters `octavo` as a number. */
const LOCK = 0x6f637461766f;

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
  leave(): Promise<void>;
}

/**
 * Holds a lock in the database as long as this process runs: alone, or together with others that have Redis.
 * @throws {Error} if another process is there, and one of the two has no Redis
 */
export async function joinDatabase(url: string, hasRedis: boolean): Promise<Companions> {
  const { Client } = await import('pg');
  const client = new Client({
    connectionString: url,
    application_name: NAME,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  // If PostgreSQL is restarted, the lock is gone; who runs already goes on.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ held: boolean }>(`select pg_try_advisory_lock${hasRedis ? '_shared' : ''}(${LOCK}) as held`);
  if (rows[0]?.held === true) return { agree: (shared, warn) => agree(client, shared, warn), leave: () => client.end() };
  await client.end();
  throw new Error(
    hasRedis
      ? 'Another process without Redis uses this database. Stop it, and start it again with the same `--redis redis://…` as this one.'
      : 'Another process uses this database. Several processes need Redis: give each of them the same `--redis redis://…`.',
  );
}

const NAME = 'octavo-services';

/** The name of the connection that holds the lock says what its process has, as digests: it ends with the process. PostgreSQL keeps 63 bytes. */
function nameOf({ redis, seal, settings }: Shared): string {
  const place = redis === undefined ? '' : placeOf(redis);
  return `${NAME} redis:${digestOf(place)} seal:${digestOf(seal)} other:${digestOf(settings)}`;
}

async function agree(client: Client, shared: Shared, warn: Warn): Promise<void> {
  const own = nameOf(shared);
  await client.query("select set_config('application_name', $1, false)", [own]);
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
