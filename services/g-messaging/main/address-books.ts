// Handlers of the operations of the main document tagged 'Address books'.

import type { RequiredMessagingAddressBooksHandlers } from '@octavo/interfaces/g-messaging';
import { showBook } from '../contacts/show.ts';
import type { Caller, Deps } from '../deps.ts';

export const addressBookHandlers = ({ store }: Deps): RequiredMessagingAddressBooksHandlers<Caller> => ({
  async getAddressBook(_input, { principal: { account } }) {
    return { status: 200, body: { addressBook: await showBook(store.read, account) } };
  },
});
