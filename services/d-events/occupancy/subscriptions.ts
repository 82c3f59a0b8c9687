// Changes the subscriptions of channels: who was first and last, and how many there are.

import { kindOf } from '../rules/channels.ts';
import type { AppRow, ChannelRow } from '../tables.ts';
import { addTo, channelOf, countSubscriptions } from './queries.ts';
import { report, type Unit } from './unit.ts';

/** Above so many subscriptions, counts are not sent for each change. */
const MANY = 100;

type App = Pick<AppRow, 'id' | 'has_subscription_counts'>;

export async function subscribe(unit: Unit, app: App, channel: string): Promise<void> {
  const { tables, process } = unit;
  const place = { app: app.id, channel, process };
  if (!(await addTo(tables, place, 1)))
    await tables.insertInto('d_subscriptions').values({ process, app_id: app.id, channel, connections: 1 }).execute();
  const row = await channelOf(tables, app.id, channel);
  if (row === undefined) {
    const fresh = { app_id: app.id, name: channel, empty_since: null, is_miss_reported: false, counted_at: 0, is_count_due: false };
    await tables.insertInto('d_channels').values(fresh).execute();
    report(unit, app.id, { name: 'channel_occupied', channel });
  } else if (row.empty_since !== null) {
    await update(unit, app.id, channel, { empty_since: null });
  }
  await count(unit, app, channel);
}

export async function unsubscribe(unit: Unit, app: App, channel: string): Promise<void> {
  const { tables, process } = unit;
  // A process that counts as dead has no rows left.
  if (!(await addTo(tables, { app: app.id, channel, process }, -1))) return;
  await tables
    .deleteFrom('d_subscriptions')
    .where('app_id', '=', app.id)
    .where('channel', '=', channel)
    .where('process', '=', process)
    .where('connections', '<=', 0)
    .execute();
  await left(unit, app, channel);
}

/** After subscriptions have ended: notes since when the channel is empty. */
export async function left(unit: Unit, app: App, channel: string): Promise<void> {
  if ((await countSubscriptions(unit.tables, app.id, channel)) === 0) await update(unit, app.id, channel, { empty_since: unit.now });
  await count(unit, app, channel);
}

/** Sends the number of subscriptions, or notes that it is due. */
export async function count(unit: Unit, app: App, channel: string): Promise<void> {
  if (!app.has_subscription_counts || kindOf(channel).isPresence) return;
  const subscription_count = await countSubscriptions(unit.tables, app.id, channel);
  if (subscription_count > MANY) {
    const row = await channelOf(unit.tables, app.id, channel);
    if (row !== undefined && unit.now < row.counted_at + unit.limits.countSeconds * 1000) {
      if (!row.is_count_due) await update(unit, app.id, channel, { is_count_due: true });
      return;
    }
    await update(unit, app.id, channel, { counted_at: unit.now, is_count_due: false });
  }
  report(unit, app.id, { name: 'subscription_count', channel, subscription_count });
  unit.messages.push({
    kind: 'frame',
    app: app.id,
    channels: [channel],
    event: 'pusher_internal:subscription_count',
    data: JSON.stringify({ subscription_count }),
  });
}

/** Reports that a cache channel has no event, once until it gets one. */
export async function miss(unit: Unit, app: string, channel: string): Promise<void> {
  const row = await channelOf(unit.tables, app, channel);
  if (row === undefined || row.is_miss_reported) return;
  await update(unit, app, channel, { is_miss_reported: true });
  report(unit, app, { name: 'cache_miss', channel });
}

async function update({ tables }: Unit, app: string, channel: string, change: Partial<ChannelRow>): Promise<void> {
  await tables.updateTable('d_channels').set(change).where('app_id', '=', app).where('name', '=', channel).execute();
}
