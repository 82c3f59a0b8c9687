// Reads a page of a list, from the position that a token stands for, and says where the pages before and after it are.

import type { Pagination } from '@octavo/interfaces/e-scheduling';
import type { Kysely, ReferenceExpression, SelectQueryBuilder } from 'kysely';
import type { Cursors, Position } from '../platform/cursors.ts';
import { type Given, type Prepared, prepare } from '../platform/store/prepare.ts';
import { invalid } from './access.ts';
import type { SchedulingTables } from './tables.ts';

type Tables = Kysely<SchedulingTables>;

/** What the query of a list is given, beside its filters. */
export interface Listed {
  readonly most: number;
  /** Whether the last rows come first. */
  readonly isDown: true | undefined;
  /** The row after which the page begins: its value in the column of the order, and its identifier. */
  readonly value: string | number | undefined;
  readonly last: string | undefined;
}

interface List<Filters, Row> {
  readonly rows: Prepared<SchedulingTables, Filters & Listed, Row>;
  /** The column of the order; rows that have the same value are in the order of their identifiers. */
  readonly by: keyof Row & string;
}

/** @param filtered all rows of the list, in any order */
export function listIn<Read, From extends keyof Read, Filters, Row extends { readonly id: string }>(
  table: keyof SchedulingTables,
  by: keyof Row & string,
  filtered: (tables: Tables, given: Given<Filters & Listed>) => SelectQueryBuilder<Read, From, Row>,
): List<Filters, Row> {
  const column = `${table}.${by}` as ReferenceExpression<Read, From>;
  const id = `${table}.id` as ReferenceExpression<Read, From>;
  const rows = prepare((tables: Tables, given: Given<Filters & Listed>) => {
    const place = given as Given<Listed>;
    const isDown = place.has('isDown');
    const ordered = filtered(tables, given)
      .orderBy(column, isDown ? 'desc' : 'asc')
      .orderBy(id, isDown ? 'desc' : 'asc')
      .limit(place('most'));
    if (!place.has('last')) return ordered;
    const beyond = isDown ? '<' : '>';
    const [value, last] = [place('value') as never, place('last') as never];
    return ordered.where((eb) => eb.or([eb(column, beyond, value), eb.and([eb(column, '=', value), eb(id, beyond, last)])]));
  });
  return { rows, by };
}

interface Asked<Filters> {
  readonly cursors: Cursors;
  /** What the caller asked for. The address is repeated in `next_page`. */
  readonly query: { readonly count: number; readonly page_token?: string | undefined; readonly sort?: string | undefined };
  readonly url: string;
  /** What is listed, for whom and by which filters: the text that a token is valid for. */
  readonly name: readonly unknown[];
  readonly filters: Filters;
}

/** @throws the refusal 400 for a token that was made for another list */
export async function readPage<Filters, Row extends { readonly id: string }>(
  { rows, by }: List<Filters, Row>,
  tables: Tables,
  { cursors, query: { count, page_token, sort }, url, name, filters }: Asked<Filters>,
): Promise<{ rows: Row[]; pagination: Pagination }> {
  const isDescending = sort?.endsWith(':desc') === true;
  const list = JSON.stringify([...name, isDescending]);
  const from = page_token === undefined ? undefined : positionOf(cursors, list, page_token);
  const goesBack = from?.[0] === 'before';
  const found = await rows.all(tables, {
    ...filters,
    most: count + 1,
    isDown: isDescending !== goesBack ? true : undefined,
    value: from?.[1],
    last: from?.[2] as string | undefined,
  });
  const isMore = found.length > count;
  const page = found.slice(0, count);
  if (goesBack) page.reverse();

  const token = (direction: 'before' | 'after', row: Row | undefined) =>
    row === undefined ? null : cursors.token(list, [direction, row[by] as string | number, row.id]);
  const next = goesBack || isMore ? token('after', page.at(-1)) : null;
  const previous = goesBack ? (isMore ? token('before', page[0]) : null) : from === undefined ? null : token('before', page[0]);
  return {
    rows: page,
    pagination: {
      count: page.length,
      next_page: addressOf(url, next),
      previous_page: addressOf(url, previous),
      next_page_token: next,
      previous_page_token: previous,
    },
  };
}

function positionOf(cursors: Cursors, list: string, token: string): Position {
  return cursors.position(list, token) ?? invalid('/query/page_token', 'does not belong to this list');
}

function addressOf(url: string, token: string | null): string | null {
  if (token === null) return null;
  const address = new URL(url);
  address.searchParams.set('page_token', token);
  return address.href;
}
