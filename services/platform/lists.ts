// Reads pages of lists by the values of their order, so that they stay right while rows are added and removed. Callers name a page in one of three
// ways: by an opaque token, by whole numbers such as `since_id` and the cursors of 64 bits, or by its number.

import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Cursors, Position } from './cursors.ts';
import { type Given, type Prepared, prepare } from './store/prepare.ts';

/** The place of a page, which the query of a list gets beside its filters. */
interface Place {
  readonly most: number;
  readonly offset: number | undefined;
  /** Whether the last rows come first. */
  readonly isDown: true | undefined;
  /** The values of the order in the row after which the page begins. */
  readonly first: string | number | undefined;
  readonly second: string | number | undefined;
  readonly above: number | undefined;
  readonly below: number | undefined;
}

export interface List<Tables, Filters, Row> {
  readonly rows: Prepared<Tables, Filters & Place, Row>;
  /** The columns of the order. */
  readonly by: readonly (keyof Row & string)[];
  readonly table: string;
}

/**
 * @param table its columns in `by` are meant, where others are joined
 * @param by one or two columns of the order: `['start_at', 'id']`. No two rows have the same values in all of them
 * @param filtered all rows of the list, in any order
 */
export function defineList<Tables, Filters, From, Joined extends keyof From, Row>(
  table: keyof Tables & string,
  by: readonly [keyof Row & string, (keyof Row & string)?],
  filtered: (tables: Kysely<Tables>, given: Given<Filters>) => SelectQueryBuilder<From, Joined, Row>,
): List<Tables, Filters, Row> {
  const columns = by.filter((name) => name !== undefined);
  const [first, second] = columns.map((name) => sql.ref(`${table}.${name}`));
  if (first === undefined) throw new TypeError(`The list of ${table} has no order.`);
  const rows = prepare((tables: Kysely<Tables>, given: Given<Filters & Place>) => {
    const place = given as Given<Place>;
    const isDown = place.has('isDown');
    const beyond = sql.raw(isDown ? '<' : '>');
    let query = filtered(tables, given as Given<Filters>).orderBy(first, isDown ? 'desc' : 'asc');
    if (second !== undefined) query = query.orderBy(second, isDown ? 'desc' : 'asc');
    query = query.limit(place('most'));
    if (place.has('offset')) query = query.offset(place('offset'));
    if (place.has('above')) query = query.where(sql<boolean>`${first} > ${place('above')}`);
    if (place.has('below')) query = query.where(sql<boolean>`${first} < ${place('below')}`);
    if (!place.has('first')) return query;
    const value = place('first');
    if (second === undefined) return query.where(sql<boolean>`${first} ${beyond} ${value}`);
    return query.where(sql<boolean>`(${first} ${beyond} ${value} or (${first} = ${value} and ${second} ${beyond} ${place('second')}))`);
  });
  return { rows, by: columns, table };
}

/** The values that columns of a row may have to have. */
type Equal<Row, Column extends keyof Row> = { readonly [Name in Column]: Row[Name] | undefined };

/** The rows of a query whose columns have the given values; a column without a value may have any. */
export function equal<From, Joined extends keyof From, Row, Values, Column extends keyof Values & string>(
  query: SelectQueryBuilder<From, Joined, Row>,
  given: Given<Values>,
  columns: readonly Column[],
): SelectQueryBuilder<From, Joined, Row> {
  let rows = query;
  for (const column of columns) if (given.has(column)) rows = rows.where(sql<boolean>`${sql.ref(column)} = ${given(column)}`);
  return rows;
}

/**
 * A list of the rows of one table by the values of some columns: `listsOf<SchedulingTables>()('e_forms', ['created_at', 'id'], ['organization_id'])`.
 */
export function listsOf<Tables>() {
  return <Table extends keyof Tables & string, Column extends keyof Tables[Table] & string>(
    table: Table,
    by: readonly [keyof Tables[Table] & string, (keyof Tables[Table] & string)?],
    columns: readonly Column[],
  ): List<Tables, Equal<Tables[Table], Column>, Tables[Table]> => {
    const all = (tables: Kysely<Record<string, Record<string, unknown>>>, given: Given<Record<string, unknown>>) =>
      equal(tables.selectFrom(table).selectAll(), given, columns);
    return defineList(table as string, by as readonly [string, string?], all) as unknown as List<
      Tables,
      Equal<Tables[Table], Column>,
      Tables[Table]
    >;
  };
}

interface PageRequest {
  /** How many rows a page has. */
  readonly limit: number;
  /** Whether the last rows come first. */
  readonly isDown?: boolean;
  /** The row at which the page before ended, or that before which this page ends; absent: the page is the first. */
  readonly from?: { readonly at: Position; readonly goesBack: boolean } | undefined;
  /** Only rows whose first value of the order is above this: `since_id`. */
  readonly above?: number | undefined;
  /** Only rows whose first value is below this: `until_id`; for `max_id`, one more. */
  readonly below?: number | undefined;
  /** The number of the page, from 1. Rows that are added or removed move what it has. */
  readonly page?: number | undefined;
}

interface Page<Row> {
  /** In the order of the list. */
  readonly rows: readonly Row[];
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

export async function readPage<Tables, Filters, Row>(
  { rows }: List<Tables, Filters, Row>,
  tables: Kysely<Tables>,
  filters: Filters,
  { limit, isDown = false, from, above, below, page = 1 }: PageRequest,
): Promise<Page<Row>> {
  const goesBack = from?.goesBack === true;
  // One more than the page has says whether there is another one.
  const found = await rows.all(tables, {
    ...filters,
    most: limit + 1,
    offset: page === 1 ? undefined : Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER),
    isDown: isDown !== goesBack ? true : undefined,
    first: from?.at[0],
    second: from?.at[1],
    above,
    below,
  });
  const isMore = found.length > limit;
  const own = found.slice(0, limit);
  if (goesBack) own.reverse();
  return { rows: own, hasNext: goesBack || isMore, hasPrevious: goesBack ? isMore : from !== undefined || page > 1 };
}

function positionOf<Row>({ by }: Pick<List<unknown, unknown, Row>, 'by'>, row: Row): Position {
  return by.map((name) => row[name] as string | number);
}

interface TokenPage<Row> extends Page<Row> {
  /** Tokens of the pages after and before this one; null where there is none. */
  readonly next: string | null;
  readonly previous: string | null;
}

/**
 * A page that is named by a token.
 * @param caller for whom the list is: the token is valid for the same caller, list, filters and direction
 * @returns `undefined` for a token that was made for another list
 */
export async function readTokenPage<Tables, Filters, Row>(
  list: List<Tables, Filters, Row>,
  tables: Kysely<Tables>,
  filters: Filters,
  {
    cursors,
    caller,
    token,
    ...asked
  }: Omit<PageRequest, 'from'> & {
    readonly cursors: Cursors;
    readonly caller: string;
    readonly token: string | undefined;
  },
): Promise<TokenPage<Row> | undefined> {
  const name = JSON.stringify([list.table, caller, filters, asked.isDown === true]);
  const position = token === undefined ? undefined : cursors.position(name, token);
  if (token !== undefined && position === undefined) return undefined;
  const from = position && { at: position.slice(1), goesBack: position[0] === 'before' };
  const page = await readPage(list, tables, filters, { ...asked, from });
  const tokenOf = (direction: 'before' | 'after', row: Row | undefined) =>
    row === undefined ? null : cursors.token(name, [direction, ...positionOf(list, row)]);
  return {
    ...page,
    next: page.hasNext ? tokenOf('after', page.rows.at(-1)) : null,
    previous: page.hasPrevious ? tokenOf('before', page.rows[0]) : null,
  };
}

/** The cursor of the first page. */
const START = -1;

interface CursorPage<Row> extends Page<Row> {
  /** 0 where there is no such page. */
  readonly next: number;
  /** Negative. */
  readonly previous: number;
}

/**
 * A page that is named by a whole number: −1 is the first one, 0 stands for none, and a negative one for a page before. The list is ordered by one
 * column of whole numbers above 1.
 */
export async function readCursorPage<Tables, Filters, Row>(
  list: List<Tables, Filters, Row>,
  tables: Kysely<Tables>,
  filters: Filters,
  { cursor = START, ...asked }: Omit<PageRequest, 'from'> & { readonly cursor?: number | undefined },
): Promise<CursorPage<Row>> {
  if (cursor === 0) return { rows: [], hasNext: false, hasPrevious: false, next: 0, previous: 0 };
  const from = cursor === START ? undefined : { at: [Math.abs(cursor)], goesBack: cursor < 0 };
  const page = await readPage(list, tables, filters, { ...asked, from });
  const numberOf = (row: Row | undefined) => (row === undefined ? 0 : Number(positionOf(list, row)[0]));
  return {
    ...page,
    next: page.hasNext ? numberOf(page.rows.at(-1)) : 0,
    previous: page.hasPrevious ? -numberOf(page.rows[0]) : 0,
  };
}
