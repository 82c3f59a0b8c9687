// Compares the limits of requests that two versions of an operation, or of a document, have by `x-limits`.
import { type RateLimit, rateLimitPhrase as textOf } from '../model/rate-limits.ts';
import type { Change } from './change.ts';

/** A lower or a new limit breaks callers that kept within the limits of before. A limit of another time is a new one. */
export function compareRateLimits(
  before: readonly RateLimit[],
  after: readonly RateLimit[],
  place: Pick<Change, 'operation' | 'location'>,
  changes: Change[],
): void {
  const report = (kind: Change['kind'], code: string, message: string): void => void changes.push({ kind, code, message, ...place });
  const remaining = new Map(after.map((limit) => [keyOf(limit), limit]));
  for (const old of before) {
    const now = remaining.get(keyOf(old));
    remaining.delete(keyOf(old));
    if (now === undefined) report('compatible', 'rate-limit-removed', `no longer has the limit of ${textOf(old)}`);
    else if (now.limit < old.limit) report('breaking', 'rate-limit-lowered', `allows ${textOf(now)}, was ${old.limit}`);
    else if (now.limit > old.limit) report('compatible', 'rate-limit-raised', `allows ${textOf(now)}, was ${old.limit}`);
  }
  for (const now of remaining.values()) report('breaking', 'rate-limit-added', `allows only ${textOf(now)} now`);
}

function keyOf({ per, seconds, level = '', shared = '' }: RateLimit): string {
  return JSON.stringify([per, seconds, level, shared]);
}
