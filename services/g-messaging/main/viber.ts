// Handlers of the operations of the main document tagged 'Viber'.

import type { MessagingViberHandlers } from '@octavo/interfaces/g-messaging';
import type { Caller, Deps } from '../deps.ts';
import { preparedOperations } from '../messages/operations.ts';

export const viberHandlers = (deps: Deps): MessagingViberHandlers<Caller> => {
  const { search, create, read, replace, remove } = preparedOperations(deps, 'viber');
  return {
    searchViberMessages: search,
    createViberMessage: create,
    getViberMessage: read,
    updateViberMessage: replace,
    deleteViberMessage: remove,
  };
};
