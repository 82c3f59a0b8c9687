// Reads a page of a timeline: within the bounds that a caller gives, never beyond what timelines have at most, and without what the viewer is not shown.

import type { Tables } from '../../deps.ts';
import { STEPS } from '../../rules/identifiers.ts';
import { placeBefore, placeOf } from '../store.ts';
import type { PostRow } from '../tables.ts';
import type { Stretch } from './timeline-store.ts';

/** Which posts of a timeline a page has. */
export interface Place {
  readonly limit: number;
  /** Identifiers: only posts above the one, below the other, and up to the third. There need not be posts that have them. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly max?: string | undefined;
  /** Moments: only posts from the one on, and from before the other. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly excludes?: readonly ('replies' | 'retweets')[] | undefined;
  /** Whether the posts that are read have no other columns than those of `CORE_COLUMNS`, since nothing else of them is shown. */
  readonly isCore?: true | undefined;
  /** The post after which the page begins, or before which it ends. */
  readonly from?: { readonly seq: number; readonly goesBack: boolean } | undefined;
}

export interface TimelinePage {
  /** The newest first. */
  readonly posts: readonly PostRow[];
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

/** A timeline, before some of its posts are left out for the viewer. */
export interface Source {
  /** No post is older than the newest so many. */
  readonly most: number;
  /** The place of the oldest post that it may have. */
  readonly oldest?: number;
  /** @param room how many posts it may still have, counted from its newest */
  read(stretch: Stretch, room: number): Promise<readonly PostRow[]>;
  /** How many posts there are from a place on, at most so many. */
  count(from: number, most: number): Promise<number>;
  /** The posts that the viewer is shown. */
  shown(posts: readonly PostRow[]): Promise<readonly PostRow[]>;
}

/** The bounds of a page in the order, both exclusive. */
async function boundsOf(tables: Tables, { since, until, max, start, end, from }: Place, { oldest = 0 }: Source) {
  const above = [oldest - 1];
  const below = [Number.MAX_SAFE_INTEGER];
  if (since !== undefined) above.push(await placeOf(tables, since));
  if (start !== undefined) above.push(start * STEPS - 1);
  // The post may be there no longer, so the bound is after the one before.
  if (until !== undefined) below.push(await placeBefore(tables, until));
  if (max !== undefined) below.push((await placeOf(tables, max)) + 1);
  if (end !== undefined) below.push(end * STEPS);
  if (from !== undefined) (from.goesBack ? above : below).push(from.seq);
  return { above: Math.max(...above), below: Math.min(...below) };
}

export async function pageOf(tables: Tables, place: Place, source: Source): Promise<TimelinePage> {
  const bounds = await boundsOf(tables, place, source);
  const goesBack = place.from?.goesBack === true;
  const found = await (goesBack ? newer : older)(source, { ...bounds, isCore: place.isCore }, place.limit);
  const isMore = found.length > place.limit;
  const posts = found.slice(0, place.limit);
  if (goesBack) posts.reverse();
  return { posts, hasNext: goesBack || isMore, hasPrevious: goesBack ? isMore : place.from !== undefined };
}

type Bounds = Pick<Stretch, 'above' | 'below' | 'isCore'>;

/** By how much more posts are read for each that is missing than in the stretch before, of which the viewer was not shown enough. */
const GROWTH = 4;

/** The newest posts within bounds that the viewer is shown: one more than a page has, where there are so many. */
async function older(source: Source, { above, below, isCore }: Bounds, limit: number): Promise<readonly PostRow[]> {
  const found: PostRow[] = [];
  for (let [from, growth] = [below, 1]; ; growth *= GROWTH) {
    const most = (limit + 1 - found.length) * growth;
    const before = from === Number.MAX_SAFE_INTEGER ? 0 : await source.count(from, source.most);
    const room = source.most - before;
    const asked = Math.min(most, room);
    const posts = asked > 0 ? await source.read({ above, below: from, most: asked, isUp: undefined, isCore }, room) : [];
    found.push(...(await source.shown(posts)));
    const last = posts.at(-1);
    if (last === undefined || posts.length < asked || found.length > limit) return found;
    from = last.seq;
  }
}

/** The oldest posts within bounds that the viewer is shown, the oldest first. */
async function newer(source: Source, { above, below, isCore }: Bounds, limit: number): Promise<PostRow[]> {
  const found: PostRow[] = [];
  for (let [from, growth] = [above, 1]; ; growth *= GROWTH) {
    const most = (limit + 1 - found.length) * growth;
    const asked = Math.min(most, source.most);
    const posts = await source.read({ above: from, below, most: asked, isUp: true, isCore }, source.most);
    found.push(...(await source.shown(await newest(source, posts))));
    const last = posts.at(-1);
    if (last === undefined || posts.length < asked || found.length > limit) return found;
    from = last.seq;
  }
}

/** Without those that are no longer among the newest: a token may be older than they are. */
async function newest({ count, most }: Source, posts: readonly PostRow[]): Promise<readonly PostRow[]> {
  for (const [index, { seq }] of posts.entries()) if ((await count(seq, most + 1)) <= most) return posts.slice(index);
  return [];
}
