// Handlers of the operations of the main document tagged 'Contacts'.

import type { RequiredMessagingContactsHandlers } from '@octavo/interfaces/g-messaging';
import { recommended } from '../catalogue/recommend.ts';
import { deleteContact } from '../contacts/delete.ts';
import { contactOfExternalId, contactOfToken, emailsOf, requireContact, searched } from '../contacts/find.ts';
import { saveContact } from '../contacts/save.ts';
import { showContact, showContacts } from '../contacts/show.ts';
import { updateContact } from '../contacts/update.ts';
import type { Caller, Deps } from '../deps.ts';
import { importContacts } from '../imports/bulk.ts';
import { importFile } from '../imports/files.ts';
import { loadImportStatus } from '../imports/report.ts';
import { readRows } from '../pages.ts';
import { write } from '../store.ts';

export const contactHandlers = (deps: Deps): RequiredMessagingContactsHandlers<Caller> => {
  const { read } = deps.store;
  return {
    async addOrUpdateContact({ body }, { principal: { account } }) {
      const { id } = await write(deps, (unit) => saveContact(unit, account, body));
      return { status: 200, body: { id } };
    },
    async searchContacts({ query }, { principal: { account } }) {
      const { rows, headers } = await readRows(searched(read, account, query), query);
      return { status: 200, headers, body: await showContacts(read, account, rows) };
    },
    async importContacts({ body }, { principal: { account } }) {
      return { status: 200, body: await write(deps, (unit) => importContacts(unit, account, body)) };
    },
    async importContactFile({ body }, { principal: { account } }) {
      return { status: 200, body: { asyncSessionId: await write(deps, (unit) => importFile(unit, account, body)) } };
    },
    async getContactImportStatus({ path }, { principal: { account } }) {
      return { status: 200, body: await loadImportStatus(deps, account, path.sessionId) };
    },
    async getContact({ path }, { principal: { account } }) {
      return { status: 200, body: await showContact(read, account, await requireContact(read, account, path.contactId)) };
    },
    async updateContact({ path, body }, { principal: { account } }) {
      await write(deps, (unit) => updateContact(unit, account, path.contactId, body));
      return { status: 200, body: 'OK' };
    },
    async deleteContact({ path, query }, { principal: { account } }) {
      await write(deps, (unit) => deleteContact(unit, account, path.contactId, query?.erase));
      return { status: 200, body: 'OK' };
    },
    async deleteContactByExternalId({ path, query }, { principal: { account } }) {
      await write(deps, async (unit) => {
        const id = await contactOfExternalId(unit.tables, account, path.externalCustomerId);
        await deleteContact(unit, account, id, query?.erase);
      });
      return { status: 200, body: 'OK' };
    },
    async listContactEmails({ path }, { principal: { account } }) {
      await requireContact(read, account, path.contactId);
      return { status: 200, body: { results: await emailsOf(read, path.contactId) } };
    },
    async getContactByToken({ path }, { principal: { account } }) {
      return { status: 200, body: { contactId: await contactOfToken(read, account, path.token) } };
    },
    async listContactRecommendations({ path }, { principal: { account } }) {
      await requireContact(read, account, path.contactId);
      return { status: 200, body: await recommended(read, account, path.contactId) };
    },
  };
};
