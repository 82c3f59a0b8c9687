// Handlers of the operations of the main document tagged 'App Inbox'.

import type { RequiredMessagingAppInboxHandlers } from '@octavo/interfaces/g-messaging';
import type { Caller, Deps } from '../deps.ts';
import { preparedOperations } from '../messages/operations.ts';

export const appInboxHandlers = (deps: Deps): RequiredMessagingAppInboxHandlers<Caller> => {
  const { search, create, read, replace, remove } = preparedOperations(deps, 'appinbox');
  return {
    searchAppInboxMessages: search,
    createAppInboxMessage: create,
    getAppInboxMessage: read,
    updateAppInboxMessage: replace,
    deleteAppInboxMessage: remove,
  };
};
