// Counts the requests of each token, and says in every answer how many are left.

import { rateLimits } from '@octavo/interfaces/e-scheduling/rate-limits';
import { refuse, type ServerAnswer, type ServerContext } from '@octavo/runtime';
import { type Taken, windowsOf } from '../platform/limits/limits.ts';
import type { Platform } from '../platform/service.ts';
import type { Caller } from './deps.ts';
import type { SchedulingTables } from './tables.ts';

const WINDOWS = windowsOf(rateLimits.all);

interface Rate {
  readonly 'X-RateLimit-Limit': number;
  readonly 'X-RateLimit-Remaining': number;
  readonly 'X-RateLimit-Reset': number;
}

const rates = new WeakMap<ServerContext<Caller>, Rate>();

/** The headers of an answer that a handler makes. */
export function headersOf(context: ServerContext<Caller>): Rate {
  const rate = rates.get(context);
  if (rate === undefined) throw new Error(`The request ${context.requestId} was not counted.`);
  return { ...rate };
}

export function counter({ limits, clock }: Pick<Platform<SchedulingTables>, 'limits' | 'clock'>) {
  async function take(context: ServerContext<Caller> | undefined, units: number): Promise<Taken> {
    return limits.take(`e-scheduling:${context?.principal?.token ?? 'no token'}`, WINDOWS, units);
  }

  const rateOf = ({ limit, remaining, resetAt }: Taken): Rate => ({
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': remaining,
    'X-RateLimit-Reset': Math.max(1, Math.ceil((resetAt - clock.now()) / 1000)),
  });

  async function addRate(headers: Record<string, string>, context: ServerContext<Caller> | undefined): Promise<void> {
    const known = context === undefined ? undefined : rates.get(context);
    // An invalid request is refused before it is counted. It counts too, but is not refused a second time.
    const rate = known ?? rateOf(await take(context, context?.principal === undefined ? 0 : 1));
    for (const [name, value] of Object.entries(rate)) headers[name.toLowerCase()] = String(value);
  }

  return {
    /** Counts a request. @throws the refusal 429 where the token has made too many */
    async count(context: ServerContext<Caller>): Promise<void> {
      const taken = await take(context, 1);
      const rate = rateOf(taken);
      rates.set(context, rate);
      if (taken.allowed) return;
      throw refuse(429, {
        detail: `The token may make ${rate['X-RateLimit-Limit']} requests a minute.`,
        headers: { 'retry-after': String(rate['X-RateLimit-Reset']) },
      });
    },
    /** Adds the headers to an answer that no handler made: a refusal, or a page. */
    complete({ headers }: ServerAnswer, context: ServerContext<Caller> | undefined): void | Promise<void> {
      // Most answers have the headers, and do not wait for a promise.
      return 'x-ratelimit-limit' in headers ? undefined : addRate(headers, context);
    },
  };
}
