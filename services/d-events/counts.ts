// Counts the users and subscriptions of channels, over all processes.

import type { Kysely } from 'kysely';
import { countSubscriptions, loadMembers } from './occupancy/queries.ts';
import type { Count } from './rules/info.ts';
import type { EventsTables } from './tables.ts';

export async function loadCounts(
  tables: Kysely<EventsTables>,
  app: string,
  channel: string,
  info: readonly Count[],
): Promise<{ user_count?: number; subscription_count?: number }> {
  return {
    ...(info.includes('user_count') ? { user_count: (await loadMembers(tables, app, channel)).length } : {}),
    ...(info.includes('subscription_count') ? { subscription_count: await countSubscriptions(tables, app, channel) } : {}),
  };
}
