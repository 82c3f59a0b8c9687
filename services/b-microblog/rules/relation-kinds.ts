// The kinds of relations of a user to another, to a post or to a list, with the columns that count them.

export type UserCounter = 'followers_count' | 'following_count' | 'like_count' | 'post_count' | 'listed_count';
export type PostCounter =
  | 'like_count'
  | 'repost_count'
  | 'bookmark_count'
  | 'reply_count'
  | 'quote_count'
  | 'hidden_count'
  | 'impression_count';

export type ListCounter = 'member_count' | 'follower_count';

/** What a kind of relation counts: columns of its source, and of its target, which is a user, a post or a list. */
export interface Counts {
  readonly source?: UserCounter;
  readonly target?: UserCounter;
  readonly post?: PostCounter;
  readonly list?: ListCounter;
}

/** Between two users. */
export const USER_KINDS = {
  follow: { source: 'following_count', target: 'followers_count' },
  /** The source has asked to follow a protected target, which has not answered. */
  request: {},
  block: {},
  mute: {},
  /** The source accepts no direct messages from the target. */
  dm_block: {},
  /** The source may publish for the target. */
  contributor: {},
} satisfies Record<string, Counts>;

/** What users do with posts. */
const POST_KINDS = {
  like: { source: 'like_count', post: 'like_count' },
  repost: { post: 'repost_count' },
  bookmark: { post: 'bookmark_count' },
  /** In the poll of the post, which counts the votes for each option. */
  vote: {},
} satisfies Record<string, Counts>;

/** How users stand to lists. */
const LIST_KINDS = {
  /** The counter of the user counts public lists alone (`lists/members.ts`). */
  list_member: { list: 'member_count' },
  list_follow: { list: 'follower_count' },
  /** The order of pins is that in which they were made. */
  pin: {},
} satisfies Record<string, Counts>;

export const KINDS = { ...USER_KINDS, ...POST_KINDS, ...LIST_KINDS };

export type RelationKind = keyof typeof KINDS;
