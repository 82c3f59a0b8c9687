// Handlers of the operations of the main document tagged 'Mobile push'.

import type { RequiredMessagingMobilePushHandlers } from '@octavo/interfaces/g-messaging';
import type { Caller, Deps } from '../deps.ts';
import { preparedOperations } from '../messages/operations.ts';
import { deleteTranslations, translate } from '../messages/translations.ts';
import { write } from '../store.ts';

export const mobilePushHandlers = (deps: Deps): RequiredMessagingMobilePushHandlers<Caller> => {
  const { search, create, read, replace, remove } = preparedOperations(deps, 'mobilepush');
  return {
    searchMobilePushMessages: search,
    createMobilePushMessage: create,
    getMobilePushMessage: read,
    updateMobilePushMessage: replace,
    deleteMobilePushMessage: remove,
    async translateMobilePushMessage({ path, body }, { principal: { account } }) {
      await write(deps, (unit) => translate(unit, account, path.messageId, body));
      return { status: 200 };
    },
    async deleteMobilePushTranslation({ path, query }, { principal: { account } }) {
      await write(deps, (unit) => deleteTranslations(unit, account, path.messageId, query?.languageCode));
      return { status: 200 };
    },
  };
};
