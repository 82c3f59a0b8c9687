// Deletes many rows in a session, whose jobs delete some at a time.

import { isOf } from '../../platform/payload.ts';
import type { MessagingPlatform, Tables, Unit } from '../deps.ts';
import { jobKind } from '../store.ts';
import { beginSession, countSession, endSession } from './sessions.ts';

/** What is deleted: rows with a name, of a range of time, or both. */
export interface DeletionFilter {
  readonly name?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

interface Deletion {
  readonly session: string;
  readonly account: number;
  readonly kind: 'events' | 'orders';
  readonly filter: DeletionFilter;
}

const DELETE_SOME = jobKind(
  'delete-some',
  isOf({ session: 'string', account: 'number', kind: 'string', filter: 'object' }) as (value: unknown) => value is Deletion,
);

/** How many rows a job deletes. */
const MOST = 500;

/** @returns the identifier of the session */
export async function beginDeletion(unit: Unit, account: number, kind: Deletion['kind'], filter: DeletionFilter): Promise<string> {
  const session = await beginSession(unit, account, kind, 0);
  await unit.deps.due.schedule(unit.tables, DELETE_SOME, { at: unit.at, payload: { session, account, kind, filter } });
  return session;
}

export function handleDeletions({ due }: MessagingPlatform): void {
  due.handle(DELETE_SOME, async ({ at, payload }, tables: Tables) => {
    const { session, account, kind, filter } = payload;
    const deleted = await (kind === 'events' ? deleteEvents : deleteOrders)(tables, account, filter);
    await countSession({ tables }, session, { updated: deleted });
    if (deleted < MOST) return endSession({ tables }, session, 'FINISHED');
    await due.schedule(tables, DELETE_SOME, { at, payload });
  });
}

async function deleteEvents(tables: Tables, account: number, { name, from, to }: DeletionFilter): Promise<number> {
  let rows = tables.selectFrom('g_events').select('position').where('account', '=', account).limit(MOST);
  if (name !== undefined) rows = rows.where('type', '=', name);
  if (from !== undefined) rows = rows.where('at', '>=', from);
  if (to !== undefined) rows = rows.where('at', '<', to);
  const { numDeletedRows } = await tables.deleteFrom('g_events').where('position', 'in', rows).executeTakeFirst();
  return Number(numDeletedRows);
}

async function deleteOrders(tables: Tables, account: number, { name, from, to }: DeletionFilter): Promise<number> {
  let rows = tables.selectFrom('g_orders').select('id').where('account', '=', account).limit(MOST);
  if (name !== undefined) rows = rows.where('id', '=', name);
  if (from !== undefined) rows = rows.where('at', '>=', from);
  if (to !== undefined) rows = rows.where('at', '<', to);
  const ids = (await rows.execute()).map(({ id }) => id);
  if (ids.length === 0) return 0;
  await tables.deleteFrom('g_order_items').where('account', '=', account).where('order', 'in', ids).execute();
  await tables.deleteFrom('g_orders').where('account', '=', account).where('id', 'in', ids).execute();
  return ids.length;
}
