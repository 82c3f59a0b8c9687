// The semaphores of several processes, in Redis. Each process says again and again how many units it holds, so a process that dies keeps none.

import { randomBytes } from 'node:crypto';
import { createScript, type RedisConnection, within } from '../redis.ts';
import { Held, type Semaphores } from './semaphores.ts';

/**
 * KEYS: a hash of processes, each with `units end-of-its-lease`.
 * ARGV: the process, its units from now on, the length of its lease in milliseconds, and the limit of all processes, or -1 for none.
 * Returns 0 where the limit would be exceeded, and then changes nothing. The time is that of Redis, since the clocks of machines differ.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local own, lease, limit = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if limit >= 0 then
  local held = own
  local found = redis.call('HGETALL', KEYS[1])
  for at = 1, #found, 2 do
    local units, ends = string.match(found[at + 1], '^(%d+) (%d+)$')
    if tonumber(ends) <= now then redis.call('HDEL', KEYS[1], found[at])
    elseif found[at] ~= ARGV[1] then held = held + tonumber(units) end
  end
  if held > limit then return 0 end
end
if own == 0 then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f %.0f', own, now + lease))
  redis.call('PEXPIRE', KEYS[1], lease)
end
return 1
`;

const NO_LIMIT = -1;
/** How long `acquire` waits for Redis. */
const WAIT_MILLISECONDS = 500;
const LEASE_MILLISECONDS = 15_000;

export interface RedisSemaphoresOptions {
  /** Begins the names of the keys in Redis, so that several sandboxes can share it. */
  readonly prefix: string;
  /** Wall time after which the units of a process that has died are free. */
  readonly leaseMilliseconds?: number;
}

/**
 * While Redis does not answer, each process compares its own units with the limit. When Redis is back, all units count again within a third of a
 * lease; where they are then more than the limit, nothing is taken away, and nothing more is given.
 */
export function createRedisSemaphores(client: RedisConnection, options: RedisSemaphoresOptions): Semaphores {
  const { prefix, leaseMilliseconds = LEASE_MILLISECONDS } = options;
  const process = randomBytes(6).toString('hex');
  const run = createScript(client, SCRIPT);
  const held = new Held();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const say = async (key: string, limit = NO_LIMIT): Promise<boolean> => {
    const given = [process, String(held.get(key) ?? 0), String(leaseMilliseconds), String(limit)];
    return (await within(WAIT_MILLISECONDS, run([`${prefix}:semaphore:${key}`], given))) === 1;
  };
  const sayAll = (keys: Iterable<string>) => Promise.allSettled(Array.from(keys, (key) => say(key)));

  /** Releases a place. Several changes in one turn are announced once. */
  function release(key: string): void {
    held.change(key, -1);
    if (changed.size === 0)
      setImmediate(() => {
        const keys = [...changed];
        changed.clear();
        void sayAll(keys);
      });
    changed.add(key);
  }

  return {
    async acquire(key, limit) {
      timer ??= setInterval(() => void sayAll(held.keys()), leaseMilliseconds / 3).unref();
      const own = held.change(key, 1);
      const isTaken = await say(key, limit).catch(() => own <= limit);
      // Redis may have counted this unit together with one that was taken in the meantime.
      if (!isTaken) release(key);
      return isTaken;
    },
    release,
    async close() {
      clearInterval(timer);
      const keys = [...held.keys(), ...changed];
      held.clear();
      await sayAll(keys);
    },
  };
}
