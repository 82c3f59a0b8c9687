// Reads lists for version 2: single ones, pages of those to which a user stands in some way, and who is on one.

import type { Problem } from '@octavo/interfaces/b-microblog';
import { type List, readTokenPage } from '../../platform/lists.ts';
import type { Context, Deps, Tables } from '../deps.ts';
import { noUser, type PageQuery as UserPageQuery, usersRelatedTo } from '../people/read.ts';
import { findUser } from '../people/store.ts';
import { notFound } from '../problems.ts';
import { listBody, otherList, pageMeta, singleBody } from '../responses.ts';
import { shortCursors } from '../short-cursors.ts';
import type { MicroblogTables } from '../tables.ts';
import { pinsOf } from './follow.ts';
import { type ListQuery, showLists } from './show.ts';
import { edgesToLists, findSeenList, type ListRelation, listsOfEdges, listsOfOwner } from './store.ts';
import type { ListRow } from './tables.ts';

/** The refusal of a list that is not there, or is not for the caller, who must not learn which. */
export function noList(id: string): Problem {
  return notFound({ type: 'list', parameter: 'id', value: id });
}

const only = (problem: Problem) => ({ status: 200 as const, body: { errors: [problem] } });

export async function oneList(deps: Deps, { principal }: Context, id: string, query?: ListQuery) {
  const row = await findSeenList(deps.store.read, principal.user, id);
  if (row === undefined) return only(noList(id));
  return { status: 200 as const, body: singleBody(await showLists(deps, principal.user, [row], query)) };
}

interface PageQuery extends ListQuery {
  readonly max_results?: number | undefined;
  readonly pagination_token?: string | undefined;
}

const ON_PAGE = 100;

/** A page of lists of a user, the newest first. */
async function pageOf<Filters, Row>(
  deps: Deps,
  { principal }: Context,
  user: string,
  query: PageQuery = {},
  {
    list,
    filters,
    listsIn,
  }: {
    readonly list: List<MicroblogTables, Filters, Row>;
    readonly filters: Filters;
    readonly listsIn: (tables: Tables, found: readonly Row[]) => Promise<readonly ListRow[]>;
  },
) {
  const { read } = deps.store;
  if ((await findUser(read, user))?.is_suspended !== false) return only(noUser('id', user));
  const { max_results: limit = ON_PAGE, pagination_token: token } = query;
  const asked = { cursors: shortCursors(deps.cursors), caller: principal.user ?? principal.app, token, limit, isDown: true };
  const page = (await readTokenPage(list, read, filters, asked)) ?? otherList('pagination_token');
  const shown = await showLists(deps, principal.user, await listsIn(read, page.rows), query);
  return { status: 200 as const, body: listBody(shown, pageMeta(shown.data.length, page)) };
}

/** The lists that a user owns: all of them for the user, and otherwise the public ones. */
export function ownedLists(deps: Deps, context: Context, owner: string, query?: PageQuery) {
  const filters = { owner, is_private: context.principal.user === owner ? undefined : false };
  return pageOf(deps, context, owner, query, { list: listsOfOwner, filters, listsIn: async (_tables, found) => found });
}

/** The lists that a user is on, or follows, as far as the caller sees them. */
export function relatedLists(deps: Deps, context: Context, kind: ListRelation['kind'], user: string, query?: PageQuery) {
  const filters = { kind, source: user, viewer: context.principal.user };
  return pageOf(deps, context, user, query, { list: edgesToLists, filters, listsIn: listsOfEdges });
}

/** The lists that the caller has pinned, all on one page. */
export async function pinnedLists(deps: Deps, user: string, query?: ListQuery) {
  const found = await listsOfEdges(deps.store.read, await pinsOf(deps.store.read, user));
  return { status: 200 as const, body: listBody(await showLists(deps, user, found, query), { result_count: found.length }) };
}

/** The users who are on a list, or follow it. */
export async function usersOfList(deps: Deps, context: Context, kind: 'list_member' | 'list_follow', id: string, query?: UserPageQuery) {
  const row = await findSeenList(deps.store.read, context.principal.user, id);
  return row === undefined ? only(noList(id)) : usersRelatedTo(deps, context, query, kind, id);
}
