// Sees to it that processes share a database only if they share a Redis too: without it, each would count limits and cache rows alone.

/** An advisory lock of PostgreSQL, within one database: the letters `octavo` as a number. */
const LOCK = 0x6f637461766f;

/**
 * Holds a lock in the database as long as this process runs: alone, or together with others that have Redis.
 * @returns ends it
 * @throws {Error} if another process is there, and one of the two has no Redis
 */
export async function joinDatabase(url: string, hasRedis: boolean): Promise<() => Promise<void>> {
  const { Client } = await import('pg');
  const client = new Client({
    connectionString: url,
    application_name: 'octavo-services',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  // If PostgreSQL is restarted, the lock is gone; who runs already goes on.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ held: boolean }>(`select pg_try_advisory_lock${hasRedis ? '_shared' : ''}(${LOCK}) as held`);
  if (rows[0]?.held === true) return () => client.end();
  await client.end();
  throw new Error(
    hasRedis
      ? 'Another process without Redis uses this database. Stop it, and start it again with the same `--redis redis://…` as this one.'
      : 'Another process uses this database. Several processes need Redis: give each of them the same `--redis redis://…`.',
  );
}
