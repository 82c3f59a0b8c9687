// Reads and changes single rows.
import { rowsOf } from '../../platform/rows.ts';
import type { Tables } from '../deps.ts';
import { notFound } from '../problems.ts';
import { type InstalmentsTables, tables } from '../tables.ts';

export const { find, all, among, insert, add, change, revise } = rowsOf<InstalmentsTables>(tables);

/** The tables whose rows a shop has. */
type Owned = { [Table in keyof InstalmentsTables]: InstalmentsTables[Table] extends { id: string; shop: string } ? Table : never };

/**
 * A row of a shop.
 * @param kind what it is, for people
 * @throws the refusal 404 where the shop has no such row
 */
export async function requireRow<Table extends Owned[keyof InstalmentsTables]>(
  tables: Tables,
  table: Table,
  kind: string,
  shop: string,
  id: string,
): Promise<InstalmentsTables[Table]> {
  const row = await find(tables, table, id);
  if (row === undefined || row.shop !== shop) throw notFound(kind, id);
  return row;
}
