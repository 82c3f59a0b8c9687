// Handlers of the operations of the main document tagged 'SMS'.

import type { RequiredMessagingSmsHandlers } from '@octavo/interfaces/g-messaging';
import type { Caller, Deps } from '../deps.ts';
import { preparedOperations } from '../messages/operations.ts';
import { sendersOf } from '../messages/senders.ts';
import { sendSms } from '../sends/direct.ts';
import { write } from '../store.ts';

export const smsHandlers = (deps: Deps): RequiredMessagingSmsHandlers<Caller> => {
  const { search, create, read, replace, remove } = preparedOperations(deps, 'sms');
  return {
    searchSmsMessages: search,
    createSmsMessage: create,
    getSmsMessage: read,
    updateSmsMessage: replace,
    deleteSmsMessage: remove,
    async sendSms({ body }, { principal: { account } }) {
      return { status: 200, body: await write(deps, (unit) => sendSms(unit, account, body)) };
    },
    async listSmsInterfaces(_input, { principal: { account } }) {
      return { status: 200, body: await sendersOf(deps.store.read, account, 'sms') };
    },
  };
};
