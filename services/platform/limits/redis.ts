// Counts rate limits in Redis, for several processes. While Redis does not answer, each process counts in its own memory.

import type { SandboxClock } from '../clock/clock.ts';
import { createScript, type RedisConnection, type Warn, within } from '../redis.ts';
import {
  CLOCK_DIFFERENCE,
  type Counter,
  counterNames,
  type LimitEntry,
  type Limits,
  MOST_COUNTERS,
  type Taken,
  takenOf,
} from './limits.ts';
import { createMemoryLimits } from './memory.ts';

/**
 * Does what `createMemoryLimits` does, in one atomic step.
 * KEYS: a hash of counters by name, each `start count`; a sorted set of the same names by the end of their windows.
 * ARGV: now, units, most counters, clock difference, milliseconds after which Redis forgets everything; then name, limit and length of each window.
 * Returns the counters as they were before, `false` where no window is open.
 */
const SCRIPT = `
local counters, ends = KEYS[1], KEYS[2]
local now, units, most, difference = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local function drop(names)
  for _, name in ipairs(names) do
    redis.call('HDEL', counters, name)
    redis.call('ZREM', ends, name)
  end
end
drop(redis.call('ZRANGEBYSCORE', ends, '-inf', now, 'LIMIT', 0, 16))
local before, starts, counts = {}, {}, {}
local allowed = true
for at = 6, #ARGV, 3 do
  local limit, length = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  local found = redis.call('HGET', counters, ARGV[at])
  local start, count = now, 0
  if found then
    local split = string.find(found, ' ', 1, true)
    start, count = tonumber(string.sub(found, 1, split - 1)), tonumber(string.sub(found, split + 1))
    if now >= start + length or now < start - math.min(length, difference) then
      found, start, count = false, now, 0
    end
  end
  table.insert(before, found)
  table.insert(starts, start)
  table.insert(counts, count)
  if count + units > limit then allowed = false end
end
if allowed and units > 0 then
  for index = 1, #before do
    local name, length = ARGV[3 + 3 * index], tonumber(ARGV[5 + 3 * index])
    redis.call('HSET', counters, name, string.format('%.0f %.0f', starts[index], counts[index] + units))
    if not before[index] then redis.call('ZADD', ends, starts[index] + length, name) end
  end
  local excess = redis.call('ZCARD', ends) - most
  if excess > 0 then drop(redis.call('ZRANGE', ends, 0, excess - 1)) end
  redis.call('PEXPIRE', counters, ARGV[5])
  redis.call('PEXPIRE', ends, ARGV[5])
end
return before
`;

/** Windows end on the sandbox clock, which may be frozen, so Redis keeps them much longer in wall time. */
const FORGOTTEN_MILLISECONDS = 7 * 86_400_000;
/** How long a request waits for Redis, and how long after a failure requests do not try it. */
const WAIT_MILLISECONDS = 500;
const PAUSE_MILLISECONDS = 1_000;

export interface RedisLimitsOptions {
  /** Begins the names of the keys in Redis, so that several sandboxes can share it. */
  readonly prefix: string;
  /** How many counters are kept. Above it, those that end first are dropped. */
  readonly most?: number;
}

/**
 * While Redis does not answer, requests are neither refused nor unlimited: each process counts in its own memory, from zero. So a caller gets at
 * most `limit` units from each process in that window.
 */
export function createRedisLimits(client: RedisConnection, clock: SandboxClock, warn: Warn, options: RedisLimitsOptions): Limits {
  const { prefix, most = MOST_COUNTERS } = options;
  const keys = [`{${prefix}:limits}:counters`, `{${prefix}:limits}:ends`];
  const run = createScript(client, SCRIPT);
  let alone = createMemoryLimits(clock, most);
  let pausedUntil = 0;
  let isAlone = false;

  function fail(error: unknown): void {
    pausedUntil = performance.now() + PAUSE_MILLISECONDS;
    if (isAlone) return;
    isAlone = true;
    alone = createMemoryLimits(clock, most);
    warn(
      `Rate limits are counted in each process alone, as Redis does not answer: ${error instanceof Error ? error.message : String(error)}`,
    );
  }

  /** One round trip for all entries. Units are for one entry: of several, a window that refuses would keep the others from counting. */
  async function ask(entries: readonly LimitEntry[], units: number): Promise<Taken[]> {
    const named = entries.map(({ key, windows }) => ({ key, windows, names: counterNames(key, windows) }));
    const inMemory = (): Taken[] => entries.map(({ key, windows }) => alone.take(key, windows, units));
    const wall = performance.now();
    if (wall < pausedUntil) return inMemory();
    // During an outage only one request each second tries Redis and may have to wait.
    if (isAlone) pausedUntil = wall + PAUSE_MILLISECONDS;
    const now = clock.now();
    const parameters = [now, units, most, CLOCK_DIFFERENCE, FORGOTTEN_MILLISECONDS].map(String);
    for (const { names, windows } of named)
      for (const [index, { limit, milliseconds }] of windows.entries()) parameters.push(names[index] ?? '', `${limit}`, `${milliseconds}`);
    try {
      const counters = countersOf(await within(WAIT_MILLISECONDS, run(keys, parameters)));
      if (isAlone) warn('Rate limits are counted in Redis again.');
      isAlone = false;
      pausedUntil = 0;
      return named.map(({ windows }) => takenOf(windows, counters.splice(0, windows.length), units, now));
    } catch (error) {
      fail(error);
      return inMemory();
    }
  }

  return {
    async take(key, windows, units = 1) {
      const [taken] = await ask([{ key, windows }], units);
      if (taken === undefined) throw new Error(`The limits of ${key} have no state.`);
      return taken;
    },
    read: (entries) => (entries.length === 0 ? [] : ask(entries, 0)),
  };
}

function countersOf(found: unknown): (Counter | undefined)[] {
  if (!Array.isArray(found)) throw new TypeError('Redis answered something else than the counters.');
  return found.map((text: unknown) => {
    if (typeof text !== 'string') return undefined;
    const [start = '', count = ''] = text.split(' ');
    return { start: Number(start), count: Number(count) };
  });
}
