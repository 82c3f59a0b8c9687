// Handlers of the operations of the marketing document tagged 'Groups'.

import type { RequiredMessagingMarketingGroupsHandlers } from '@octavo/interfaces/g-messaging-marketing';
import type { Caller, Deps } from '../deps.ts';
import { addToGroup, removeFromGroup } from '../groups/change.ts';
import { countedGroups } from '../groups/count.ts';
import { asInvalid, write } from '../store.ts';

export const groupHandlers = (deps: Deps): RequiredMessagingMarketingGroupsHandlers<Caller> => ({
  async listGroups(_input, { principal: { account } }) {
    return { status: 200, body: await countedGroups(deps.store.read, account, deps.clock.now()) };
  },
  async addContactsToGroup({ path, body }, { principal: { account } }) {
    await asInvalid(write(deps, (unit) => addToGroup(unit, account, path.groupId, body)));
    return { status: 200 };
  },
  async removeContactsFromGroup({ path, body }, { principal: { account } }) {
    await asInvalid(write(deps, (unit) => removeFromGroup(unit, account, path.groupId, body ?? [])));
    return { status: 200 };
  },
});
