// The actions of the messaging service, which control carries out.

import { listMessages } from '../platform/messages/messages.ts';

export const actions = [
  listMessages('Lists the links that a contact was sent to confirm its channels, the newest first.', {
    table: 'g_messages',
    column: 'contact',
    field: 'contact',
    description: 'Identifier of the contact.',
  }),
];
