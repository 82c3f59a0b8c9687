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

export const isForUsers = ({ security = [] }: Pick<Operation, 'security'>): boolean =>
  security.length > 0 && security.flat().every(({ scheme }) => scheme.name === 'oauth2');

/** The headers of every answer: the window that allows least, and those of 24 hours by whose they are. */
export const rateHeaders: NonNullable<RateRules<Caller>['headers']> = ({ windows, ...least }, _seconds, rows) => {
  const headers: Record<string, number> = named('x-rate-limit', least);
  for (const [index, window] of windows.entries()) {
    const row = rows[index];
    if (row?.seconds === DAY) Object.assign(headers, named(`x-${row.per}-limit-24hour`, window));
  }
  return headers;
};

function named(name: string, { limit, remaining, resetAt }: { limit: number; remaining: number; resetAt: number }): Record<string, number> {
  return { [`${name}-limit`]: limit, [`${name}-remaining`]: remaining, [`${name}-reset`]: Math.ceil(resetAt / 1000) };
}

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
