// Lists what users like, for version 1.1.

import { readPage } from '../../platform/lists.ts';
import type { ContextV1, Deps } from '../deps.ts';
import { type Named, userOrCaller } from '../people/read-v1.ts';
import { seesRelations } from '../people/rules.ts';
import { NotAllowed } from '../refusals.ts';
import { hasEdge } from '../relations.ts';
import { type PlaceQuery, type PostLooks, placeIn, seenPosts } from './read-v1.ts';
import { favoritesOf } from './store.ts';

/** The newest posts first, among those that the user has liked last. */
export async function favoritesAnswer(deps: Deps, context: ContextV1, query: Named & PlaceQuery & PostLooks = {}) {
  const { read } = deps.store;
  const { user: viewer } = context.principal;
  const owner = await userOrCaller(deps, context, query);
  const follows = owner.is_protected && (await hasEdge(read, 'follow', viewer, owner.id));
  if (!seesRelations(owner, viewer, follows)) throw new NotAllowed('hidden-post');
  const page = await readPage(favoritesOf, read, { user: owner.id }, await placeIn(read, query));
  return seenPosts(deps, context, page.rows, query);
}
