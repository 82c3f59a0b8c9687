// Shows users to a caller of version 2, with the posts to which they refer.

import type { User, UserExpansion, UserField } from '@octavo/interfaces/b-microblog';
import { type Deps, originOf } from '../deps.ts';
import type { PostQuery } from '../posts/shown/look.ts';
import { newestPostsOf } from '../posts/shown/newest.ts';
import { showReferred } from '../posts/shown/referred.ts';
import { edgesWith, sightsBy } from '../posts/sight.ts';
import type { Shown } from '../responses.ts';
import { showUser, userLook } from './show.ts';
import type { UserRow } from './tables.ts';

/** The parameters of a query that say what is shown of users. */
export interface UserQuery extends Pick<PostQuery, 'tweet.fields'> {
  readonly 'user.fields'?: readonly UserField[] | undefined;
  readonly expansions?: readonly UserExpansion[];
}

/** The field that an expansion follows, which is shown too. Users are affiliated with nobody. */
const FOLLOWED = {
  'affiliation.user_id': 'affiliation',
  most_recent_tweet_id: 'most_recent_tweet_id',
  pinned_tweet_id: 'pinned_tweet_id',
} as const satisfies Record<UserExpansion, UserField>;

/** @param viewer for whom they are; `undefined` for an application */
export async function showUsers(
  deps: Pick<Deps, 'store' | 'clock' | 'originOf'>,
  viewer: string | undefined,
  rows: readonly UserRow[],
  query: UserQuery = {},
): Promise<Shown<User>> {
  const { store } = deps;
  const expansions = query.expansions ?? [];
  const look = userLook([...(query['user.fields'] ?? []), ...expansions.map((name) => FOLLOWED[name])]);
  const needsNewest = look.fields.has('most_recent_tweet_id');
  const needsEdges = needsNewest || expansions.length > 0 || look.fields.has('connection_status');
  const others = rows.map(({ id }) => id);
  const sights = sightsBy(viewer, rows, needsEdges ? await edgesWith(store.read, viewer, others) : []);
  const newest: ReadonlyMap<string, string> = needsNewest ? await newestPostsOf(store.read, viewer, sights) : new Map();
  const view = { viewer, edges: sights.edges, newest, origin: originOf(deps) };
  const data = rows.map((row) => showUser(row, look, view));
  const referred = data.flatMap((user) => expansions.flatMap((name) => postsOf(user, name)));
  const { posts, errors } = await showReferred(deps, viewer, new Map(referred), query['tweet.fields'], sights);
  return { data, includes: posts.length === 0 ? undefined : { tweets: [...posts] }, errors };
}

function postsOf(user: User, expansion: UserExpansion): readonly (readonly [id: string, expansion: UserExpansion])[] {
  const id = expansion === 'affiliation.user_id' ? undefined : user[expansion];
  return id === undefined ? [] : [[id, expansion]];
}
