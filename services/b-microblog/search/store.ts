// Asks the index for posts, the newest first.

import { type Kysely, sql } from 'kysely';
import { perEngine } from '../../platform/store/per-engine.ts';
import { type Given, prepare } from '../../platform/store/prepare.ts';
import type { Tables } from '../deps.ts';
import { findSeenList } from '../lists/store.ts';
import { rows, usersByNames } from '../people/store.ts';
import { placesNamed } from '../places/store.ts';
import type { PlaceRow } from '../places/tables.ts';
import type { Bounds } from '../posts/bounds.ts';
import { wordsOf } from '../rules/words.ts';
import type { MicroblogTables } from '../tables.ts';
import { ask, type BlockSizes, type Found, type TimedPlan } from './blocks.ts';
import type { Query } from './language/query.ts';
import type { Names } from './plan.ts';

const found = (tables: Kysely<MicroblogTables>, given: Given<Found>) =>
  perEngine(tables, {
    sqlite: () => sql<{ seq: number }>`(select rowid as seq from b_search where b_search match ${given('expression')}
      and rowid > ${given('above')} and rowid < ${given('below')} order by rowid desc limit cast(${given('most')} as bigint))`,
    postgres: () => sql<{ seq: number }>`(select seq from b_search where terms @@ cast(${given('expression')} as text)::tsquery
      and seq > ${given('above')} and seq < ${given('below')} order by seq desc limit ${given('most')})`,
  }).as('found');

const foundPosts = prepare((tables: Tables, given: Given<Found>) =>
  tables
    .selectFrom(found(tables, given))
    // SQLite keeps to the order of a cross join.
    .crossJoin('b_posts')
    .selectAll('b_posts')
    .whereRef('b_posts.seq', '=', 'found.seq')
    .orderBy('found.seq', 'desc'),
);

const foundKeys = prepare((tables: Tables, given: Given<Found>) =>
  tables
    .selectFrom(found(tables, given))
    .crossJoin('b_posts')
    .select(['b_posts.seq', 'b_posts.author', 'b_posts.is_for_subscribers', 'b_posts.reposted'])
    .whereRef('b_posts.seq', '=', 'found.seq')
    .orderBy('found.seq', 'desc'),
);

/**
 * What tells who sees the newest posts within bounds that the index finds.
 * @param sizes Tests hand in smaller ones.
 */
export function keysFound(tables: Tables, asked: TimedPlan, bounds: Bounds, most: number, sizes?: BlockSizes) {
  return ask(foundKeys, tables, asked, bounds, most, sizes);
}

/** The newest posts within bounds that the index finds: all that a plan finds, and others where the index cannot tell. */
export function postsFound(tables: Tables, asked: TimedPlan, bounds: Bounds, most: number) {
  return ask(foundPosts, tables, asked, bounds, most);
}

const USERS = new Set(['from:', 'to:', 'retweets_of:']);

/** What the names in a query stand for now. */
export async function namesIn(tables: Tables, query: Query, viewer: string | undefined): Promise<Names> {
  const usernames = valuesOf(query, USERS).map((value) => value.replace(/^@/, ''));
  const users = usernames.length === 0 ? [] : await usersByNames(tables, usernames);
  return {
    users: new Map(users.map(({ id, username_key }) => [username_key, id])),
    places: await placesIn(tables, valuesOf(query, new Set(['place:']))),
    lists: await listsIn(tables, valuesOf(query, new Set(['list:'])), viewer),
  };
}

/** Those that have one of the values as their identifier, or all of its words in their names. */
async function placesIn(tables: Tables, values: readonly string[]): Promise<readonly PlaceRow[]> {
  const found = [...(await rows.among(tables, 'b_places', 'id', values))];
  for (const value of values) found.push(...(await placesNamed(tables, wordsOf(value))));
  return [...new Map(found.map((place) => [place.id, place])).values()];
}

/** A list that the viewer does not see has no members. */
async function listsIn(tables: Tables, ids: readonly string[], viewer: string | undefined) {
  const lists = new Map<string, ReadonlySet<string>>();
  for (const id of ids) if ((await findSeenList(tables, viewer, id)) !== undefined) lists.set(id, new Set(await membersOf(tables, id)));
  return lists;
}

async function membersOf(tables: Tables, list: string): Promise<readonly string[]> {
  const edges = tables.selectFrom('b_edges').select('source').where('kind', '=', 'list_member').where('target', '=', list);
  return (await edges.execute()).map(({ source }) => source);
}

function valuesOf(query: Query, operators: ReadonlySet<string>): readonly string[] {
  if (query.kind === 'match') return operators.has(query.operator.name) ? [query.value] : [];
  if (query.kind === 'not') return valuesOf(query.part, operators);
  return query.parts.flatMap((part) => valuesOf(part, operators));
}
