// Decides what a post refers to, whether it can be edited, and how long its author reads all of its metrics.

import type { CorePost, PostRow } from './tables.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** For how long a post can be edited after its first version, and how often. */
export const EDITABLE_MILLISECONDS = 30 * MINUTE;
export const MOST_EDITS = 5;

/** For how long authors read the metrics that only they read. */
const METRICS_MILLISECONDS = 30 * DAY;

/** Whether a post can be edited at all: polls, reposts, replies to others and posts of communities cannot. */
export function isEditable({ poll, reposted, community, reply_to_user, author }: PostRow): boolean {
  return poll === null && reposted === null && community === null && (reply_to_user === null || reply_to_user === author);
}

/** Whether there are other versions of a post, which are read by a query. */
export function wasEdited({ version, is_newest }: Pick<PostRow, 'version' | 'is_newest'>): boolean {
  return version > 0 || !is_newest;
}

export function readsAllMetrics({ author, created_at }: CorePost, viewer: string | undefined, now: number): boolean {
  return author === viewer && now < created_at + METRICS_MILLISECONDS;
}

interface Reference {
  readonly type: 'retweeted' | 'quoted' | 'replied_to';
  readonly id: string;
}

/** The posts that a post refers to. */
export function referencesOf({ reposted, quoted, reply_to }: CorePost): readonly Reference[] {
  const all = [
    ['retweeted', reposted],
    ['quoted', quoted],
    ['replied_to', reply_to],
  ] as const;
  return all.flatMap(([type, id]) => (id === null ? [] : [{ type, id }]));
}
