// Counts what a query finds, per minute, hour or day: only posts that the caller sees. Pages go back in time, and each begins with its oldest part.

import { setImmediate } from 'node:timers/promises';
import type { Position } from '../../platform/cursors.ts';
import type { Context, MicroblogPlatform, Tables } from '../deps.ts';
import { sightsBy, sightsOf } from '../posts/sight.ts';
import { otherList } from '../responses.ts';
import { STEPS } from '../rules/identifiers.ts';
import { matching, type Search } from './pages.ts';
import { isExact } from './plan.ts';
import { type Presents, searchOf } from './searches.ts';
import { keysFound, postsFound } from './store.ts';
import type { Present, TimeQuery } from './times.ts';

interface CountQuery extends TimeQuery {
  readonly query: string;
  readonly granularity?: 'minute' | 'hour' | 'day' | undefined;
  readonly next_token?: string | undefined;
}

const LENGTHS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
const ON_PAGE = 31 * LENGTHS.day;
/** How many posts are read at once: more would keep others waiting. */
const AT_ONCE = 2000;

type CountDeps = Pick<MicroblogPlatform, 'store' | 'cursors'>;

export async function countsAnswer(deps: CountDeps, presents: Presents, { principal }: Context, kind: Present['kind'], query: CountQuery) {
  const { granularity = 'hour', next_token: token } = query;
  const { read } = deps.store;
  const found = await searchOf(read, await presents.at(kind), query, principal);
  const name = JSON.stringify(['counts', granularity, found.name]);
  const position = token === undefined ? undefined : (deps.cursors.position(name, token) ?? otherList('next_token'));
  const page = pageOf(found, LENGTHS[granularity], position);
  const { counts, total } = await countParts(read, found, page);
  // The document requires all three fields of a count.
  const data = page.parts.map(([start, end], index) => ({
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    tweet_count: counts[index] ?? 0,
  }));
  const next = page.next === undefined ? undefined : deps.cursors.token(name, page.next);
  const meta = { total_tweet_count: total, ...(next !== undefined && { next_token: next }) };
  return { status: 200 as const, body: { ...(data.length > 0 && { data }), meta } };
}

interface CountPage {
  /** From the one moment to before the other; the oldest first. */
  readonly parts: readonly (readonly [start: number, end: number])[];
  readonly length: number;
  /** Where the page ends at its older side, and where the whole count begins. */
  readonly next: readonly [until: number, from: number] | undefined;
}

/** Parts begin with whole minutes, hours or days; the first and the last one may be shorter. */
function pageOf({ bounds }: Search, length: number, position?: Position): CountPage {
  // What is counted must not move on with the clock while a caller turns pages.
  const from = Number(position?.[1] ?? Math.ceil((bounds.above + 1) / STEPS));
  const until = Number(position?.[0] ?? Math.floor(bounds.below / STEPS));
  const start = Math.max(from, Math.ceil((until - ON_PAGE) / length) * length);
  const parts: [number, number][] = [];
  for (let at = start; at < until; ) {
    const end = Math.min(until, (Math.floor(at / length) + 1) * length);
    parts.push([at, end]);
    at = end;
  }
  return { parts, length, next: start > from ? [start, from] : undefined };
}

async function countParts(tables: Tables, search: Search, { parts, length }: CountPage) {
  const { plan, viewer } = search;
  const counts = parts.map(() => 0);
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return { counts, total: 0 };
  const firstPart = Math.floor(first[0] / length);
  const above = first[0] * STEPS - 1;
  let sights = sightsBy(viewer, [], []);
  let total = 0;
  for (let below = last[1] * STEPS; ; ) {
    const { posts, seen } = await read(below);
    for (const { seq } of seen) {
      const part = Math.floor(seq / STEPS / length) - firstPart;
      counts[part] = (counts[part] ?? 0) + 1;
    }
    total += seen.length;
    const oldest = posts.at(-1);
    if (oldest === undefined || posts.length < AT_ONCE) return { counts, total };
    below = oldest.seq;
    await setImmediate();
  }

  /** Posts are read whole only where the index does not tell all. */
  async function read(below: number) {
    if (isExact(plan)) {
      const posts = await keysFound(tables, search, { above, below }, AT_ONCE);
      sights = await sightsOf(tables, viewer, posts, sights);
      return { posts, seen: posts.filter((post) => sights.of(post) === 'seen') };
    }
    const posts = await postsFound(tables, search, { above, below }, AT_ONCE);
    sights = await sightsOf(tables, viewer, posts, sights);
    return { posts, seen: await matching(tables, plan, posts, sights) };
  }
}
