// Lists the users who like or have reposted a post, for version 2.

import { readTokenPage } from '../../platform/lists.ts';
import type { Context, Deps } from '../deps.ts';
import { showUsers, type UserQuery } from '../people/expand.ts';
import { usersPage } from '../people/read.ts';
import { edgesTo } from '../people/store.ts';
import { otherList } from '../responses.ts';
import { shortCursors } from '../short-cursors.ts';
import { boundOf, hiddenPost } from './lists.ts';
import { sightsOf } from './sight.ts';

interface PageQuery extends UserQuery {
  readonly max_results?: number | undefined;
  readonly pagination_token?: string | undefined;
}

const ON_PAGE = 100;
/** Only the last so many who like a post can be read. */
const MOST_LIKING = 100;

export async function reactingUsers(deps: Deps, context: Context, kind: 'like' | 'repost', id: string, query: PageQuery = {}) {
  const problem = await hiddenPost(deps, context, id);
  if (problem !== undefined) return { status: 200 as const, body: { errors: [problem] } };
  const { read } = deps.store;
  const { user: viewer, app } = context.principal;
  const filters = { kind, target: id };
  const above = kind === 'like' ? await boundOf(read, edgesTo, filters, MOST_LIKING) : undefined;
  const { max_results: limit = ON_PAGE, pagination_token: token } = query;
  const asked = { cursors: shortCursors(deps.cursors), caller: viewer ?? app, token, limit, above, isDown: true };
  const page = (await readTokenPage(edgesTo, read, filters, asked)) ?? otherList('pagination_token');
  const ids = page.rows.map(({ source }) => source);
  // Who does not see the posts of a user does not see the reactions either.
  const sights = await sightsOf(
    read,
    viewer,
    ids.map((author) => ({ author })),
  );
  const seen = ids.filter((author) => sights.of({ author, is_for_subscribers: false }) === 'seen');
  const known = seen.flatMap((id) => sights.authors.get(id) ?? []);
  return usersPage(await showUsers(deps, viewer, known, query), page);
}
