// The actions of the messaging service, which control carries out.

import { defineAction } from '../platform/action.ts';
import { listMessages } from '../platform/messages/messages.ts';
import { reportFeeds } from './catalogue/feeds.ts';
import type { MessagingPlatform } from './deps.ts';
import { mutedTokens } from './sites/apps.ts';

export const actions = [
  listMessages('Lists the links that a contact was sent to confirm its channels, the newest first.', {
    table: 'g_messages',
    column: 'contact',
    field: 'contact',
    description: 'Identifier of the contact.',
  }),
  defineAction(
    { name: 'list-product-feeds', summary: 'Lists the product feeds, with what was read and why it was not.', fields: {} },
    async (_input, { store }: MessagingPlatform) => ({ feeds: await reportFeeds(store.read) }),
  ),
  defineAction(
    { name: 'list-muted-tokens', summary: 'Lists the push tokens to which no messages are sent, at most 1,000.', fields: {} },
    async (_input, { store }: MessagingPlatform) => ({ muted: await mutedTokens(store.read) }),
  ),
];
