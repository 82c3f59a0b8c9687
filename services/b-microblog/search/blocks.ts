// Asks the index in pieces that take less than a tenth of a second each where there are a million posts, so that a search whose words are common and
// never meet holds up no other request; and ends a search that takes too long.

import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { perEngine } from '../../platform/store/per-engine.ts';
import { type Given, type Prepared, prepare } from '../../platform/store/prepare.ts';
import { StoreUnavailable } from '../../platform/store/store.ts';
import type { Tables } from '../deps.ts';
import type { Bounds } from '../posts/bounds.ts';
import type { MicroblogTables } from '../tables.ts';
import { fts5Of, listsOf, tsqueryOf } from './expression.ts';
import { momentsBetween } from './moments.ts';
import type { Plan } from './plan.ts';

/** What is asked of the index, and until when: milliseconds of `performance.now()`. */
export interface TimedPlan {
  readonly plan: Plan;
  readonly deadline: number;
}

/** The places of a query of the index. */
export interface Found extends Bounds {
  readonly expression: string;
  readonly most: number;
}

export type IndexQuery<Row> = Pick<Prepared<MicroblogTables, Found, Row>, 'all'>;

/** How many posts a block has. Each is four times as large as the one before it. */
export interface BlockSizes {
  readonly first: number;
  /** How many posts and lists of the index one query goes through at most. */
  readonly entries: number;
  /** A search of so many lists is asked in one piece. */
  readonly few: number;
}

/** SQLite takes 20 to 40 nanoseconds for a post in a list. */
const SIZES: BlockSizes = { first: 2_000, entries: 300_000, few: 2 };
const GROWTH = 4;
/** Moments take as long as so many words. */
const MOMENTS = 3;
/** Milliseconds that a search may take. */
const LONGEST = 2_000;

export function deadlineFromNow(): number {
  return performance.now() + LONGEST;
}

/**
 * The newest posts within bounds that the index finds.
 * @throws {StoreUnavailable} at the deadline
 */
export async function ask<Row extends { readonly seq: number }>(
  query: IndexQuery<Row>,
  tables: Tables,
  asked: TimedPlan,
  bounds: Bounds,
  most: number,
  sizes = SIZES,
): Promise<readonly Row[]> {
  timeLeft(asked);
  return await perEngine(tables, {
    async sqlite() {
      if (listsOf(asked.plan) > sizes.few) return await askInBlocks(query, tables, asked, bounds, most, sizes);
      const expression = fts5Of(asked.plan);
      return expression === undefined ? [] : await query.all(tables, { ...bounds, expression, most });
    },
    async postgres() {
      const expression = tsqueryOf(asked.plan);
      if (expression === undefined) return [];
      return await withinTime(tables, asked, (transaction) => query.all(transaction, { ...bounds, expression, most }));
    },
  });
}

function timeLeft({ deadline }: TimedPlan): number {
  const left = deadline - performance.now();
  if (left <= 0) throw new StoreUnavailable(`The store is not available: a search took more than ${LONGEST / 1000} s.`);
  return left;
}

interface Room extends Bounds {
  readonly room: number;
}

const blocks = prepare((tables: Tables, given: Given<Room>) =>
  tables
    .selectFrom(
      tables
        .selectFrom('b_posts')
        .select('seq')
        .where('seq', '>', given('above'))
        .where('seq', '<', given('below'))
        .orderBy('seq', 'desc')
        .limit(given('room'))
        .as('block'),
    )
    .select(({ fn }) => [fn.min('seq').as('oldest'), fn.max('seq').as('newest'), fn.countAll<number>().as('many')]),
);

async function askInBlocks<Row extends { readonly seq: number }>(
  query: IndexQuery<Row>,
  tables: Tables,
  asked: TimedPlan,
  { above, below }: Bounds,
  most: number,
  sizes: BlockSizes,
): Promise<readonly Row[]> {
  const largest = Math.max(sizes.first, Math.floor(sizes.entries / listsOf(asked.plan, MOMENTS)));
  const found: Row[] = [];
  for (let [end, room] = [below, sizes.first]; ; room = Math.min(GROWTH * room, largest)) {
    const { oldest = null, newest = null, many = 0 } = (await blocks.first(tables, { above, below: end, room })) ?? {};
    if (oldest === null || newest === null) return found;
    const expression = fts5Of(asked.plan, momentsBetween(oldest, newest));
    if (expression === undefined) return found;
    found.push(...(await query.all(tables, { above: oldest - 1, below: end, expression, most: most - found.length })));
    if (many < room || found.length === most) return found;
    end = oldest;
    await setImmediate();
    timeLeft(asked);
  }
}

/**
 * PostgreSQL cancels the query at the deadline, and plans it for its words: a plan for any words takes them to be common, and looks for rare ones at
 * each post, 300 ms instead of one where there are a million.
 */
function withinTime<T>(tables: Kysely<MicroblogTables>, asked: TimedPlan, read: (tables: Tables) => Promise<T>): Promise<T> {
  return tables
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (transaction) => {
      const most = String(Math.ceil(timeLeft(asked)));
      await sql`select set_config('statement_timeout', ${most}, true), set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(
        transaction,
      );
      return await read(transaction);
    });
}
