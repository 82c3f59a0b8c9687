// Handlers of the operations of the marketing document tagged 'Contacts'.

import type { RequiredMessagingMarketingContactsHandlers } from '@octavo/interfaces/g-messaging-marketing';
import { deleteContact } from '../contacts/delete.ts';
import { requireContact } from '../contacts/find.ts';
import { saveContact } from '../contacts/save.ts';
import { fromMarketing, showMarketingContact } from '../contacts/show.ts';
import type { Caller, Deps } from '../deps.ts';
import { importAtOnce } from '../imports/bulk.ts';
import { asInvalid, write } from '../store.ts';

export const contactHandlers = (deps: Deps): RequiredMessagingMarketingContactsHandlers<Caller> => {
  const { read } = deps.store;
  return {
    async addContact({ body }, { principal: { account } }) {
      const { id } = await write(deps, (unit) => saveContact(unit, account, fromMarketing(body)));
      return { status: 200, body: { id } };
    },
    async importContacts({ body }, { principal: { account } }) {
      return { status: 200, body: await write(deps, (unit) => importAtOnce(unit, account, body)) };
    },
    async getContact({ path }, { principal: { account } }) {
      return { status: 200, body: await showMarketingContact(read, account, await requireContact(read, account, path.contactId)) };
    },
    async deleteContact({ path }, { principal: { account } }) {
      await asInvalid(write(deps, (unit) => deleteContact(unit, account, path.contactId)));
      return { status: 200 };
    },
  };
};
