// Counts the users and subscriptions of channels, over all processes.

import type { Kysely } from 'kysely';
import { countSubscriptions, loadMembers } from './occupancy/queries.ts';
import type { Count } from './rules/info.ts';
import type { EventsTables } from './tables.ts';

export async function loadCounts(
  tables: Kysely<EventsTables>,
  app: string,
  channel: string,
  info: readonly (Count | 'cache')[],
): Promise<{ user_count?: number; subscription_count?: number }> {
  return {
    ...(info.includes('user_count') ? { user_count: (await loadMembers(tables, app, channel)).length } : {}),
    ...(info.includes('subscription_count') ? { subscription_count: await countSubscriptions(tables, app, channel) } : {}),
  };
}

/** The counts of the occupied channels whose names begin with a prefix, by their names. */
export async function countsOfChannels(tables: Kysely<EventsTables>, app: string, prefix: string, info: readonly Count[]) {
  const occupied = tables.selectFrom('d_channels').select('name').where('app_id', '=', app).where('empty_since', 'is', null);
  const rows = await occupied.orderBy('name').execute();
  const names = rows.map(({ name }) => name).filter((name) => name.startsWith(prefix));
  const listed = names.map(async (name) => [name, await loadCounts(tables, app, name, info)] as const);
  return Object.fromEntries(await Promise.all(listed));
}
