// Handlers of the operations of the main document tagged 'Account'.

import type { RequiredMessagingAccountHandlers } from '@octavo/interfaces/g-messaging';
import { accountInfo } from '../accounts/accounts.ts';
import { balanceHistory, readBalance } from '../balance/balance.ts';
import type { Caller, Deps } from '../deps.ts';

export const accountHandlers = ({ store, clock }: Deps): RequiredMessagingAccountHandlers<Caller> => ({
  async getAccountInfo(_input, { principal }) {
    return { status: 200, body: await accountInfo(store.read, principal) };
  },
  async getAccountBalance(_input, { principal: { account } }) {
    return { status: 200, body: await readBalance(store.read, account) };
  },
  async getAccountBalanceHistory({ query }, { principal: { account } }) {
    return { status: 200, body: await balanceHistory({ tables: store.read, at: clock.now() }, account, query) };
  },
});
