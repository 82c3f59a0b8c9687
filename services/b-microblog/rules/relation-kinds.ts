// The kinds of relations between two, with the columns that count them.

export type Counter = 'followers_count' | 'following_count';

/** What a kind of relation counts: columns of its source and of its target. */
export interface Counts {
  readonly source?: Counter;
  readonly target?: Counter;
}

export const KINDS = {
  follow: { source: 'following_count', target: 'followers_count' },
  /** The source has asked to follow a protected target, which has not answered. */
  request: {},
  block: {},
  mute: {},
  /** The source may publish for the target. */
  contributor: {},
} satisfies Record<string, Counts>;

export type RelationKind = keyof typeof KINDS;
