// Handlers of the operations tagged 'Channels'.

import type { RequiredEventsChannelsHandlers } from '@octavo/interfaces/d-events';
import { refuse } from '@octavo/runtime';
import { cached } from '../cache.ts';
import { loadCounts } from '../counts.ts';
import type { Caller, Deps } from '../deps.ts';
import { countSubscriptions } from '../occupancy/queries.ts';
import { type Count, faultOfInfo } from '../rules/info.ts';
import { assertEnabled } from '../security.ts';

export const channelHandlers = ({ store, clock }: Deps): RequiredEventsChannelsHandlers<Caller> => ({
  async listChannels({ query: { filter_by_prefix = '', info = [] } = {} }, { principal: app }) {
    assertEnabled(app);
    const fault = faultOfList(filter_by_prefix, info, app);
    if (fault !== undefined) throw refuse(400, { detail: fault });
    const rows = await store.read
      .selectFrom('d_channels')
      .select('name')
      .where('app_id', '=', app.id)
      .where('empty_since', 'is', null)
      .orderBy('name')
      .execute();
    const names = rows.map(({ name }) => name).filter((name) => name.startsWith(filter_by_prefix));
    const listed = names.map(async (name) => [name, await loadCounts(store.read, app.id, name, info)] as const);
    return { status: 200, body: { channels: Object.fromEntries(await Promise.all(listed)) } };
  },

  async getChannel({ path: { channel_name: channel }, query: { info = [] } = {} }, { principal: app }) {
    assertEnabled(app);
    const fault = faultOfInfo(channel, info, app.has_subscription_counts);
    if (fault !== undefined) throw refuse(400, { detail: fault });
    const occupied = (await countSubscriptions(store.read, app.id, channel)) > 0;
    const counts = await loadCounts(
      store.read,
      app.id,
      channel,
      info.filter((fact) => fact !== 'cache'),
    );
    if (!info.includes('cache')) return { status: 200, body: { occupied, ...counts } };
    const now = clock.now();
    const event = await cached(store.read, app.id, channel, now);
    const cache = event === undefined ? null : { data: event.data, ttl: Math.floor((event.expires_at - now) / 1000) };
    return { status: 200, body: { occupied, ...counts, cache } };
  },
});

/** What is wrong with `info` for a list of channels. */
function faultOfList(prefix: string, info: readonly Count[], { has_subscription_counts }: Caller): string | undefined {
  if (info.includes('user_count') && !prefix.startsWith('presence-'))
    return 'To list user_count, filter_by_prefix must begin with presence-.';
  if (!info.includes('subscription_count')) return undefined;
  return has_subscription_counts ? undefined : 'The app does not have subscription counts switched on.';
}
