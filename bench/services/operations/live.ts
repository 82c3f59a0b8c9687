// A live service for the benchmark: limits that are never reached, deliveries that arrive at once, and rows that can be put back.

import { loadServices, type Sandbox, type ServiceName } from '../../../services/index.ts';
import { openSandbox } from '../../../services/platform/sandbox/sandbox.ts';
import type { AnyServerOptions, Platform } from '../../../services/platform/service.ts';
import type { StorePlace } from '../../../services/platform/store/open.ts';
import { generous } from '../generous.ts';
import { type AnyTables, copyRows, insert } from './once.ts';

export interface LiveService {
  readonly sandbox: Sandbox;
  /** Puts back the rows of the seeds, and copies those of the first subject for each of the others. */
  prepare(subjects: readonly string[]): Promise<void>;
  /** Waits until the work that follows from requests is done. */
  settle(): Promise<void>;
}

type OnResult = (operation: string, result: unknown) => void;

/** @param onResult gets what the handler of an operation has returned */
export async function openLive(name: ServiceName, store: StorePlace, onResult?: OnResult): Promise<LiveService> {
  const [service] = await loadServices([name]);
  if (service === undefined) throw new Error(`There is no service ${name}.`);
  const seeds = new Map<string, readonly Record<string, unknown>[]>();
  const sandbox = await openSandbox(
    [
      {
        ...service,
        async seed(tables, platform) {
          await service.seed(tables, platform);
          for (const { name: table } of service.tables)
            seeds.set(table, await (tables as AnyTables).selectFrom(table).selectAll().execute());
        },
        serve: (platform) => service.serve(adjusted(platform as Platform<unknown>, onResult)),
      },
    ],
    { at: 'story', store, network: { allowPrivate: true, fetch: async () => new Response() } },
  );
  return {
    sandbox,
    async prepare(subjects) {
      await sandbox.platformOf(name).store.write(async (given) => {
        const tables = given as unknown as AnyTables;
        for (const [table, rows] of seeds) {
          await tables.deleteFrom(table).execute();
          if (rows.length > 0) await insert(tables, table, rows);
        }
        if (subjects.length > 0) await copyRows(tables, [...seeds.keys()], subjects);
      });
    },
    settle: () => sandbox.moveClock(sandbox.clock.now()),
  };
}

function adjusted(platform: Platform<unknown>, onResult: OnResult | undefined): Platform<unknown> {
  const limits = generous(platform.limits);
  if (onResult === undefined) return { ...platform, limits };
  return {
    ...platform,
    limits,
    serverOptions<Options extends AnyServerOptions>(own: Options, document?: string): Options {
      const { around } = own;
      const options: AnyServerOptions = {
        async around(context, next, input) {
          const result = await (around === undefined ? next() : around(context, next, input));
          onResult(context.operation.id, result);
          return result;
        },
      };
      return platform.serverOptions({ ...own, ...options }, document);
    },
  };
}
