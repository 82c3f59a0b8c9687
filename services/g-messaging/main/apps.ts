// Handlers of the operations of the main document tagged 'Apps'.

import type { RequiredMessagingAppsHandlers } from '@octavo/interfaces/g-messaging';
import type { Caller, Deps } from '../deps.ts';
import { addTokens, muteTokens } from '../sites/apps.ts';
import { write } from '../store.ts';

export const appHandlers = (deps: Deps): RequiredMessagingAppsHandlers<Caller> => ({
  async addAppTokens({ body }, { principal: { account } }) {
    await write(deps, (unit) => addTokens(unit, account, body));
    return { status: 200 };
  },
  async muteAppTokens({ body }, { principal: { account } }) {
    await write(deps, (unit) => muteTokens(unit, account, body, true));
    return { status: 200 };
  },
  async unmuteAppTokens({ body }, { principal: { account } }) {
    await write(deps, (unit) => muteTokens(unit, account, body, false));
    return { status: 200 };
  },
});
