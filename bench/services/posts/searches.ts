// How long searches and counts take where there are a million posts: the request in memory, and the same prepared queries bare; how large the index
// is; and for how long the hardest searches let others wait.

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { MicroblogPlatform, Tables } from '../../../services/b-microblog/deps.ts';
import { STEPS } from '../../../services/b-microblog/rules/identifiers.ts';
import type { TimedPlan } from '../../../services/b-microblog/search/blocks.ts';
import { parseQuery } from '../../../services/b-microblog/search/language/parse.ts';
import { planOf } from '../../../services/b-microblog/search/plan.ts';
import { keysFound, postsFound } from '../../../services/b-microblog/search/store.ts';
import { apps } from '../../../services/b-microblog/seeds/credentials.ts';
import { perEngine } from '../../../services/platform/store/per-engine.ts';
import { rounds, warmUp } from '../../effort.ts';
import { gate, percentile } from './gates.ts';
import type { OpenWorld } from './place.ts';
import { randomOf } from './random.ts';
import { makeText } from './texts.ts';

/** What a request takes at most, in milliseconds; how many times its queries alone; and how many bytes of the index a post takes. */
export interface SearchGoals {
  readonly search: number;
  readonly worst: number;
  readonly count: number;
  readonly bytes: number;
}

/** As in the service: how many posts make a page, and how many are counted at once. */
const PAGE = 10;
const COUNTED = 2_000;
const WEEK = 7 * 86_400_000;
const MOST_TIMES_BARE = 3;
/** For how long a search may let others wait, in milliseconds. */
const LONGEST_HOLD = 100;

interface Times {
  readonly wall: number[];
  readonly processor: number[];
}

const newTimes = (): Times => ({ wall: [], processor: [] });

async function time(times: Times | undefined, work: () => Promise<unknown>): Promise<void> {
  const [begin, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  times?.wall.push(performance.now() - begin);
  times?.processor.push((user + system) / 1000);
}

/** Two words of a text like those of the posts. */
function pairsFrom(seed: number): () => string {
  const random = randomOf(seed);
  return () => {
    const { text } = makeText(random, undefined, () => ({ id: '1', username: 'user1' }));
    const words = text.split(' ').filter((word) => /^[a-z]+$/.test(word));
    return `${words[0]} ${words[1]}`;
  };
}

const syllables = (many: number) =>
  Array.from({ length: many }, (_, index) => 'bdfghklmnprstvw'[index % 15] + (['a', 'e', 'i', 'o', 'u'][Math.floor(index / 15)] ?? ''));

/** Searches that go through much of the index: no query of the record is longer. */
const HARD: Readonly<Record<string, string>> = {
  'three common words': 'da ga ha',
  'common words that never meet': 'rt da is:reply',
  'a phrase of four common words': '"da fa ga ha"',
  'three such phrases': '"da fa ga ha" OR "fa da ga ha" OR "da ha ga fa"',
  'a phrase of one word, 100 times': `"${Array(100).fill('da').join(' ')}"`,
  '60 words, none of which meets': `(${syllables(60).join(' OR ')}) is:reply is:retweet`,
  '26 phrases': syllables(26)
    .map((word) => `"da ${word} da da"`)
    .join(' OR '),
  '24 groups that never meet': syllables(24)
    .map((word) => `(rt ${word} is:reply)`)
    .join(' OR '),
};

export async function measureSearches(engine: string, { sandbox, world }: OpenWorld, goals: SearchGoals): Promise<void> {
  const platform = sandbox.platformOf('b-microblog') as unknown as MicroblogPlatform;
  const { read } = platform.store;
  await sandbox.control.runAction({ path: { service: 'b-microblog', action: 'set-limits' }, body: { limits: 'off' } });
  const fetch = sandbox.fetch('b-microblog');
  const headers = { authorization: `Bearer ${apps.pro.bearer}` };
  const now = platform.clock.now();
  const week = { above: (now - WEEK) * STEPS - 1, below: (now + 1) * STEPS };

  async function request(path: string, query: string): Promise<number> {
    const answer = await fetch(`https://microblog.example.com/2/tweets/${path}?query=${encodeURIComponent(query)}`, { headers });
    const text = await answer.text();
    if (answer.status !== 200 && answer.status !== 503) throw new Error(`${query} is answered with ${answer.status}: ${text}`);
    return answer.status;
  }

  async function countBare(asked: TimedPlan): Promise<void> {
    for (let { below } = week; ; ) {
      const found = await keysFound(read, asked, { ...week, below }, COUNTED);
      below = found.at(-1)?.seq ?? 0;
      if (found.length < COUNTED) return;
    }
  }

  const pairOf = pairsFrom(11);
  const [searched, searchedBare, counted, countedBare] = [newTimes(), newTimes(), newTimes(), newTimes()];
  for (let round = -warmUp(30); round < rounds(300); round++) {
    const [query, isKept] = [pairOf(), round >= 0];
    const asked = askedOf(query);
    await time(isKept ? searchedBare : undefined, () => postsFound(read, asked, week, PAGE + 1));
    await time(isKept ? searched : undefined, () => request('search/recent', query));
    await time(isKept ? countedBare : undefined, () => countBare(asked));
    await time(isKept ? counted : undefined, () => request('counts/recent', query));
  }

  // SQLite works in this process, whose processor time other programs on the machine do not change. What PostgreSQL does is seen in wall time alone.
  const kind = engine === 'SQLite' ? 'processor' : 'wall';
  console.log(`### Searches, ${engine}\n`);
  console.log(
    `Milliseconds of ${kind} time, of ${searched.wall.length} queries of two words each. "Bare" are the same prepared queries alone.\n`,
  );
  console.log('| | p50 | p95 | most | goals | bare, p50 | p95 | ÷ bare, p95 | gate |\n|---|---:|---:|---:|---|---:|---:|---:|---|');
  const line = (name: string, times: Times, bare: Times, most: number, worst?: number) => {
    const [own, other] = [times[kind], bare[kind]];
    const [half, high, top] = [percentile(own, 0.5), percentile(own, 0.95), Math.max(...own)];
    const ratio = high / percentile(other, 0.95);
    const met = [gate(high, most), ...(worst === undefined ? [] : [gate(top, worst)])].join('; ');
    const figures = [half, high, top].map((figure) => figure.toFixed(2));
    const bares = [percentile(other, 0.5), percentile(other, 0.95), ratio].map((figure) => figure.toFixed(2));
    console.log(`| ${[name, ...figures, met, ...bares, gate(ratio, MOST_TIMES_BARE)].join(' | ')} |`);
  };
  line('a page of a search of seven days', searched, searchedBare, goals.search, goals.worst);
  line('counts of seven days by hour', counted, countedBare, goals.count);
  const bytes = (await bytesOfIndex(read)) / world.options.posts;
  console.log(`\nThe index takes ${bytes.toFixed(0)} bytes a post (${gate(bytes, goals.bytes)}).\n`);
  await measureHard(engine, request);
}

function askedOf(query: string): TimedPlan {
  const parsed = parseQuery(query, { use: 'search', level: 'pro', most: 512 });
  return { plan: planOf(parsed, { users: new Map(), places: [], lists: new Map() }), deadline: performance.now() + 60_000 };
}

async function bytesOfIndex(tables: Tables): Promise<number> {
  const { rows } = await perEngine(tables, {
    sqlite: () => sql<{ bytes: number }>`select sum(pgsize) as bytes from dbstat where name like 'b~_search%' escape '~'`,
    postgres: () => sql<{ bytes: number }>`select pg_total_relation_size('b_search') as bytes`,
  }).execute(tables);
  return rows[0]?.bytes ?? Number.NaN;
}

async function measureHard(engine: string, request: (path: string, query: string) => Promise<number>): Promise<void> {
  console.log(`### Hard searches, ${engine}\n`);
  console.log('"Longest hold": processor time of this process between two turns of its event loop, in milliseconds.\n');
  console.log('| a week of | status | ms | longest hold | gate |\n|---|---:|---:|---:|---|');
  for (const [name, query] of Object.entries(HARD)) {
    const times = newTimes();
    let status = 0;
    const hold = await longestHold(() =>
      time(times, async () => {
        status = await request('search/recent', query);
      }),
    );
    console.log(`| ${name} | ${status} | ${times.wall[0]?.toFixed(0)} | ${hold.toFixed(0)} | ${gate(hold, LONGEST_HOLD)} |`);
  }
  console.log('');
}

/** The most processor time between two turns of the event loop, in milliseconds. */
async function longestHold(work: () => Promise<void>): Promise<number> {
  let [longest, isOver] = [0, false];
  const working = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const before = process.cpuUsage();
    await setImmediate();
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
  }
  await working;
  return longest;
}
