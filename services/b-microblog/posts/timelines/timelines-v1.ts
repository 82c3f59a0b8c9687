// Answers with timelines for version 1.1, which pages them by identifiers of posts.

import type { ContextV1, Deps } from '../../deps.ts';
import { type NamedList, requireNamedList } from '../../lists/read-v1.ts';
import { type Named, userOrCaller } from '../../people/read-v1.ts';
import { NotAllowed } from '../../refusals.ts';
import { ON_PAGE, type PlaceQuery, type PostLooks, shownPosts } from '../read-v1.ts';
import type { Place, TimelinePage } from './timeline-pages.ts';
import { homeTimeline, listTimeline, mentionsTimeline, ownerOf, userTimeline } from './timelines.ts';

interface Query extends PlaceQuery, PostLooks {
  readonly exclude_replies?: boolean | undefined;
  readonly include_rts?: boolean | undefined;
}

function placeOf({ count = ON_PAGE, since_id: since, max_id: max }: Query): Place {
  return { limit: Math.max(1, count), since, max };
}

/** Replies and reposts that are left out count towards the length of the page. */
async function answer(deps: Deps, context: ContextV1, { posts }: TimelinePage, query: Query) {
  const kept = posts.filter(
    ({ reply_to, reposted }) =>
      !(query.exclude_replies === true && reply_to !== null) && !(query.include_rts === false && reposted !== null),
  );
  return { status: 200 as const, body: await shownPosts(deps, context, kept, query) };
}

export async function homeAnswer(deps: Deps, context: ContextV1, query: Query = {}) {
  return answer(deps, context, await homeTimeline(deps, context.principal.user, placeOf(query)), query);
}

export async function mentionsAnswer(deps: Deps, context: ContextV1, query: Query = {}) {
  const { user } = context.principal;
  return answer(deps, context, await mentionsTimeline(deps.store.read, user, user, placeOf(query)), query);
}

/** @throws {NotAllowed} where the caller does not see the posts of the user */
export async function userAnswer(deps: Deps, context: ContextV1, query: Named & Query = {}) {
  const { read } = deps.store;
  const { user: viewer } = context.principal;
  const { id } = await userOrCaller(deps, context, query);
  const owner = await ownerOf(read, viewer, id);
  if (owner.sight !== 'seen') throw new NotAllowed('hidden-post');
  return answer(deps, context, await userTimeline(read, viewer, owner, placeOf(query)), query);
}

export async function listAnswer(deps: Deps, context: ContextV1, query: NamedList & Query) {
  const list = await requireNamedList(deps, context, query);
  return answer(deps, context, await listTimeline(deps.store.read, context.principal.user, list, placeOf(query)), query);
}
