// Pages the lists of a shop: the newest rows first, after a given row or by the number of the page.

import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { invalidField } from './problems.ts';
import type { InstalmentsTables } from './tables.ts';

type ListedTable = 'f_payments' | 'f_customers' | 'f_transactions' | 'f_events' | 'f_messages';

interface PageQuery {
  readonly starting_after?: string;
  readonly page?: number;
  readonly limit?: number;
}

const DEFAULT_LIMIT = 20;

/** Where a page of a list begins, and how many rows it has at most. */
export interface Page {
  /** Only rows with lower positions; absent: from the newest. */
  readonly below: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** @throws {InvalidFields} where `starting_after` names no row of the shop */
export async function pageOf(tables: Kysely<InstalmentsTables>, table: ListedTable, shop: string, query: PageQuery = {}): Promise<Page> {
  const { starting_after, page = 1, limit = DEFAULT_LIMIT } = query;
  if (starting_after === undefined) return { below: undefined, offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER), limit };
  const row = await tables
    .selectFrom(table)
    .select('position')
    .where('shop', '=', shop)
    .where('id', '=', starting_after)
    .executeTakeFirst();
  if (row === undefined) throw invalidField('starting_after', 'Give the id of the last item of the previous page.', starting_after);
  return { below: row.position, offset: 0, limit };
}

/** The page of a list. @param rows the list, without order */
export async function listOf<Table extends ListedTable, Row, Item>(
  rows: SelectQueryBuilder<InstalmentsTables, Table, Row>,
  { below, limit, offset }: Page,
  item: (row: Row) => Item,
): Promise<{ data: Item[]; has_more: boolean }> {
  const position = sql<number>`position`;
  const after = below === undefined ? rows : rows.where(sql<boolean>`${position} < ${below}`);
  // One more than the page has says whether there is a next one.
  const found = await after
    .orderBy(position, 'desc')
    .limit(limit + 1)
    .offset(offset)
    .execute();
  return { data: found.slice(0, limit).map(item), has_more: found.length > limit };
}
