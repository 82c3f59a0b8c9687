// Reads pages of the lists of a shop: after a given row, or by the number of the page.

import { type List, readPage } from '../platform/lists.ts';
import type { Deps } from './deps.ts';
import { refusedValue } from './problems.ts';
import { find } from './store/rows.ts';
import type { InstalmentsTables } from './tables.ts';

interface PageQuery {
  readonly starting_after?: string;
  readonly page?: number;
  readonly limit: number;
}

/** @throws the refusal 400 where `starting_after` names no row of the shop */
export async function pageOf<Filters extends { readonly shop: string | undefined }, Row>(
  { store }: Pick<Deps, 'store'>,
  list: List<InstalmentsTables, Filters, Row>,
  { starting_after, page, limit }: PageQuery,
  filters: Filters,
): Promise<{ readonly rows: readonly Row[]; readonly has_more: boolean }> {
  // The rows of all lists have these columns.
  const after = starting_after === undefined ? undefined : await find(store.read, list.table as 'f_payments', starting_after);
  if (starting_after !== undefined && after?.shop !== filters.shop)
    throw refusedValue('unknown_item', '/query/starting_after', 'must be the id of the last item of the previous page');
  const from = after && { at: [after.created_at, after.position], goesBack: false };
  const found = await readPage(list, store.read, filters, { limit, isDown: true, ...(from === undefined ? { page } : { from }) });
  return { rows: found.rows, has_more: found.hasNext };
}

/** Answers with a page. */
export async function listed<Filters extends { readonly shop: string | undefined }, Row, Item>(
  deps: Pick<Deps, 'store'>,
  list: List<InstalmentsTables, Filters, Row>,
  query: PageQuery,
  filters: Filters,
  show: (row: Row) => Item,
) {
  const { rows, has_more } = await pageOf(deps, list, query, filters);
  return { status: 200 as const, body: { data: rows.map(show), has_more } };
}
