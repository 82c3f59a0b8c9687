// Reads lists for version 1.1, which names them by identifier, or by short name and owner: single ones, those of a user, and who is on one.

import { readCursorPage, readPage } from '../../platform/lists.ts';
import type { ContextV1, Deps } from '../deps.ts';
import { type CursorQuery, cursorsOf, type Named, requireUser, userAnswer, userOrCaller, usersPageAnswer } from '../people/read-v1.ts';
import type { UserLooks } from '../people/shown-v1.ts';
import { NotAllowed } from '../refusals.ts';
import { hasEdge } from '../relations.ts';
import { shownLists } from './show-v1.ts';
import { edgesToLists, findSeenListBySlug, type ListRelation, listsOfEdges, listsOfOwner, requireList } from './store.ts';
import type { ListRow } from './tables.ts';

/** How a request names a list. */
export interface NamedList {
  readonly list_id?: string | undefined;
  readonly slug?: string | undefined;
  readonly owner_id?: string | undefined;
  readonly owner_screen_name?: string | undefined;
}

/** @throws {NotAllowed} for a list that is not there, or is not for the caller */
export async function requireNamedList(deps: Deps, { principal }: ContextV1, named: NamedList): Promise<ListRow> {
  const { list_id, slug = '', owner_id: user_id, owner_screen_name: screen_name } = named;
  const { read } = deps.store;
  if (list_id !== undefined) return requireList(read, principal.user, list_id);
  const owner = await requireUser(deps, { user_id, screen_name });
  const row = await findSeenListBySlug(read, principal.user, owner.id, slug);
  if (row === undefined) throw new NotAllowed('no-list');
  return row;
}

/** A list as it was read. */
export async function rowAnswer(deps: Deps, context: ContextV1, row: ListRow) {
  const [body] = await shownLists(deps, context, [row]);
  if (body === undefined) throw new NotAllowed('no-list');
  return { status: 200 as const, body };
}

export async function listAnswer(deps: Deps, context: ContextV1, named: NamedList) {
  return rowAnswer(deps, context, await requireNamedList(deps, context, named));
}

const MOST = 100;

/** The lists that a user owns, and those of others that the user follows. */
export async function listsAnswer(deps: Deps, context: ContextV1, query: Named & { readonly reverse?: boolean | undefined } = {}) {
  const { read } = deps.store;
  const { user: viewer } = context.principal;
  const { id: owner } = await userOrCaller(deps, context, query);
  const asked = { limit: MOST, isDown: true };
  const { rows: own } = await readPage(listsOfOwner, read, { owner, is_private: owner === viewer ? undefined : false }, asked);
  const { rows: edges } = await readPage(edgesToLists, read, { kind: 'list_follow', source: owner, viewer }, asked);
  const others = (await listsOfEdges(read, edges)).filter((list) => list.owner !== owner);
  const all = query.reverse === true ? [...own, ...others] : [...others, ...own];
  return { status: 200 as const, body: await shownLists(deps, context, all.slice(0, MOST)) };
}

const ON_PAGE = 20;

interface ListsQuery extends Named, CursorQuery {
  readonly filter_to_owned_lists?: boolean | undefined;
}

/** A page of the lists that a user is on, or follows, the newest first. */
export async function listsPageAnswer(deps: Deps, context: ContextV1, kind: ListRelation['kind'], query: ListsQuery = {}) {
  const { user: viewer } = context.principal;
  const { id: source } = await userOrCaller(deps, context, query);
  const owner = query.filter_to_owned_lists === true ? viewer : undefined;
  const asked = { cursor: Number(query.cursor ?? -1), limit: Math.max(1, query.count ?? ON_PAGE), isDown: true };
  const page = await readCursorPage(edgesToLists, deps.store.read, { kind, source, viewer, owner }, asked);
  const lists = await shownLists(deps, context, await listsOfEdges(deps.store.read, page.rows));
  return { status: 200 as const, body: { lists, ...cursorsOf(page) } };
}

type OnList = 'list_member' | 'list_follow';

/** A page of those who are on a list, or follow it, the newest first. */
export async function usersOfListAnswer(deps: Deps, context: ContextV1, kind: OnList, query: NamedList & CursorQuery & UserLooks) {
  const { id } = await requireNamedList(deps, context, query);
  return usersPageAnswer(deps, context, query, { kind, side: 'to' }, id);
}

/** @throws {NotAllowed} for a user who is not on the list, or does not follow it */
export async function userOfListAnswer(deps: Deps, context: ContextV1, kind: OnList, query: NamedList & Named & UserLooks) {
  const list = await requireNamedList(deps, context, query);
  const { id } = await requireUser(deps, query);
  if (!(await hasEdge(deps.store.read, kind, id, list.id))) throw new NotAllowed('not-on-list');
  return userAnswer(deps, context, { user_id: id }, query);
}
