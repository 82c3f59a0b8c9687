// Which facts `info` may request of a channel.

import { kindOf } from './channels.ts';

export type Count = 'user_count' | 'subscription_count';

/** The counts of a list with commas, as it is in the body of a request. */
export function countsIn(info: string | undefined): readonly Count[] {
  const named = info?.split(',') ?? [];
  return (['user_count', 'subscription_count'] as const).filter((count) => named.includes(count));
}

/** The fault of `info` for a channel, or undefined. */
export function faultOfInfo(channel: string, info: readonly (Count | 'cache')[], hasSubscriptionCounts: boolean): string | undefined {
  const { isPresence, isCache } = kindOf(channel);
  if (info.includes('user_count') && !isPresence) return 'Only presence channels have a user_count.';
  if (info.includes('cache') && !isCache) return 'Only cache channels have a cache.';
  return faultOfCounts(info, hasSubscriptionCounts);
}

/** The fault of `info` for a list of channels, or undefined. */
export function faultOfList(prefix: string, info: readonly Count[], hasSubscriptionCounts: boolean): string | undefined {
  if (info.includes('user_count') && !prefix.startsWith('presence-'))
    return 'To list user_count, filter_by_prefix must begin with presence-.';
  return faultOfCounts(info, hasSubscriptionCounts);
}

function faultOfCounts(info: readonly string[], hasSubscriptionCounts: boolean): string | undefined {
  if (!info.includes('subscription_count') || hasSubscriptionCounts) return undefined;
  return 'The app does not have subscription counts switched on.';
}
