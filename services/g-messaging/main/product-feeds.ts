// Handlers of the operations of the main document tagged 'Product feeds'.

import type { RequiredMessagingProductFeedsHandlers } from '@octavo/interfaces/g-messaging';
import { feedsOf, setFeeds, showFeeds } from '../catalogue/feeds.ts';
import type { Caller, Deps } from '../deps.ts';
import { write } from '../store.ts';

export const productFeedHandlers = (deps: Deps): RequiredMessagingProductFeedsHandlers<Caller> => ({
  async getProductFeedsConfig(_input, { principal: { account } }) {
    return { status: 200, body: showFeeds(await feedsOf(deps.store.read, account)) };
  },
  async setProductFeedsConfig({ body }, { principal: { account } }) {
    return { status: 200, body: await write(deps, (unit) => setFeeds(unit, account, body)) };
  },
});
