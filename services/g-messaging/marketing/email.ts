// Handlers of the operations of the marketing document tagged 'Email'.

import type { RequiredMessagingMarketingEmailHandlers } from '@octavo/interfaces/g-messaging-marketing';
import type { Caller, Deps } from '../deps.ts';
import { sendMarketingEmail } from '../sends/direct.ts';
import { write } from '../store.ts';

export const emailHandlers = (deps: Deps): RequiredMessagingMarketingEmailHandlers<Caller> => ({
  async sendEmail({ body }, { principal: { account } }) {
    return { status: 200, body: await write(deps, (unit) => sendMarketingEmail(unit, account, body)) };
  },
});
