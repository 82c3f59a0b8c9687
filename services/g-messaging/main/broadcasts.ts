// Handlers of the operations of the main document tagged 'Broadcasts'.

import type { RequiredMessagingBroadcastsHandlers } from '@octavo/interfaces/g-messaging';
import { broadcastsOf, cancelBroadcast, createBroadcast, requireBroadcast, showBroadcast } from '../broadcasts/broadcasts.ts';
import type { Caller, Deps } from '../deps.ts';
import { readRows } from '../pages.ts';
import { write } from '../store.ts';

export const broadcastHandlers = (deps: Deps): RequiredMessagingBroadcastsHandlers<Caller> => {
  const { read } = deps.store;
  return {
    async listBroadcasts({ query }, { principal: { account } }) {
      const { rows, headers } = await readRows(broadcastsOf(read, account), query);
      return { status: 200, headers, body: rows.map(showBroadcast) };
    },
    async createBroadcast({ body }, { principal: { account } }) {
      return { status: 200, body: { id: await write(deps, (unit) => createBroadcast(unit, account, body)) } };
    },
    async getBroadcast({ path }, { principal: { account } }) {
      return { status: 200, body: showBroadcast(await requireBroadcast(read, account, path.broadcastId)) };
    },
    async cancelBroadcast({ path }, { principal: { account } }) {
      await write(deps, (unit) => cancelBroadcast(unit, account, path.broadcastId));
      return { status: 200 };
    },
  };
};
