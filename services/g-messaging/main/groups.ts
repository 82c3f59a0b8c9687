// Handlers of the operations of the main document tagged 'Groups'.

import type { RequiredMessagingGroupsHandlers } from '@octavo/interfaces/g-messaging';
import { showContacts } from '../contacts/show.ts';
import type { Caller, Deps } from '../deps.ts';
import { addToGroup, removeFromGroup } from '../groups/change.ts';
import { contactsInGroup, groupsNamed, requireGroup } from '../groups/store.ts';
import { readRows } from '../pages.ts';
import { write } from '../store.ts';

export const groupHandlers = (deps: Deps): RequiredMessagingGroupsHandlers<Caller> => {
  const { read } = deps.store;
  return {
    async listGroups({ query }, { principal: { account } }) {
      const { rows, headers } = await readRows(groupsNamed(read, account, query?.name), query);
      return { status: 200, headers, body: rows.map(({ id, name, type }) => ({ id, name, type })) };
    },
    async listGroupContacts({ path, query }, { principal: { account } }) {
      const group = await requireGroup(read, account, path.groupId);
      const contacts = await contactsInGroup(read, group, deps.clock.now());
      const { rows, headers } = await readRows(contacts.rows, query);
      return { status: 200, headers, body: await showContacts(read, account, rows) };
    },
    async addContactsToGroup({ path, body }, { principal: { account } }) {
      await write(deps, (unit) => addToGroup(unit, account, path.groupId, body.contactIds));
      return { status: 200 };
    },
    async removeContactsFromGroup({ path, body }, { principal: { account } }) {
      await write(deps, (unit) => removeFromGroup(unit, account, path.groupId, body.contactIds));
      return { status: 200 };
    },
  };
};
