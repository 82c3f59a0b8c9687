// Makes a sandbox: services on one store, with one clock.

import type { FetchHandler } from '@octavo/runtime';
import { createIds } from './ids.ts';
import { createMemoryLimits } from './limits/memory.ts';
import type { Platform, Service } from './service.ts';
import { migrate } from './store/migrate.ts';
import { openSqlite } from './store/sqlite.ts';

export interface SandboxOptions {
  /** Makes identifiers the same in each run. Absent: they are random. */
  readonly seed?: string;
  /** Freezes the sandbox clock at a moment, RFC 3339. `story`: the moment at which the examples of the first service are true. */
  readonly at?: string;
}

/** Services that run in this process. */
export interface Sandbox {
  /** The server of each document, by the document's name in `specs/`. */
  readonly servers: Readonly<Record<string, FetchHandler>>;
  close(): Promise<void>;
}

/** Makes a sandbox in memory, isolated from all others, with the seeds of its services. */
export async function openSandbox(services: readonly Service[], options: SandboxOptions = {}): Promise<Sandbox> {
  const store = openSqlite<unknown>(':memory:');
  const ids = createIds(options.seed);
  const at = options.at === 'story' ? services[0]?.story : options.at;
  const frozen = at === undefined ? undefined : Date.parse(at);
  const clock = { now: () => frozen ?? Date.now() };
  const limits = createMemoryLimits(clock);
  const servers: Record<string, FetchHandler> = {};
  for (const service of services) {
    const shift = clock.now() - Date.parse(service.story);
    const platform: Platform<unknown> = {
      store,
      clock,
      ids,
      limits,
      serverOptions: { validateResponses: true },
      story: (moment) => Date.parse(moment) + shift,
    };
    await migrate(store.read, service.name, service.migrations);
    await store.write((tables) => service.seed(tables, platform));
    Object.assign(servers, service.serve(platform));
  }
  return { servers, close: () => store.close() };
}
