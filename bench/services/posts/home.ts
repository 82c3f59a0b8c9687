// How long the first page of a home timeline takes for users who follow many, few, and nobody who posts: the request in memory, what reads the
// timeline, and its queries alone.

import type { MicroblogPlatform } from '../../../services/b-microblog/deps.ts';
import { mergedPosts, walkedPosts } from '../../../services/b-microblog/posts/timelines/circle-store.ts';
import { homeTimeline } from '../../../services/b-microblog/posts/timelines/timelines.ts';
import { STEPS } from '../../../services/b-microblog/rules/identifiers.ts';
import { apps } from '../../../services/b-microblog/seeds/credentials.ts';
import { rounds, warmUp } from '../../effort.ts';
import { median } from '../../measure.ts';
import { gate, percentile } from './gates.ts';
import type { OpenWorld } from './place.ts';
import { READERS, type Reader } from './world.ts';

const PAGE = 20;
/** As in `timelines.ts`. */
const WEEK = 7 * 86_400_000;
const WALK = 2_000;

const WHO: Readonly<Record<Reader, string>> = {
  few: '64 who post',
  reader: '200 who post',
  many: '2,000 who post',
  quiet: 'one, who posted once',
  silent: '200 who post nothing',
  asleep: '5,000 who post nothing',
};
/** What is read first for users who follow few. */
const MERGES: ReadonlySet<Reader> = new Set(['few', 'quiet']);
/** For these, a request takes at most so many milliseconds in 95 of 100 cases where the load of the machine is below 2. */
const WORST_CASES: ReadonlySet<Reader> = new Set(['quiet', 'silent', 'asleep']);
const WORST = 100;
/** How much longer than its queries alone a request may take. */
const MOST = 3;

const WAYS = ['query', 'timeline', 'request'] as const;
type Way = (typeof WAYS)[number];

/** Milliseconds of each call. */
interface Times {
  readonly wall: number[];
  /** Processor time of this process. */
  readonly processor: number[];
}

/** @param goal the same for the user who follows 200 */
export async function measureHomes(engine: string, { sandbox, world, rows }: OpenWorld, goal: number): Promise<void> {
  const platform = sandbox.platformOf('b-microblog') as unknown as MicroblogPlatform;
  const act = (action: string, body: Record<string, string>) =>
    sandbox.control.runAction({ path: { service: 'b-microblog', action }, body });
  await act('set-limits', { limits: 'off' });
  const fetch = sandbox.fetch('b-microblog');

  async function waysOf(reader: Reader): Promise<Readonly<Record<Way, () => Promise<unknown>>>> {
    const number = world.readers[reader];
    const viewer = rows.userId(number);
    const minted = await act('mint-token', { app: apps.pro.id, username: `user${number}`, scopes: 'tweet.read users.read' });
    const { access_token } = (minted.body as { readonly result: { readonly access_token: string } }).result;
    const url = `https://microblog.example.com/2/users/${viewer}/timelines/reverse_chronological?max_results=${PAGE}`;
    const headers = { authorization: `Bearer ${access_token}` };
    const above = (platform.clock.now() - WEEK) * STEPS - 1;
    const stretch = { viewer, above, below: Number.MAX_SAFE_INTEGER, most: PAGE + 1, isUp: undefined, isCore: true as const };
    const isWide = MERGES.has(reader) ? undefined : (true as const);
    const { read } = platform.store;
    return {
      async request() {
        const answer = await fetch(url, { headers });
        const text = await answer.text();
        if (answer.status !== 200) throw new Error(`The home timeline is answered with ${answer.status}: ${text}`);
      },
      timeline: () => homeTimeline(platform, viewer, { limit: PAGE, isCore: true }),
      async query() {
        const walked = MERGES.has(reader) ? [] : await walkedPosts.all(read, { ...stretch, room: WALK });
        if (walked.length < stretch.most) await mergedPosts.all(read, { ...stretch, last: PAGE, end: above + 1, isWide });
      },
    };
  }

  async function time(reader: Reader): Promise<Readonly<Record<Way, Times>>> {
    const ways = await waysOf(reader);
    const empty = (): Times => ({ wall: [], processor: [] });
    const times: Readonly<Record<Way, Times>> = { query: empty(), timeline: empty(), request: empty() };
    for (let round = -warmUp(50); round < rounds(400); round++) {
      for (const way of WAYS) {
        const [begin, before] = [performance.now(), process.cpuUsage()];
        await ways[way]();
        const { user, system } = process.cpuUsage(before);
        if (round < 0) continue;
        times[way].wall.push(performance.now() - begin);
        times[way].processor.push((user + system) / 1000);
      }
    }
    return times;
  }

  // SQLite works in this process, whose processor time other programs on the machine do not change. What PostgreSQL does is seen in wall time alone.
  const kind = engine === 'SQLite' ? 'processor' : 'wall';
  console.log(`### The first page of a home timeline, ${engine}\n`);
  console.log(
    `Milliseconds. "Ratio" compares ${kind} times. Goals at a load below 2: p95 ≤ ${goal} for 200 who post, ≤ ${WORST} where few or no posts are found.\n`,
  );
  console.log(
    '| follows | request, median | p95 | processor, median | p95 | its queries, median | p95 | ratio of timeline, p95 | ratio of request, p95 | gate | goal |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
  );
  for (const reader of READERS) {
    const { request, timeline, query } = await time(reader);
    const ratios = [timeline, request].map((times) => percentile(times[kind], 0.95) / percentile(query[kind], 0.95));
    const lists = [request.wall, request.processor, query.wall];
    const figures = [...lists.flatMap((times) => [median(times), percentile(times, 0.95)]), ...ratios];
    const most = WORST_CASES.has(reader) ? WORST : reader === 'reader' ? goal : undefined;
    const gates = [gate(ratios[1] ?? Number.NaN, reader === 'reader' ? MOST : undefined), gate(figures[1] ?? Number.NaN, most)];
    console.log(`| ${[WHO[reader], ...figures.map((figure) => figure.toFixed(2)), ...gates].join(' | ')} |`);
  }
  console.log('');
}
