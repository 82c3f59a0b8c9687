// Reads a page of a timeline: within the bounds that a caller gives, never beyond what timelines have at most, and without what the viewer is not
// shown.

import type { Tables } from '../../deps.ts';
import { type Asked, type Bounds, boundsOf } from '../bounds.ts';
import type { PostRow } from '../tables.ts';
import type { Stretch } from './timeline-store.ts';

/** Which posts of a timeline a page has. */
export interface Place extends Asked {
  readonly limit: number;
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

/** What a page asks for, within what the timeline has at most and what its token leaves. */
async function pageBounds(tables: Tables, { from, ...asked }: Place, { oldest = 0 }: Source): Promise<Bounds> {
  const { above: asksAbove, below } = await boundsOf(tables, asked);
  const above = Math.max(asksAbove, oldest - 1);
  if (from === undefined) return { above, below };
  return from.goesBack ? { above: Math.max(above, from.seq), below } : { above, below: Math.min(below, from.seq) };
}

export async function pageOf(tables: Tables, place: Place, source: Source): Promise<TimelinePage> {
  const bounds = await pageBounds(tables, place, source);
  const goesBack = place.from?.goesBack === true;
  const found = await (goesBack ? newer : older)(source, { ...bounds, isCore: place.isCore }, place.limit);
  const isMore = found.length > place.limit;
  const posts = found.slice(0, place.limit);
  if (goesBack) posts.reverse();
  return { posts, hasNext: goesBack || isMore, hasPrevious: goesBack ? isMore : place.from !== undefined };
}

type Within = Bounds & Pick<Stretch, 'isCore'>;

/** By how much more posts are read for each that is missing than in the stretch before, of which the viewer was not shown enough. */
const GROWTH = 4;

/** The newest posts within bounds that the viewer is shown: one more than a page has, where there are so many. */
async function older(source: Source, { above, below, isCore }: Within, limit: number): Promise<readonly PostRow[]> {
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
async function newer(source: Source, { above, below, isCore }: Within, limit: number): Promise<PostRow[]> {
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
