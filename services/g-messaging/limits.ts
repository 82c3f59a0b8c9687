// Counts the requests of an account, which both documents share.

import type { RateLimitFacts } from '@octavo/runtime';
import { createRates } from '../platform/limits/rates.ts';
import type { Caller, MessagingPlatform } from './deps.ts';

interface Limits {
  readonly all: readonly RateLimitFacts[];
  readonly operations: Readonly<Record<string, readonly RateLimitFacts[]>>;
}

/** Bytes of a body with 3,000 contacts that have much to tell. */
export const MOST_IMPORT_BYTES = 8 * 2 ** 20;

/** @param limits `rateLimits` of the generated code of a document */
export function accountRates(platform: MessagingPlatform, limits: Limits) {
  return createRates<Caller>(platform, {
    service: 'g-messaging',
    limits,
    callerOf: ({ account }) => String(account),
    status: 429,
    detail: () => 'There were too many requests; try again in a minute.',
  });
}
