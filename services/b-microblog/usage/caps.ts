// Says how many posts a project may read in a month, and which operations return posts.

import type { Level } from '../access/levels.ts';

/** The record has the first three; the others are our decision. */
const CAPS: Readonly<Record<Level, number>> = {
  free: 100,
  basic: 15_000,
  pro: 1_000_000,
  academic: 10_000_000,
  enterprise: 50_000_000,
};

/** @param set what a developer has set */
export function capOf(level: Level, set: number | undefined): number {
  return set ?? CAPS[level];
}

/** The operations whose `data` are posts: a project that has used up its quota cannot call them. */
export const RETURNING_POSTS: ReadonlySet<string> = new Set([
  'getPosts',
  'getPost',
  'listQuotePosts',
  'searchRecentPosts',
  'searchAllPosts',
  'listUserPosts',
  'listUserMentions',
  'getHomeTimeline',
  'listListPosts',
  'listLikedPosts',
  'listReposts',
  'listRepostedPosts',
  'listBookmarks',
  'listSpacePosts',
  'openFilteredStream',
  'streamPostSample',
  'streamPostSample10',
  'streamAllPosts',
  'streamEnglishPosts',
  'streamJapanesePosts',
  'streamKoreanPosts',
  'streamPortuguesePosts',
]);

interface Identified {
  readonly id: string;
}

interface Body {
  readonly data?: Identified | readonly Identified[];
  readonly includes?: { readonly tweets?: readonly Identified[] };
}

/** The identifiers of the posts that an answer shows. */
export function postsIn(operation: string, body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null) return [];
  const { data = [], includes } = body as Body;
  const own = RETURNING_POSTS.has(operation) ? [data].flat() : [];
  return [...own, ...(includes?.tweets ?? [])].map(({ id }) => id);
}
