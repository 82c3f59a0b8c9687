// Handlers of the operations of the marketing document tagged 'SMS'.

import type { RequiredMessagingMarketingSmsHandlers } from '@octavo/interfaces/g-messaging-marketing';
import type { Caller, Deps } from '../deps.ts';
import { sendMarketingSms } from '../sends/direct.ts';
import { write } from '../store.ts';

export const smsHandlers = (deps: Deps): RequiredMessagingMarketingSmsHandlers<Caller> => ({
  async sendSms({ body }, { principal: { account } }) {
    return { status: 200, body: await write(deps, (unit) => sendMarketingSms(unit, account, body)) };
  },
});
