// Computes what people talk about most: the topics of public posts of the last 24 hours, by the places of their authors. A process keeps what it has
// computed for five minutes of the sandbox clock.

import { setImmediate } from 'node:timers/promises';
import { type Given, prepare } from '../../platform/store/prepare.ts';
import type { MicroblogPlatform, Tables } from '../deps.ts';
import { STEPS } from '../rules/identifiers.ts';
import { keyOf, topicsIn } from '../rules/topics.ts';
import { isWithin } from './locations.ts';

const DAY = 24 * 60 * 60 * 1000;
const KEPT_MILLISECONDS = 5 * 60 * 1000;
/** The newest posts that are looked at, and how many are read at once: more would keep others waiting. */
const MOST_POSTS = 20_000;
const AT_ONCE = 1000;
const MOST_TRENDS = 50;

export interface Trend {
  readonly name: string;
  readonly posts: number;
  /** When the first of them was published. */
  readonly since: number;
  readonly authors: ReadonlySet<string>;
}

/** A topic of one post. */
interface Mention {
  readonly topic: string;
  readonly author: string;
  readonly woeid: number | null;
  readonly at: number;
}

const publicPosts = prepare((tables: Tables, given: Given<{ from: number; below: number; most: number }>) =>
  tables
    .selectFrom('b_posts')
    .innerJoin('b_users', 'b_users.id', 'b_posts.author')
    .innerJoin('b_user_settings', 'b_user_settings.user_id', 'b_posts.author')
    .select(['b_posts.seq', 'b_posts.author', 'b_posts.text', 'b_posts.entities', 'b_posts.created_at', 'b_user_settings.trend_woeid'])
    .where('b_posts.seq', '>', given('from'))
    .where('b_posts.seq', '<', given('below'))
    .where('b_posts.is_newest', '=', true)
    .where('b_posts.is_nullcast', '=', false)
    .where('b_posts.is_for_subscribers', '=', false)
    .where('b_posts.reposted', 'is', null)
    .where('b_users.is_protected', '=', false)
    .where('b_users.is_suspended', '=', false)
    .orderBy('b_posts.seq', 'desc')
    .limit(given('most')),
);

async function mentionsSince(tables: Tables, from: number): Promise<readonly Mention[]> {
  const found: Mention[] = [];
  let below = Number.MAX_SAFE_INTEGER;
  for (let read = 0; read < MOST_POSTS; read += AT_ONCE) {
    const posts = await publicPosts.all(tables, { from, below, most: AT_ONCE });
    for (const { author, text, entities, created_at: at, trend_woeid: woeid } of posts) {
      const tags = (entities.hashtags ?? []).map(({ tag }) => tag);
      for (const topic of topicsIn(text, tags)) found.push({ topic, author, woeid, at });
    }
    const last = posts.at(-1);
    if (last === undefined || posts.length < AT_ONCE) break;
    below = last.seq;
    await setImmediate();
  }
  return found;
}

/** The topics of most posts first. */
function ranked(mentions: readonly Mention[]): readonly Trend[] {
  const trends = new Map<string, { name: string; posts: number; since: number; authors: Set<string> }>();
  for (const { topic, author, at } of mentions) {
    const key = keyOf(topic);
    const trend = trends.get(key) ?? { name: topic, posts: 0, since: at, authors: new Set<string>() };
    trend.posts += 1;
    trend.since = Math.min(trend.since, at);
    trend.authors.add(author);
    trends.set(key, trend);
  }
  const inOrder = [...trends.values()].sort((left, right) => right.posts - left.posts || left.name.localeCompare(right.name, 'en'));
  return inOrder.slice(0, MOST_TRENDS);
}

export interface Trends {
  /** @returns the trends of a place, and when they were computed */
  at(woeid: number): Promise<{ readonly trends: readonly Trend[]; readonly computed: number }>;
}

export function createTrends({ store, clock }: Pick<MicroblogPlatform, 'store' | 'clock'>): Trends {
  let kept: { readonly computed: number; readonly mentions: Promise<readonly Mention[]> } | undefined;
  return {
    async at(woeid) {
      const now = clock.now();
      // The clock can be set back.
      const isFresh = kept !== undefined && kept.computed <= now && now < kept.computed + KEPT_MILLISECONDS;
      const current = isFresh && kept !== undefined ? kept : { computed: now, mentions: mentionsSince(store.read, (now - DAY) * STEPS) };
      kept = current;
      try {
        const mentions = await current.mentions;
        return { trends: ranked(mentions.filter((mention) => isWithin(mention.woeid, woeid))), computed: current.computed };
      } catch (error) {
        kept = undefined;
        throw error;
      }
    },
  };
}
