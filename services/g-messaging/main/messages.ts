// Handlers of the operations of the main document tagged 'Messages'.

import type { RequiredMessagingMessagesHandlers } from '@octavo/interfaces/g-messaging';
import type { Caller, Deps } from '../deps.ts';
import { statusOf } from '../sends/list.ts';
import { sendPrepared } from '../sends/prepared.ts';
import { write } from '../store.ts';

export const messageHandlers = (deps: Deps): RequiredMessagingMessagesHandlers<Caller> => ({
  async sendPreparedMessage({ body }, { principal: { account } }) {
    return { status: 200, body: await write(deps, (unit) => sendPrepared(unit, account, body)) };
  },
  async getMessageStatus({ path }, { principal: { account } }) {
    return { status: 200, body: { results: await statusOf(deps.store.read, account, path.requestId) } };
  },
});
