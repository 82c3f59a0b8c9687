// Begins, counts and ends sessions. Jobs do their work, so that a session goes on where its process has died.

import type { ImportStatus } from '@octavo/interfaces/g-messaging';
import { sql } from 'kysely';
import type { Deps, Tables } from '../deps.ts';
import { addTo, change, findBy, insert, unknown } from '../store.ts';
import type { SessionRow } from './tables.ts';

type Counts = Partial<Pick<SessionRow, 'created' | 'updated' | 'failed'>>;

/** What a session needs of a unit of work. */
interface SessionUnit {
  readonly tables: Tables;
  readonly at: number;
}

/** Begins a session within a unit of work. @param total how many things it will do @returns its identifier */
export async function beginSession(
  { deps, tables, at }: SessionUnit & { readonly deps: Pick<Deps, 'ids'> },
  account: number,
  kind: string,
  total: number,
  counts: Counts = {},
): Promise<string> {
  const id = deps.ids.uuid();
  const row = { id, account, kind, status: 'IN_PROGRESS' as const, total, created: 0, updated: 0, failed: 0, created_at: at };
  await insert(tables, 'g_sessions', { ...row, ...counts });
  return id;
}

/** Adds to what a session has done. */
export async function countSession({ tables }: Pick<SessionUnit, 'tables'>, id: string, { created = 0, updated = 0, failed = 0 }: Counts) {
  await addTo(tables, 'g_sessions', id, { created, updated, failed });
}

/** Says how many things a session will do. @param total absent: as many as it has done */
export async function expectInSession({ tables }: Pick<SessionUnit, 'tables'>, id: string, total?: number): Promise<void> {
  await tables
    .updateTable('g_sessions')
    .set({ total: total ?? sql<number>`created + updated + failed` })
    .where('id', '=', id)
    .execute();
}

export async function endSession({ tables }: Pick<SessionUnit, 'tables'>, id: string, status: 'FINISHED' | 'ERROR'): Promise<void> {
  await change(tables, 'g_sessions', id, { status });
}

/** @throws the refusal 404 */
export async function loadSession(tables: Tables, account: number, id: string): Promise<ImportStatus> {
  const row = await findBy(tables, 'g_sessions', { id, account });
  if (row === undefined) throw unknown('session', id);
  const { status, total, created, updated, failed } = row;
  return { sessionId: id, status, total, created, updated, failed };
}
