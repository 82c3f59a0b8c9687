// Answers with a resource, or with a page of a list and where the pages before and after it are.

import type { Pagination } from '@octavo/interfaces/e-scheduling';
import { type List, readTokenPage } from '../platform/lists.ts';
import { invalid } from './access.ts';
import type { Context, Deps } from './deps.ts';
import type { SchedulingTables } from './tables.ts';
import { type Base, baseOf } from './uris.ts';

/** Shows a row of the store. */
type Show<Row, Resource> = (base: Base, row: Row) => Resource;

export function shown<const Status extends 200 | 201, Row, Resource>(
  status: Status,
  context: Context,
  show: Show<Row, Resource>,
  row: Row,
) {
  return { status, body: { resource: show(baseOf(context), row) } };
}

interface PageQuery {
  readonly count: number;
  readonly page_token?: string | undefined;
  readonly sort?: string | undefined;
}

/** @throws the refusal 400 for a token that was made for another list */
export async function listed<Filters, Row, Resource>(
  { store, cursors }: Pick<Deps, 'store' | 'cursors'>,
  context: Context,
  list: List<SchedulingTables, Filters, Row>,
  { count: limit, page_token: token, sort }: PageQuery,
  filters: Filters,
  show: Show<Row, Resource>,
) {
  const isDown = sort?.endsWith(':desc') === true;
  const page = await readTokenPage(list, store.read, filters, { cursors, caller: context.principal.user, token, limit, isDown });
  if (page === undefined) invalid('/query/page_token', 'does not belong to this list');
  const { rows, next, previous } = page;
  const base = baseOf(context);
  const pagination: Pagination = {
    count: rows.length,
    next_page: addressOf(context.url, next),
    previous_page: addressOf(context.url, previous),
    next_page_token: next,
    previous_page_token: previous,
  };
  return { status: 200 as const, body: { collection: rows.map((row) => show(base, row)), pagination } };
}

function addressOf(url: string, token: string | null): string | null {
  if (token === null) return null;
  const address = new URL(url);
  address.searchParams.set('page_token', token);
  return address.href;
}
