// Handlers of the operations of the main document tagged 'Viber'.

import type { RequiredMessagingViberHandlers } from '@octavo/interfaces/g-messaging';
import type { Caller, Deps } from '../deps.ts';
import { preparedOperations } from '../messages/operations.ts';
import { sendViber } from '../sends/direct.ts';
import { write } from '../store.ts';

export const viberHandlers = (deps: Deps): RequiredMessagingViberHandlers<Caller> => {
  const { search, create, read, replace, remove } = preparedOperations(deps, 'viber');
  return {
    searchViberMessages: search,
    createViberMessage: create,
    getViberMessage: read,
    updateViberMessage: replace,
    deleteViberMessage: remove,
    async sendViber({ body }, { principal: { account } }) {
      return { status: 200, body: await write(deps, (unit) => sendViber(unit, account, body)) };
    },
  };
};
