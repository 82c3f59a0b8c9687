// Reads a page of a list, from the position that a token stands for, and says where the pages before and after it are.

import type { Pagination } from '@octavo/interfaces/e-scheduling';
import type { ReferenceExpression, SelectQueryBuilder } from 'kysely';
import type { Cursors, Position } from '../platform/cursors.ts';
import { invalid } from './access.ts';
import type { SchedulingTables } from './tables.ts';

interface Asked {
  readonly count?: number | undefined;
  readonly page_token?: string | undefined;
  readonly sort?: string | undefined;
}

interface Row {
  readonly id: string;
}

type Tables = SchedulingTables;

interface Listing<Table extends keyof Tables, Output extends Row> {
  readonly cursors: Cursors;
  /** What the caller asked for. The address is repeated in `next_page`. */
  readonly query: Asked;
  readonly url: string;
  /** What is listed, for whom and by which filters: the text that a token is valid for. */
  readonly name: readonly unknown[];
  /** All rows of the list, in any order. */
  readonly rows: SelectQueryBuilder<Tables, Table, Output>;
  /** The column of the order; rows that have the same value are in the order of their identifiers. */
  readonly by: keyof Output & string;
  readonly table: Table;
}

/** @throws the refusal 400 for a token that was made for another list */
export async function readPage<Table extends keyof Tables, Output extends Row>({
  cursors,
  query: { count = 20, page_token, sort },
  url,
  name,
  rows,
  by,
  table,
}: Listing<Table, Output>): Promise<{ rows: Output[]; pagination: Pagination }> {
  const isDescending = sort?.endsWith(':desc') === true;
  const list = JSON.stringify([...name, isDescending]);
  const from = page_token === undefined ? undefined : positionOf(cursors, list, page_token);
  const goesBack = from?.[0] === 'before';
  const isDown = isDescending !== goesBack;
  const column = `${table}.${by}` as ReferenceExpression<Tables, Table>;
  const id = `${table}.id` as ReferenceExpression<Tables, Table>;
  let wanted = rows
    .orderBy(column, isDown ? 'desc' : 'asc')
    .orderBy(id, isDown ? 'desc' : 'asc')
    .limit(count + 1);
  if (from !== undefined) {
    const [, value, last] = from;
    const beyond = isDown ? '<' : '>';
    wanted = wanted.where((eb) =>
      eb.or([eb(column, beyond, value as never), eb.and([eb(column, '=', value as never), eb(id, beyond, last as never)])]),
    );
  }
  const found = (await wanted.execute()) as Output[];
  const isMore = found.length > count;
  const page = found.slice(0, count);
  if (goesBack) page.reverse();

  const token = (direction: 'before' | 'after', row: Output | undefined) =>
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
  return cursors.position(list, token) ?? invalid('page_token', 'does not belong to this list');
}

function addressOf(url: string, token: string | null): string | null {
  if (token === null) return null;
  const address = new URL(url);
  address.searchParams.set('page_token', token);
  return address.href;
}
