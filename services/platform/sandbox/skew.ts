// Compares the wall clock of this machine with that of the database, since processes that share it count limits and keep leases by wall time.

import { type Kysely, sql } from 'kysely';
import { CLOCK_DIFFERENCE } from '../limits/limits.ts';
import type { Warn } from '../redis.ts';

/** From here on a line says so: times in answers are off by as much. Milliseconds. */
const NOTED = 1_000;
/**
 * Two processes that differ less than this from the database differ less from each other than the windows of limits bear, and the leases of
 * deliveries and jobs, which have 10 s to spare.
 */
const MOST = CLOCK_DIFFERENCE / 2;
const EVERY_MILLISECONDS = 60_000;

interface SkewOptions {
  /** Whether other processes may use the database: a difference that limits and leases do not bear is then refused. */
  readonly isShared: boolean;
  readonly warn: Warn;
  /** Wall time of this machine. Default: `Date.now`. */
  readonly wall?: () => number;
  /** How often it is looked at. Default: every minute. */
  readonly everyMilliseconds?: number;
}

/**
 * Looks at the difference now and then, until it is ended. A difference gets a line when it is noticed, and one when it is over.
 * @throws {Error} if processes share the database, and the clock differs more than limits and leases bear
 */
export async function watchSkew(
  database: Kysely<unknown>,
  { isShared, warn, wall = Date.now, everyMilliseconds = EVERY_MILLISECONDS }: SkewOptions,
): Promise<{ end(): void }> {
  let isNoted = false;
  function note(skew: number): void {
    const differs = Math.abs(skew) > NOTED;
    if (differs && !isNoted) warn(`${inWords(skew)} Times in answers differ as much. Set the clocks of both machines by NTP.`);
    if (!differs && isNoted) warn('The clock of this machine agrees with that of PostgreSQL again.');
    isNoted = differs;
  }
  const first = await skewOf(database, wall);
  if (isShared && Math.abs(first) > MOST) {
    throw new Error(
      `${inWords(first)} Processes that share a database may differ from it by ${MOST / 1_000} s, or limits and leases would not hold between them. Set the clocks of both machines by NTP.`,
    );
  }
  note(first);
  // While the database does not answer, other lines say so.
  const timer = setInterval(() => void skewOf(database, wall).then(note, () => {}), everyMilliseconds).unref();
  return { end: () => clearInterval(timer) };
}

/** The milliseconds by which this machine is ahead of the database for certain, whatever the answer took; negative: behind. */
async function skewOf(database: Kysely<unknown>, wall: () => number): Promise<number> {
  const before = wall();
  const { rows } = await sql<{ now: number }>`select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as now`.execute(database);
  const after = wall();
  const { now = before } = rows[0] ?? {};
  return Math.max(before - now, 0) + Math.min(after - now, 0);
}

function inWords(skew: number): string {
  const seconds = (Math.abs(skew) / 1_000).toFixed(1);
  return `The clock of this machine is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} that of PostgreSQL.`;
}
