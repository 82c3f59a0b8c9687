// Reads and changes single rows.
import { refuse } from '@octavo/runtime';
import type { Ids } from '../../platform/ids.ts';
import { rowsOf } from '../../platform/rows.ts';
import { type SchedulingTables, tables } from '../tables.ts';

export const { find, findBy, requireRow, all, among, byIds, insert, add, change, changeAll, revise, remove } = rowsOf<SchedulingTables>(
  tables,
  notFound,
);

export function notFound(): Error {
  return refuse(404, { detail: 'The resource does not exist.' });
}

/** The last part of a URI, as the examples show it. */
export function newId(ids: Ids): string {
  return ids.text(16, 'ABCDEFGH');
}

/** The columns that new rows have alike. */
export function newRow(ids: Ids, now: number) {
  return { id: newId(ids), created_at: now, updated_at: now };
}
