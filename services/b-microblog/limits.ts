// Says whose requests the limits of both documents count, and what answers tell of them.

import type { Operation } from '@octavo/runtime';
import type { RateRules } from '../platform/limits/rates.ts';
import type { Caller, MicroblogPlatform } from './deps.ts';
import { factorOf, optionReader } from './options.ts';

const DAY = 86_400;

/**
 * A row per app counts requests for the app itself. Where an operation is only for users, it counts those of all its users together.
 * @param isForUsers whether only users may call the operation
 */
export function countedCaller({ app, user }: Caller, per: string, isForUsers: boolean): string | undefined {
  if (per === 'user') return user === undefined ? undefined : `${app}:${user}`;
  return user === undefined || isForUsers ? app : undefined;
}

type Secured = Pick<Operation, 'security'>;
const forUsers = new WeakMap<Secured, boolean>();

/** Whether only users may call an operation. */
export function isForUsers(operation: Secured): boolean {
  let isOnly = forUsers.get(operation);
  if (isOnly === undefined) {
    const { security = [] } = operation;
    isOnly = security.length > 0 && security.flat().every(({ scheme }) => scheme.name === 'oauth2');
    forUsers.set(operation, isOnly);
  }
  return isOnly;
}

/** The headers of every answer: the window that allows least, and those of 24 hours by whose they are. */
export const rateHeaders: NonNullable<RateRules<Caller>['headers']> = (least, _seconds, rows) => {
  const headers: Record<string, number> = {
    'x-rate-limit-limit': least.limit,
    'x-rate-limit-remaining': least.remaining,
    'x-rate-limit-reset': Math.ceil(least.resetAt / 1000),
  };
  for (const [index, { per, seconds }] of rows.entries()) {
    const window = least.windows[index];
    if (seconds !== DAY || window === undefined) continue;
    headers[`x-${per}-limit-24hour-limit`] = window.limit;
    headers[`x-${per}-limit-24hour-remaining`] = window.remaining;
    headers[`x-${per}-limit-24hour-reset`] = Math.ceil(window.resetAt / 1000);
  }
  return headers;
};

/** By how much a developer has multiplied the limits (action `set-limits`). */
export function limitFactor(platform: Pick<MicroblogPlatform, 'store' | 'bus'>) {
  const read = optionReader(platform);
  let factor = 1;
  return {
    factor: () => factor,
    /** Learns what is set, before a request is counted. */
    async learn(): Promise<void> {
      factor = factorOf(await read('limits'));
    },
  };
}
