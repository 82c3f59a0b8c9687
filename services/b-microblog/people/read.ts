// Reads users for version 2: single ones with the reasons why others are missing, pages of relations, and searches.

import type { Problem, User } from '@octavo/interfaces/b-microblog';
import { type List, readTokenPage } from '../../platform/lists.ts';
import type { Context, Deps } from '../deps.ts';
import { notAuthorized, notFound } from '../problems.ts';
import { hasEdge } from '../relations.ts';
import { listBody, otherList, pageMeta, type Shown, singleBody } from '../responses.ts';
import type { RelationKind } from '../rules/relation-kinds.ts';
import { searchedWords } from '../rules/words.ts';
import { shortCursors } from '../short-cursors.ts';
import type { MicroblogTables } from '../tables.ts';
import { showUsers, type UserQuery } from './expand.ts';
import { seesRelations } from './rules.ts';
import { activeUsers, edgesFrom, edgesTo, findUser, foundUsers, searchedFor, usersByIds, usersByNames } from './store.ts';
import type { EdgeRow, UserRow } from './tables.ts';

/** Pages of a search end there. */
const MOST_FOUND = 1000;

/** Users by one of their names, with a problem for each that is not there. */
async function named(
  deps: Deps,
  { principal }: Context,
  query: UserQuery | undefined,
  {
    parameter,
    values,
    found,
  }: {
    readonly parameter: 'id' | 'ids' | 'username' | 'usernames';
    readonly values: readonly string[];
    readonly found: readonly UserRow[];
  },
): Promise<Shown<User>> {
  const visible = found.filter(({ is_suspended }) => !is_suspended);
  const known = new Set(visible.flatMap(({ id, username_key }) => (parameter.startsWith('id') ? [id] : [username_key])));
  const missing = [...new Set(values)].filter((value) => !known.has(value.toLowerCase()));
  const shown = await showUsers(deps, principal.user, visible, query);
  return { ...shown, errors: [...missing.map((value) => noUser(parameter, value)), ...shown.errors] };
}

/** @param parameter whose value it is: an identifier or a username */
export function noUser(parameter: string, value: string): Problem {
  const what = parameter.startsWith('id') ? 'identifier' : 'username';
  return notFound({ type: 'user', parameter, value }, `No user has the ${what} ${value}.`);
}

export async function oneUser(deps: Deps, context: Context, query: UserQuery | undefined, parameter: 'id' | 'username', value: string) {
  const found = await (parameter === 'id' ? usersByIds : usersByNames)(deps.store.read, [value]);
  return { status: 200 as const, body: singleBody(await named(deps, context, query, { parameter, values: [value], found })) };
}

export async function severalUsers(
  deps: Deps,
  context: Context,
  query: UserQuery,
  parameter: 'ids' | 'usernames',
  values: readonly string[],
) {
  const found = await (parameter === 'ids' ? usersByIds : usersByNames)(deps.store.read, values);
  return { status: 200 as const, body: listBody(await named(deps, context, query, { parameter, values, found })) };
}

/** The user for whom the token stands. */
export function currentUser(deps: Deps, context: Context, query: UserQuery | undefined) {
  return oneUser(deps, context, query, 'id', context.principal.user ?? '');
}

export interface PageQuery extends UserQuery {
  readonly max_results?: number | undefined;
  readonly pagination_token?: string | undefined;
}

const DEFAULT_RESULTS = 100;

/** A page of those who stand to a user in some way: `from` the user to others, or `to` the user from others. */
export async function relatedUsers(
  deps: Deps,
  context: Context,
  query: PageQuery | undefined,
  { kind, from, to }: { readonly kind: RelationKind; readonly from?: string; readonly to?: string },
) {
  const owner = from ?? to ?? '';
  const problem = await problemOf(deps, context, owner);
  if (problem !== undefined) return { status: 200 as const, body: { errors: [problem] } };
  if (from === undefined) return usersRelatedTo(deps, context, query, kind, owner);
  const page = await pageOf(deps, context, edgesFrom, { kind, source: owner }, query);
  const ids = page.rows.map(({ target }) => target);
  return shownPage(deps, context, query, ids, page);
}

/** A page of those who stand in some way to a user or a list that the caller may see. */
export async function usersRelatedTo(deps: Deps, context: Context, query: PageQuery | undefined, kind: RelationKind, target: string) {
  const page = await pageOf(deps, context, edgesTo, { kind, target }, query);
  const ids = page.rows.map(({ source }) => source);
  return shownPage(deps, context, query, ids, page);
}

async function shownPage(
  deps: Deps,
  { principal }: Context,
  query: PageQuery | undefined,
  ids: readonly string[],
  neighbours: Parameters<typeof pageMeta>[1],
) {
  return usersPage(await showUsers(deps, principal.user, await activeUsers(deps.store.read, ids), query), neighbours);
}

/** Why a caller sees no relations of a user. */
async function problemOf({ store }: Deps, { principal }: Context, owner: string): Promise<Problem | undefined> {
  const user = await findUser(store.read, owner);
  if (user === undefined || user.is_suspended) return noUser('id', owner);
  const follows = principal.user !== undefined && user.is_protected && (await hasEdge(store.read, 'follow', principal.user, owner));
  if (seesRelations(user, principal.user, follows)) return undefined;
  const detail = `You may not see whom the protected user ${owner} knows.`;
  return notAuthorized({ type: 'user', parameter: 'id', value: owner }, 'data', detail);
}

async function pageOf<Filters>(
  { store, cursors }: Deps,
  { principal }: Context,
  list: List<MicroblogTables, Filters, EdgeRow>,
  filters: Filters,
  { max_results: limit = DEFAULT_RESULTS, pagination_token: token }: PageQuery = {},
) {
  const caller = principal.user ?? principal.app;
  const asked = { cursors: shortCursors(cursors), caller, token, limit, isDown: true };
  const page = await readTokenPage(list, store.read, filters, asked);
  return page ?? otherList('pagination_token');
}

export function usersPage(shown: Shown<User>, neighbours: Parameters<typeof pageMeta>[1]) {
  return { status: 200 as const, body: listBody(shown, pageMeta(shown.data.length, neighbours)) };
}

interface SearchQuery extends UserQuery {
  readonly query: string;
  readonly max_results?: number;
  readonly next_token?: string | undefined;
}

/** Users whose name or username has all of the words. */
export async function matchingUsers(deps: Deps, context: Context, query: SearchQuery) {
  const words = searchedWords(query.query);
  const { max_results: limit = DEFAULT_RESULTS, next_token: token } = query;
  if (words.length === 0) return usersPage({ data: [], includes: undefined, errors: [] }, { next: null, previous: null });
  const caller = context.principal.user ?? '';
  const asked = { cursors: deps.cursors, caller, token, limit: Math.min(limit, MOST_FOUND), isDown: true };
  const page = (await readTokenPage(foundUsers, deps.store.read, searchedFor(words, true), asked)) ?? otherList('next_token');
  return usersPage(await showUsers(deps, context.principal.user, page.rows, query), page);
}
