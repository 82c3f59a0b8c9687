// Follows which processes are alive: one says so every few seconds, and the others end what a dead one held.

import type { Kysely } from 'kysely';
import type { SocketLimits } from '../limits.ts';
import type { EventsTables } from '../tables.ts';
import { gone, offline } from './members.ts';
import { count, left } from './subscriptions.ts';
import { report, type Unit } from './unit.ts';

/** @returns false if the process has no row yet, or none any more, since others have counted it as dead and ended what it held */
export async function sayAlive({ tables, process, now, limits }: Unit): Promise<boolean> {
  const alive_until = now + limits.aliveSeconds * 1000;
  const { numUpdatedRows } = await tables.updateTable('d_processes').set({ alive_until }).where('id', '=', process).executeTakeFirst();
  if (numUpdatedRows > 0n) return true;
  await tables.insertInto('d_processes').values({ id: process, alive_until }).execute();
  return false;
}

/** Whether `settle` would do anything. */
export async function isDue(tables: Kysely<EventsTables>, now: number, limits: SocketLimits): Promise<boolean> {
  const reported = now - limits.graceSeconds * 1000;
  const found = await Promise.all([
    tables.selectFrom('d_processes').select('id').where('alive_until', '<', now).limit(1).execute(),
    tables.selectFrom('d_leaving').select('user_id').where('since', '<=', reported).limit(1).execute(),
    tables.selectFrom('d_channels').select('name').where('empty_since', '<=', reported).limit(1).execute(),
    countsDue(tables, now, limits).limit(1).execute(),
  ]);
  return found.some((rows) => rows.length > 0);
}

/** Ends what dead processes held, reports who has left for good, and sends counts that have waited. */
export async function settle(unit: Unit): Promise<void> {
  const { tables, now, limits } = unit;
  for (const { id } of await tables.selectFrom('d_processes').select('id').where('alive_until', '<', now).execute()) await end(unit, id);
  const reported = now - limits.graceSeconds * 1000;
  const leaving = await tables.selectFrom('d_leaving').selectAll().where('since', '<=', reported).orderBy('since').execute();
  for (const { app_id, channel, user_id } of leaving) report(unit, app_id, { name: 'member_removed', channel, user_id });
  await tables.deleteFrom('d_leaving').where('since', '<=', reported).execute();
  const empty = await tables.selectFrom('d_channels').selectAll().where('empty_since', '<=', reported).orderBy('empty_since').execute();
  for (const { app_id, name } of empty) report(unit, app_id, { name: 'channel_vacated', channel: name });
  await tables.deleteFrom('d_channels').where('empty_since', '<=', reported).execute();
  for (const { app_id, name } of await countsDue(tables, now, limits).execute())
    await count(unit, { id: app_id, has_subscription_counts: true }, name);
}

/** Ends the subscriptions and memberships of a process. */
export async function end(unit: Unit, process: string): Promise<void> {
  const { tables } = unit;
  const subscriptions = await tables
    .selectFrom('d_subscriptions')
    .innerJoin('d_apps', 'd_apps.id', 'd_subscriptions.app_id')
    .select(['d_subscriptions.app_id', 'd_subscriptions.channel', 'd_apps.has_subscription_counts'])
    .where('process', '=', process)
    .execute();
  const members = await tables.selectFrom('d_members').select(['app_id', 'channel', 'user_id']).where('process', '=', process).execute();
  const users = await tables.selectFrom('d_users').select(['app_id', 'user_id']).where('process', '=', process).execute();
  for (const table of ['d_subscriptions', 'd_members', 'd_users'] as const)
    await tables.deleteFrom(table).where('process', '=', process).execute();
  await tables.deleteFrom('d_processes').where('id', '=', process).execute();
  for (const { app_id, channel, user_id } of members) await gone(unit, app_id, channel, user_id);
  for (const { app_id: id, channel, has_subscription_counts } of subscriptions) await left(unit, { id, has_subscription_counts }, channel);
  for (const { app_id, user_id } of users) await offline(unit, app_id, user_id);
}

/** Channels whose count has waited long enough. */
function countsDue(tables: Kysely<EventsTables>, now: number, limits: SocketLimits) {
  return tables
    .selectFrom('d_channels')
    .select(['app_id', 'name'])
    .where('is_count_due', '=', true)
    .where('counted_at', '<=', now - limits.countSeconds * 1000);
}
