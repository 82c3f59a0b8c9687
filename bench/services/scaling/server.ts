// Serves all services for the benchmark of scaling: `server.ts serve <place>` until it is ended, or `server.ts prepare <place>`, which writes the
// rows that requests ask for and ends. The first message to its parent has the addresses, or what requests may name.

import { subscribe } from 'node:diagnostics_channel';
import { loadServices, serviceNames } from '../../../services/index.ts';
import { openSandbox, type Sandbox } from '../../../services/platform/sandbox/sandbox.ts';
import type { Platform } from '../../../services/platform/service.ts';
import type { StorePlace } from '../../../services/platform/store/open.ts';
import { generous } from '../generous.ts';
import { prepare } from './prepare.ts';

/** Where a process keeps its rows, and the Redis that it shares with others. */
export interface Place {
  readonly store: StorePlace;
  readonly redis?: string;
}

/** What a process has used so far. */
export interface Used {
  /** Microseconds of processor time. */
  readonly microseconds: number;
  /** How often a unit of work ran into another one, by the statement that PostgreSQL refused. */
  readonly conflicts: Readonly<Record<string, number>>;
}

const DOCUMENTS = serviceNames;
/** Milliseconds. What falls due within them is waited for. */
const SOON = 5_000;

async function open({ store, redis }: Place): Promise<Sandbox> {
  const services = await loadServices(serviceNames);
  return await openSandbox(
    services.map((service) => ({
      ...service,
      serve(given) {
        const platform = given as Platform<unknown>;
        return service.serve({ ...platform, limits: generous(platform.limits) });
      },
    })),
    { store, ...(redis === undefined ? {} : { redis }), network: { allowPrivate: true, fetch: async () => new Response() } },
  );
}

async function serve(place: Place): Promise<void> {
  const conflicts: Record<string, number> = {};
  subscribe('octavo.services.store.conflict', (statement) => {
    const text = String(statement);
    conflicts[text] = (conflicts[text] ?? 0) + 1;
  });
  const sandbox = await open(place);
  const origins: Record<string, string> = {};
  for (const document of DOCUMENTS) {
    const { port } = await sandbox.listen(document);
    origins[document] = `http://127.0.0.1:${port}`;
  }
  process.on('message', (question) => {
    if (question === 'used') {
      const { user, system } = process.cpuUsage();
      process.send?.({ microseconds: user + system, conflicts } satisfies Used);
    } else void isIdle(sandbox).then((is) => process.send?.(is));
  });
  process.send?.(origins);
}

/** Whether what follows from requests is done: deliveries, and jobs that fall due soon. */
async function isIdle(sandbox: Sandbox): Promise<boolean> {
  const { outbox } = await sandbox.waiting();
  const [next] = await sandbox.upcoming(sandbox.clock.now() + SOON, 1);
  return outbox === 0 && next === undefined;
}

const [act, place = '', size = '{}'] = process.argv.slice(2);
const parsed = JSON.parse(place) as Place;
if (act === 'prepare') {
  const sandbox = await open(parsed);
  process.send?.(await prepare(sandbox, JSON.parse(size) as Parameters<typeof prepare>[1]));
  await sandbox.close();
  process.disconnect();
} else await serve(parsed);
