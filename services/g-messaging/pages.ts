// Reads pages of lists by the numbers of their rows, with the number of all rows.

import { type SelectQueryBuilder, sql } from 'kysely';
import type { MessagingTables } from './tables.ts';

interface PageQuery {
  /** The first row, from 1. */
  readonly startindex?: number;
  /** How many rows. */
  readonly maxrows?: number;
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly headers: { readonly TotalCount: number };
}

const MOST_ROWS = 500;

/** A page of a list, which is past the end of the list without rows. @param rows all rows, in their order */
export async function readRows<From extends keyof MessagingTables, Row>(
  rows: SelectQueryBuilder<MessagingTables, From, Row>,
  { startindex = 1, maxrows = MOST_ROWS }: PageQuery = {},
): Promise<Page<Row>> {
  const TotalCount = await countOf(rows);
  const found = await rows
    .limit(maxrows)
    .offset(startindex - 1)
    .execute();
  return { rows: found, headers: { TotalCount } };
}

/** How many rows a query has. */
export async function countOf<From extends keyof MessagingTables, Row>(
  rows: SelectQueryBuilder<MessagingTables, From, Row>,
): Promise<number> {
  const { count } = await rows.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  return Number(count);
}
