// Reports on imports: how far one is, why it failed, and a CSV file of the rows that were refused, beside the operations.

import type { ImportStatus } from '@octavo/interfaces/g-messaging';
import { type FetchHandler, intercept, type ServerAnswer, splitTarget } from '@octavo/runtime';
import { csv } from '../../platform/csv.ts';
import { readable } from '../../platform/readable.ts';
import type { Deps, Tables } from '../deps.ts';
import { loadSession } from '../sessions/sessions.ts';
import { findBy } from '../store.ts';

const FOLDER = '/files/imports/';
/** Rows that are read at once. */
const PAGE = 500;

/** @throws the refusal 404 */
export async function loadImportStatus({ store, originOf }: Deps, account: number, session: string): Promise<ImportStatus> {
  const status = await loadSession(store.read, account, session);
  const row = await findBy(store.read, 'g_imports', { session });
  const [first] = await faultsAfter(store.read, session, 0, 1);
  const origin = originOf('g-messaging') ?? 'https://messaging.example.com';
  return {
    ...status,
    ...(row?.failure != null && { message: row.failure }),
    ...(first !== undefined && { reportUrl: `${origin}${FOLDER}${session}.csv` }),
  };
}

function faultsAfter(tables: Tables, session: string, row: number, most: number) {
  return tables
    .selectFrom('g_import_faults')
    .select(['row', 'reason', 'cells'])
    .where('session', '=', session)
    .where('row', '>', row)
    .orderBy('row')
    .limit(most)
    .execute();
}

async function* reportOf(tables: Tables, session: string, columns: readonly string[]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  yield encoder.encode(csv([['row', 'reason', ...columns]]));
  for (let last = 0; ; ) {
    const faults = await faultsAfter(tables, session, last, PAGE);
    const newest = faults.at(-1);
    if (newest === undefined) return;
    last = newest.row;
    yield encoder.encode(csv(faults.map(({ row, reason, cells }) => [row, reason, ...cells])));
  }
}

/** Serves the reports. Only those who may read the status of an import know the address of its report. */
export function withReports(server: FetchHandler, { store }: Pick<Deps, 'store'>): FetchHandler {
  async function report(target: string, isHead: boolean): Promise<ServerAnswer> {
    const [path] = splitTarget(target);
    const session = /^([\w-]{1,64})\.csv$/.exec(path.slice(FOLDER.length))?.[1] ?? '';
    const row = await findBy(store.read, 'g_imports', { session });
    if (row === undefined) return { status: 404, headers: {}, body: null };
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${session}.csv"`,
      'x-content-type-options': 'nosniff',
    };
    return { status: 200, headers, body: isHead ? null : readable(reportOf(store.read, session, row.columns ?? [])) };
  }
  return intercept(server, (request, next) => {
    const { method, target } = request;
    return target.startsWith(FOLDER) && ['GET', 'HEAD'].includes(method) ? report(target, method === 'HEAD') : next(request);
  });
}
