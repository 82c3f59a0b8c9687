// Handlers of the operations tagged 'Channels'.

import type { RequiredEventsChannelsHandlers } from '@octavo/interfaces/d-events';
import { shownCache } from '../cache.ts';
import { countsOfChannels, loadCounts } from '../counts.ts';
import type { Caller, Deps } from '../deps.ts';
import { countSubscriptions } from '../occupancy/queries.ts';
import { faultOfInfo, faultOfList } from '../rules/info.ts';
import { assertEnabled, refuseFault } from '../security.ts';

export const channelHandlers = ({ store, clock }: Deps): RequiredEventsChannelsHandlers<Caller> => ({
  async listChannels({ query: { filter_by_prefix = '', info = [] } = {} }, { principal: app }) {
    assertEnabled(app);
    refuseFault(faultOfList(filter_by_prefix, info, app.has_subscription_counts));
    return { status: 200, body: { channels: await countsOfChannels(store.read, app.id, filter_by_prefix, info) } };
  },

  async getChannel({ path: { channel_name: channel }, query: { info = [] } = {} }, { principal: app }) {
    assertEnabled(app);
    refuseFault(faultOfInfo(channel, info, app.has_subscription_counts));
    const occupied = (await countSubscriptions(store.read, app.id, channel)) > 0;
    const counts = await loadCounts(store.read, app.id, channel, info);
    if (!info.includes('cache')) return { status: 200, body: { occupied, ...counts } };
    return { status: 200, body: { occupied, ...counts, cache: await shownCache(store.read, app.id, channel, clock.now()) } };
  },
});
