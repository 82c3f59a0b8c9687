// Pages the lists of a shop: the newest rows first, after a given row or by the number of the page.

import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { type Given, type Prepared, prepare } from '../platform/store/prepare.ts';
import { refusedValue } from './problems.ts';
import type { InstalmentsTables } from './tables.ts';

type Tables = Kysely<InstalmentsTables>;

interface PageQuery {
  readonly starting_after?: string;
  readonly page?: number;
  readonly limit: number;
}

/** What the query of a list is given, beside its filters. */
export interface Listed {
  readonly shop: string;
  /** Only rows with lower positions; absent: from the newest. */
  readonly below?: number | undefined;
  readonly offset: number;
  readonly most: number;
}

/** A list of rows of a shop, which can be paged. */
interface List<Filters, Row> {
  readonly rows: Prepared<InstalmentsTables, Filters & Listed, Row>;
  /** The position of a row of the shop. */
  readonly positions: Prepared<InstalmentsTables, { readonly shop: string; readonly id: string }, { readonly position: number }>;
}

/** @param filtered all rows of the list, without order */
export function listIn<Joined, Selected extends keyof Joined, Filters, Row>(
  table: 'f_payments' | 'f_customers' | 'f_transactions' | 'f_events',
  filtered: (tables: Tables, given: Given<Filters & Listed>) => SelectQueryBuilder<Joined, Selected, Row>,
): List<Filters, Row> {
  // Tables that are joined have a position too.
  const position = sql.ref(`${table}.position`);
  return {
    rows: prepare((tables: Tables, given: Given<Filters & Listed>) => {
      const place = given as Given<Listed>;
      const rows = filtered(tables, given).orderBy(position, 'desc').limit(place('most')).offset(place('offset'));
      return place.has('below') ? rows.where(sql<boolean>`${position} < ${place('below')}`) : rows;
    }),
    positions: prepare((tables: Tables, given: Given<{ readonly shop: string; readonly id: string }>) =>
      tables
        // The lists have these columns alike.
        .selectFrom(table as 'f_payments')
        .select('position')
        .where('shop', '=', given('shop'))
        .where('id', '=', given('id')),
    ),
  };
}

/**
 * A page of a list.
 * @throws the refusal 400 where `starting_after` names no row of the shop
 */
export async function pageOf<Filters, Row>(
  { rows, positions }: List<Filters, Row>,
  tables: Tables,
  shop: string,
  { starting_after, page = 1, limit }: PageQuery,
  filters: Filters,
): Promise<{ readonly rows: readonly Row[]; readonly has_more: boolean }> {
  const after = starting_after === undefined ? undefined : await positions.first(tables, { shop, id: starting_after });
  if (starting_after !== undefined && after === undefined)
    throw refusedValue('unknown_item', '/query/starting_after', 'must be the id of the last item of the previous page');
  const offset = after === undefined ? Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER) : 0;
  // One more than the page has says whether there is a next one.
  const found = await rows.all(tables, { ...filters, shop, below: after?.position, offset, most: limit + 1 });
  return { rows: found.slice(0, limit), has_more: found.length > limit };
}
