// Says what a caller of version 1.1 has left of each limit, from the counters that refuse requests.

import type { RateLimitStatus } from '@octavo/interfaces/b-microblog-v1';
import type { Operation } from '@octavo/runtime';
import type { LimitEntry } from '../platform/limits/limits.ts';
import type { CallerV1, Deps } from './deps.ts';

/** The operations of the document, and what is counted of each. */
export interface Rated {
  readonly operations: () => readonly Operation[];
  entryOf(operation: Operation, caller: CallerV1): LimitEntry;
}

/** The first part of the path: `statuses`. Paths in the answer are without `.json`. */
function familyOf({ path }: Operation): string {
  return path.split('/')[1] ?? '';
}

/** @param families those that are asked for; absent: all. Those that are not known are left out */
export async function rateStatus(
  { limits }: Pick<Deps, 'limits'>,
  { operations, entryOf }: Rated,
  caller: CallerV1,
  families: readonly string[] | undefined,
): Promise<RateLimitStatus> {
  const asked = operations()
    .filter((operation) => families === undefined || families.includes(familyOf(operation)))
    .map((operation) => ({ operation, entry: entryOf(operation, caller) }))
    .filter(({ entry }) => entry.windows.length > 0);
  const taken = await limits.read(asked.map(({ entry }) => entry));
  const resources: RateLimitStatus['resources'] = {};
  for (const [index, { operation }] of asked.entries()) {
    const left = taken[index];
    if (left === undefined) continue;
    const { limit, remaining, resetAt } = left;
    const family = resources[familyOf(operation)] ?? {};
    family[operation.path.replace(/\.json$/, '')] = { limit, remaining, reset: Math.ceil(resetAt / 1000) };
    resources[familyOf(operation)] = family;
  }
  return { rate_limit_context: caller.token === undefined ? {} : { access_token: caller.token }, resources };
}
