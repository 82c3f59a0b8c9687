// The PostgreSQL and the Redis that the test files of a run share: to start their own, and to remove what it keeps, would take longer than most of
// them run. Tests that stop, freeze or configure a server start one of their own (postgres.ts, redis.ts).
import { freePort } from './free-port.ts';
import { oncePerRunAsync } from './once-per-run.ts';
import { createDatabase, dropDatabase, launchPostgres } from './postgres.ts';
import { launchRedis } from './redis.ts';
import { endWithRun } from './run-processes.ts';

export interface SharedPostgres {
  /** Makes an empty database and gives its address. */
  newDatabase(): Promise<string>;
  /** Removes the databases that were made here. */
  stop(): Promise<void>;
}

export async function sharePostgres(): Promise<SharedPostgres> {
  const port = await oncePerRunAsync('postgres-server', async () => {
    // Each of some processes keeps the connections of several sandboxes.
    const { server, port } = await launchPostgres({ max_connections: '500' });
    // By this signal PostgreSQL ends at once, and gives the system back what its processes share.
    endWithRun(server, 'SIGQUIT');
    return port;
  });
  const made: string[] = [];
  return {
    async newDatabase() {
      const url = await createDatabase(port);
      made.push(url);
      return url;
    },
    async stop() {
      for (const url of made.splice(0)) await dropDatabase(url);
    },
  };
}

/** @returns the address of the Redis. Each store begins its keys with a name of its own. */
export async function shareRedis(): Promise<string> {
  const port = await oncePerRunAsync('redis-server', async () => {
    const port = await freePort();
    endWithRun(await launchRedis(port), 'SIGKILL');
    return port;
  });
  return `redis://127.0.0.1:${port}`;
}
