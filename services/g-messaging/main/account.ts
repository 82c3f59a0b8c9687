// Handlers of the operations of the main document tagged 'Account'.

import type { MessagingAccountHandlers } from '@octavo/interfaces/g-messaging';
import { accountInfo } from '../accounts/accounts.ts';
import type { Caller, Deps } from '../deps.ts';

export const accountHandlers = ({ store }: Deps): MessagingAccountHandlers<Caller> => ({
  async getAccountInfo(_input, { principal }) {
    return { status: 200, body: await accountInfo(store.read, principal) };
  },
});
