// Shows users to a caller of version 2, with the posts to which they refer.

import type { Problem, User, UserExpansion, UserField } from '@octavo/interfaces/b-microblog';
import { type Deps, originOf } from '../deps.ts';
import type { PostQuery } from '../posts/shown/look.ts';
import { newestPostsOf } from '../posts/shown/newest.ts';
import { showPosts } from '../posts/shown/show.ts';
import { edgesWith, type Sights, sightsBy, sightsOf } from '../posts/sight.ts';
import { postsByIds } from '../posts/store.ts';
import { notAuthorized, notFound } from '../problems.ts';
import type { Shown } from '../responses.ts';
import { showUser, userLook } from './show.ts';
import type { UserRow } from './tables.ts';

/** The parameters of a query that say what is shown of users. */
export interface UserQuery extends Pick<PostQuery, 'tweet.fields'> {
  readonly 'user.fields'?: readonly UserField[];
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
  return { data, ...(await referredPosts(deps, viewer, new Map(referred), sights, query)) };
}

function postsOf(user: User, expansion: UserExpansion): readonly (readonly [id: string, expansion: UserExpansion])[] {
  const id = expansion === 'affiliation.user_id' ? undefined : user[expansion];
  return id === undefined ? [] : [[id, expansion]];
}

/** The posts to which users refer, by their identifiers, with the expansions that ask for them. */
async function referredPosts(
  deps: Pick<Deps, 'store' | 'clock' | 'originOf'>,
  viewer: string | undefined,
  referred: ReadonlyMap<string, UserExpansion>,
  known: Sights,
  query: UserQuery,
): Promise<Omit<Shown<User>, 'data'>> {
  if (referred.size === 0) return { includes: undefined, errors: [] };
  const found = new Map((await postsByIds(deps.store.read, [...referred.keys()])).map((row) => [row.id, row]));
  const rows = [...found.values()];
  const sights = rows.every(({ reposted }) => reposted === null) ? known : await sightsOf(deps.store.read, viewer, rows);
  const seen = rows.filter((row) => sights.of(row) === 'seen');
  const missing = [...referred].flatMap(([value, parameter]): Problem[] => {
    const row = found.get(value);
    const named = { type: 'tweet', parameter, value } as const;
    if (row === undefined || sights.of(row) === 'suspended') return [notFound(named)];
    return sights.of(row) === 'hidden' ? [notAuthorized(named, 'includes')] : [];
  });
  const fields = query['tweet.fields'];
  const shown = await showPosts(deps, viewer, seen, fields && { 'tweet.fields': fields }, { sights, section: 'includes' });
  return { includes: shown.data.length === 0 ? undefined : { tweets: shown.data }, errors: [...missing, ...shown.errors] };
}
