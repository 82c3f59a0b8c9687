// Reads users for version 2: single ones with the reasons why others are missing, pages of relations, and searches.

import type { Problem, User, UserField, UsersResponse } from '@octavo/interfaces/b-microblog';
import { refuse } from '@octavo/runtime';
import { type List, readTokenPage } from '../../platform/lists.ts';
import { type Context, type Deps, originOf } from '../deps.ts';
import { edgesBetween, hasEdge } from '../relations.ts';
import type { RelationKind } from '../rules/relation-kinds.ts';
import { searchedWords } from '../rules/words.ts';
import { shortCursors } from '../short-cursors.ts';
import type { MicroblogTables } from '../tables.ts';
import { seesRelations } from './rules.ts';
import { showUser } from './show.ts';
import { edgesFrom, edgesTo, findUser, foundUsers, searchedFor, usersByIds, usersByNames } from './store.ts';
import type { EdgeRow, UserRow } from './tables.ts';

interface Fields {
  readonly 'user.fields'?: readonly UserField[];
}

const PROBLEMS = 'https://microblog.example.com/problems/';
/** Pages of a search end there. */
const MOST_FOUND = 1000;

async function shown(deps: Deps, { principal }: Context, rows: readonly UserRow[], query: Fields | undefined): Promise<User[]> {
  const { store } = deps;
  const fields = new Set(query?.['user.fields']);
  const viewer = principal.user;
  const others = rows.map(({ id }) => id);
  const edges = viewer !== undefined && fields.has('connection_status') ? await edgesBetween(store.read, viewer, others) : [];
  return rows.map((row) => showUser(row, { fields, viewer, edges, origin: originOf(deps) }));
}

/** Users by one of their names, with a problem for each that is not there. */
async function named(
  deps: Deps,
  context: Context,
  query: Fields | undefined,
  {
    parameter,
    values,
    found,
  }: {
    readonly parameter: 'id' | 'ids' | 'username' | 'usernames';
    readonly values: readonly string[];
    readonly found: readonly UserRow[];
  },
): Promise<{ readonly users: User[]; readonly errors: Problem[] }> {
  const visible = found.filter(({ is_suspended }) => !is_suspended);
  const known = new Set(visible.flatMap(({ id, username_key }) => (parameter.startsWith('id') ? [id] : [username_key])));
  const missing = [...new Set(values)].filter((value) => !known.has(value.toLowerCase()));
  return { users: await shown(deps, context, visible, query), errors: missing.map((value) => notFound(parameter, value)) };
}

function notFound(parameter: string, value: string): Problem {
  const what = parameter.startsWith('id') ? 'identifier' : 'username';
  return {
    title: 'Not Found Error',
    detail: `No user has the ${what} ${value}.`,
    type: `${PROBLEMS}resource-not-found`,
    resource_type: 'user',
    resource_id: value,
    parameter,
    value,
  };
}

export async function oneUser(deps: Deps, context: Context, query: Fields | undefined, parameter: 'id' | 'username', value: string) {
  const found = await (parameter === 'id' ? usersByIds : usersByNames)(deps.store.read, [value]);
  const { users, errors } = await named(deps, context, query, { parameter, values: [value], found });
  const [data] = users;
  return { status: 200 as const, body: data === undefined ? { errors } : { data } };
}

export async function severalUsers(deps: Deps, context: Context, query: Fields, parameter: 'ids' | 'usernames', values: readonly string[]) {
  const found = await (parameter === 'ids' ? usersByIds : usersByNames)(deps.store.read, values);
  const { users, errors } = await named(deps, context, query, { parameter, values, found });
  const body: UsersResponse = { ...(users.length > 0 && { data: users }), ...(errors.length > 0 && { errors }) };
  return { status: 200 as const, body };
}

/** The user for whom the token stands. */
export function currentUser(deps: Deps, context: Context, query: Fields | undefined) {
  return oneUser(deps, context, query, 'id', context.principal.user ?? '');
}

interface PageQuery extends Fields {
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
  const { rows, next, previous } =
    from === undefined
      ? await pageOf(deps, context, edgesTo, { kind, target: owner }, query)
      : await pageOf(deps, context, edgesFrom, { kind, source: owner }, query);
  const ids = rows.map(({ source, target }) => (from === undefined ? source : target));
  const users = (await usersByIds(deps.store.read, ids)).filter(({ is_suspended }) => !is_suspended);
  return usersPage(await shown(deps, context, users, query), next, previous);
}

/** Why a caller sees no relations of a user. */
async function problemOf({ store }: Deps, { principal }: Context, owner: string): Promise<Problem | undefined> {
  const user = await findUser(store.read, owner);
  if (user === undefined || user.is_suspended) return notFound('id', owner);
  const follows = principal.user !== undefined && user.is_protected && (await hasEdge(store.read, 'follow', principal.user, owner));
  if (seesRelations(user, principal.user, follows)) return undefined;
  return {
    title: 'Authorization Error',
    detail: `You may not see whom the protected user ${owner} knows.`,
    type: `${PROBLEMS}not-authorized-for-resource`,
    resource_type: 'user',
    resource_id: owner,
    parameter: 'id',
    value: owner,
    section: 'data',
  };
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

function otherList(name: string): never {
  throw refuse(400, {
    kind: 'invalid-request',
    pointer: `/query/${name}`,
    detail: `The query parameter ${name} is not a token of this list.`,
  });
}

function usersPage(users: User[], next: string | null, previous: string | null) {
  const meta = {
    result_count: users.length,
    ...(next !== null && { next_token: next }),
    ...(previous !== null && { previous_token: previous }),
  };
  const body: UsersResponse = users.length === 0 ? { meta } : { data: users, meta };
  return { status: 200 as const, body };
}

interface SearchQuery extends Fields {
  readonly query: string;
  readonly max_results?: number;
  readonly next_token?: string | undefined;
}

/** Users whose name or username has all of the words. */
export async function matchingUsers(deps: Deps, context: Context, query: SearchQuery) {
  const words = searchedWords(query.query);
  const { max_results: limit = DEFAULT_RESULTS, next_token: token } = query;
  if (words.length === 0) return usersPage([], null, null);
  const caller = context.principal.user ?? '';
  const asked = { cursors: deps.cursors, caller, token, limit: Math.min(limit, MOST_FOUND), isDown: true };
  const page = (await readTokenPage(foundUsers, deps.store.read, searchedFor(words, true), asked)) ?? otherList('next_token');
  return usersPage(await shown(deps, context, page.rows, query), page.next, page.previous);
}
