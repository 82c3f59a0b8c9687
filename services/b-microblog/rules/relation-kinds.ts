// The kinds of relations of a user to another or to a post, with the columns that count them.

export type UserCounter = 'followers_count' | 'following_count' | 'like_count' | 'post_count';
export type PostCounter =
  | 'like_count'
  | 'repost_count'
  | 'bookmark_count'
  | 'reply_count'
  | 'quote_count'
  | 'hidden_count'
  | 'impression_count';

/** What a kind of relation counts: columns of its source, and of its target, which is a user or a post. */
export interface Counts {
  readonly source?: UserCounter;
  readonly target?: UserCounter;
  readonly post?: PostCounter;
}

/** Between two users. */
export const USER_KINDS = {
  follow: { source: 'following_count', target: 'followers_count' },
  /** The source has asked to follow a protected target, which has not answered. */
  request: {},
  block: {},
  mute: {},
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

export const KINDS = { ...USER_KINDS, ...POST_KINDS };

export type RelationKind = keyof typeof KINDS;
