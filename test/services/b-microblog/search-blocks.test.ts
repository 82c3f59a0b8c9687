// Tests that a search holds up nobody: SQLite is asked in blocks between which others have their turn, with the same answers, and a search ends at
// its deadline.

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { MicroblogPlatform, Tables } from '../../../services/b-microblog/deps.ts';
import { STEPS } from '../../../services/b-microblog/rules/identifiers.ts';
import { ask, type BlockSizes, type IndexQuery } from '../../../services/b-microblog/search/blocks.ts';
import { parseQuery } from '../../../services/b-microblog/search/language/parse.ts';
import { momentsBetween, momentTerm } from '../../../services/b-microblog/search/moments.ts';
import { planOf } from '../../../services/b-microblog/search/plan.ts';
import { keysFound, namesIn } from '../../../services/b-microblog/search/store.ts';
import { createSandbox } from '../../../services/index.ts';
import { perEngine } from '../../../services/platform/store/per-engine.ts';
import { StoreUnavailable } from '../../../services/platform/store/store.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { statements } from '../../support/statements.ts';
import { platformOf, posting } from './posting.ts';
import { openPosts } from './posts-support.ts';
import { ines } from './support.ts';

const ALL = { above: -1, below: Number.MAX_SAFE_INTEGER };
const ONE_PIECE: BlockSizes = { first: 1, entries: 1, few: 1_000 };
const POSTS = 240;
const WORDS = ['storm', 'quay', 'ferry', 'tide', 'boat', 'low'];

/** Numbers that are the same in each run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function askedOf(tables: Tables, text: string) {
  const query = parseQuery(text, { use: 'search', level: 'pro', most: 1024 });
  return { plan: planOf(query, await namesIn(tables, query, undefined)), deadline: performance.now() + 60_000 };
}

/** Writes posts of some words over two hours, and of which no other post has words: half of them replies. */
async function write(platform: MicroblogPlatform): Promise<readonly number[]> {
  const { user, posts } = posting(platform);
  const pick = numbersFrom(7);
  const author = await user('writer');
  const start = platform.clock.now();
  const seqs: number[] = [];
  let first: string | null = null;
  for (let index = 0; index < POSTS; index += 1) {
    const text = Array.from({ length: 4 }, () => WORDS[pick(WORDS.length)]).join(' ');
    const reply_to: string | null = pick(2) === 0 ? first : null;
    const [post] = await posts({ author, text, reply_to, created_at: start + index * 30_000 });
    first ??= post?.id ?? null;
    seqs.push(post?.seq ?? 0);
  }
  return seqs.reverse();
}

async function openWritten() {
  const sandbox = await createSandbox({ services: ['b-microblog'], at: 'story', store: { memory: true } });
  onTestFinished(() => sandbox.close());
  const platform = platformOf(sandbox);
  const seqs = await write(platform);
  return { tables: platform.store.read, seqs };
}

test('moments stand for all posts between two places, and for less than two minutes around them', () => {
  const pick = numbersFrom(3);
  const now = Date.UTC(2026, 10, 27) * STEPS;
  const minute = 66_000 * STEPS;
  for (let round = 0; round < 400; round += 1) {
    const first = now - pick(2 ** 30) * 2 ** (12 + pick(10));
    const last = first + pick(2 ** 30) * 2 ** pick(24);
    const prefixes = momentsBetween(first, last);
    const has = (seq: number) => prefixes.filter((prefix) => momentTerm(seq).startsWith(prefix)).length;
    for (const seq of [first, last, first + pick(1000) * Math.floor((last - first) / 1000)]) expect(has(seq)).toBe(1);
    for (const seq of [first - minute, last + minute]) expect(has(seq)).toBe(0);
    expect(prefixes.length).toBeLessThan(6 * 13);
  }
});

const HARD = [
  'storm quay ferry',
  '"storm quay" OR "tide boat"',
  '"storm storm" low -is:reply',
  'storm is:reply -(quay OR ferry)',
  '(storm -quay) OR (ferry is:reply -tide)',
  '(storm quay) OR (ferry tide) OR (boat low)',
  'storm -(ferry tide) -(boat -low)',
  'storm has:geo is:reply',
  'from:writer -storm -tide',
];

test('blocks find what one query finds, in order and not more than asked', async () => {
  const { tables } = await openWritten();
  let all = 0;
  for (const text of HARD) {
    const asked = await askedOf(tables, text);
    const whole = await keysFound(tables, asked, ALL, 10_000, ONE_PIECE);
    all += whole.length;
    for (const [first, most] of [
      [1, 10_000],
      [7, 10_000],
      [7, 3],
      [50, 11],
      [1000, 10_000],
    ] as const) {
      const found = await keysFound(tables, asked, ALL, most, { first, entries: 10 * first, few: 0 });
      expect(found, `${text}, ${first}`).toEqual(whole.slice(0, most));
    }
    const [above, below] = [whole.at(-1)?.seq ?? 0, whole[0]?.seq ?? 0];
    expect(await keysFound(tables, asked, { above, below }, 10_000, { first: 5, entries: 100, few: 0 })).toEqual(whole.slice(1, -1));
  }
  expect(all).toBeGreaterThan(HARD.length * 10);
});

test('a hard search on SQLite lets others have their turn between blocks', async () => {
  const { tables } = await openWritten();
  const asked = await askedOf(tables, 'storm is:reply has:geo');
  let turn = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turn += 1) await setImmediate();
  })();
  const turns: number[] = [];
  const note = (text: unknown) => void (String(text).includes('b_search match') && turns.push(turn));
  statements.subscribe(note);
  onTestFinished(() => void statements.unsubscribe(note));
  expect(await keysFound(tables, asked, ALL, 100, { first: 20, entries: 1, few: 2 })).toEqual([]);
  isOver = true;
  await others;
  expect(turns.length).toBeGreaterThanOrEqual(POSTS / 20);
  expect(new Set(turns).size).toBe(turns.length);
});

test('SQLite looks for words that never meet only in the block', async () => {
  const { tables, seqs } = await openWritten();
  const moments = momentsBetween(seqs[20] ?? 0, seqs[0] ?? 0);
  const asked = await askedOf(tables, '(storm is:reply) OR (ferry -(tide boat))');
  const expressions: string[] = [];
  const query: IndexQuery<{ readonly seq: number }> = {
    async all(_, { expression }) {
      expressions.push(expression);
      return [];
    },
  };
  await ask(query, tables, asked, { ...ALL, above: (seqs[20] ?? 0) - 1 }, 10, { first: 1_000, entries: 1, few: 0 });
  const within = `(${moments.map((moment) => `"${moment}"*`).join(' OR ')})`;
  expect(expressions).toHaveLength(1);
  // The query, each of its two groups, and the group that the second one excludes.
  expect(expressions[0]?.split(within)).toHaveLength(5);
});

describeOnEngines('a search that takes too long', (engine) => {
  test('is answered with 503 in both versions', async () => {
    const { app, v1As } = await openPosts(engine);
    const client = app();
    const v1 = v1As(ines);
    expect((await client.searchRecentPosts({ query: { query: 'storm quay ferry' } })).status).toBe(200);
    const real = performance.now.bind(performance);
    let passed = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      passed += 3_000;
      return real() + passed;
    });
    onTestFinished(() => clock.mockRestore());
    const late = [
      await client.searchRecentPosts({ query: { query: 'storm' } }),
      await client.searchAllPosts({ query: { query: 'storm quay ferry', sort_order: 'relevancy' } }),
      await client.countRecentPosts({ query: { query: 'storm' } }),
    ];
    for (const { status, body } of late) expect({ status, body }).toMatchObject({ status: 503, body: { status: 503 } });
    expect(await v1.searchPosts({ query: { q: 'storm quay' } })).toMatchObject({ status: 503, body: { errors: [{ code: 130 }] } });
  });

  test('is ended where PostgreSQL runs its query', async () => {
    const { sandbox } = await openPosts(engine);
    const tables = platformOf(sandbox).store.read;
    if (perEngine(tables, { sqlite: () => true, postgres: () => false })) return;
    const asleep: IndexQuery<{ readonly seq: number }> = {
      all: async (transaction) => (await sql<{ seq: number }>`select 1 as seq from pg_sleep(20)`.execute(transaction)).rows,
    };
    const asked = { ...(await askedOf(tables, 'storm quay ferry')), deadline: performance.now() + 300 };
    const ended = ask(asleep, tables, asked, ALL, 10);
    await expect(ended).rejects.toThrow(StoreUnavailable);
    await expect(ended).rejects.toMatchObject({ cause: { code: '57014' } });
    // The connection is of use again, without the limit of that search.
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(tables);
    expect(rows).toEqual([{ statement_timeout: '10s' }]);
  });
});
