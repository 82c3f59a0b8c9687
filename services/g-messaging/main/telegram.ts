// Handlers of the operations of the main document tagged 'Telegram'.

import type { RequiredMessagingTelegramHandlers } from '@octavo/interfaces/g-messaging';
import type { Caller, Deps } from '../deps.ts';
import { preparedOperations } from '../messages/operations.ts';

export const telegramHandlers = (deps: Deps): RequiredMessagingTelegramHandlers<Caller> => {
  const { search, create, read, replace, remove } = preparedOperations(deps, 'telegram');
  return {
    searchTelegramMessages: search,
    createTelegramMessage: create,
    getTelegramMessage: read,
    updateTelegramMessage: replace,
    deleteTelegramMessage: remove,
  };
};
