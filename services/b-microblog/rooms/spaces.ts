// Reads Spaces for version 2: single ones with the reasons why others are missing, those of users, searches, buyers of tickets and shared posts.

import type { Problem, Space } from '@octavo/interfaces/b-microblog';
import { readTokenPage } from '../../platform/lists.ts';
import type { Context, Deps } from '../deps.ts';
import { showUsers, type UserQuery } from '../people/expand.ts';
import { usersPage } from '../people/read.ts';
import { activeUsers } from '../people/store.ts';
import type { PostQuery } from '../posts/shown/look.ts';
import { showPosts } from '../posts/shown/show.ts';
import { sightsOf } from '../posts/sight.ts';
import { postsByIds } from '../posts/store.ts';
import { notFound } from '../problems.ts';
import { NotAllowed } from '../refusals.ts';
import { listBody, otherList, type Shown, singleBody } from '../responses.ts';
import { searchedWords } from '../rules/words.ts';
import { type SpaceQuery, showSpaces } from './show.ts';
import { findSpace, peopleIn, postsSharedIn, searchedSpaces, spacesBy, spacesByIds } from './store.ts';
import type { SpaceRow } from './tables.ts';

/** The Spaces without those of suspended users. */
async function visible({ store }: Pick<Deps, 'store'>, found: readonly SpaceRow[]): Promise<readonly SpaceRow[]> {
  const creators = found.map(({ creator }) => creator);
  const seen = new Set((await activeUsers(store.read, creators)).map(({ id }) => id));
  return found.filter(({ creator }) => seen.has(creator));
}

const noSpace = (parameter: 'id' | 'ids', value: string): Problem => notFound({ type: 'space', parameter, value });

async function named(
  deps: Deps,
  { principal }: Context,
  query: SpaceQuery | undefined,
  parameter: 'id' | 'ids',
  values: readonly string[],
): Promise<Shown<Space>> {
  const rows = await visible(deps, await spacesByIds(deps.store.read, values));
  const found = new Set(rows.map(({ id }) => id));
  const missing = [...new Set(values)].filter((id) => !found.has(id)).map((id) => noSpace(parameter, id));
  const shown = await showSpaces(deps, principal.user, rows, query);
  return { ...shown, errors: [...missing, ...shown.errors] };
}

export async function oneSpace(deps: Deps, context: Context, query: SpaceQuery | undefined, id: string) {
  return { status: 200 as const, body: singleBody(await named(deps, context, query, 'id', [id])) };
}

export async function severalSpaces(deps: Deps, context: Context, query: SpaceQuery & { readonly ids: readonly string[] }) {
  return { status: 200 as const, body: listBody(await named(deps, context, query, 'ids', query.ids)) };
}

/** A list on one page. */
async function page(deps: Deps, { principal }: Context, query: SpaceQuery, found: readonly SpaceRow[]) {
  const rows = await visible(deps, found);
  const shown = await showSpaces(deps, principal.user, rows, query);
  return { status: 200 as const, body: listBody(shown, { result_count: rows.length }) };
}

export async function spacesOfUsers(deps: Deps, context: Context, query: SpaceQuery & { readonly user_ids: readonly string[] }) {
  const found = await spacesBy(deps.store.read, query.user_ids);
  const open = found.filter(({ state }) => state !== 'ended');
  return page(deps, context, query, open);
}

const MOST = 100;

interface SearchQuery extends SpaceQuery {
  readonly query: string;
  readonly state?: 'live' | 'scheduled' | 'all';
  readonly max_results?: number;
}

export async function matchingSpaces(deps: Deps, context: Context, query: SearchQuery) {
  const words = searchedWords(query.query);
  const { state = 'all', max_results = MOST } = query;
  const asked = state === 'all' ? undefined : state;
  return page(deps, context, query, words.length === 0 ? [] : await searchedSpaces(deps.store.read, words, asked, max_results));
}

/** A Space that the caller may know of. */
async function openSpace(deps: Deps, id: string): Promise<SpaceRow | undefined> {
  const found = await findSpace(deps.store.read, id);
  return found === undefined ? undefined : (await visible(deps, [found]))[0];
}

interface BuyersQuery extends UserQuery {
  readonly max_results?: number | undefined;
  readonly pagination_token?: string | undefined;
}

/** @throws {NotAllowed} for a Space of somebody else */
export async function buyers(deps: Deps, context: Context, id: string, query: BuyersQuery = {}) {
  const space = await openSpace(deps, id);
  if (space === undefined) return { status: 200 as const, body: { errors: [noSpace('id', id)] } };
  const { user } = context.principal;
  if (space.creator !== user) throw new NotAllowed('not-creator');
  const { max_results: limit = MOST, pagination_token: token } = query;
  const asked = { cursors: deps.cursors, caller: user, token, limit, isDown: true };
  const found = (await readTokenPage(peopleIn, deps.store.read, { space: id, role: 'buyer' }, asked)) ?? otherList('pagination_token');
  const ids = found.rows.map(({ user_id }) => user_id);
  return usersPage(await showUsers(deps, user, await activeUsers(deps.store.read, ids), query), found);
}

export async function sharedPosts(deps: Deps, context: Context, id: string, query: PostQuery & { readonly max_results?: number } = {}) {
  if ((await openSpace(deps, id)) === undefined) return { status: 200 as const, body: { errors: [noSpace('id', id)] } };
  const { read } = deps.store;
  const { user } = context.principal;
  const posts = await postsByIds(read, await postsSharedIn(read, id, query.max_results ?? MOST));
  const sights = await sightsOf(read, user, posts);
  const seen = posts.filter((post) => sights.of(post) === 'seen');
  return { status: 200 as const, body: listBody(await showPosts(deps, user, seen, query, { sights }), { result_count: seen.length }) };
}
