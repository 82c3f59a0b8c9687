// The actions of the messaging service, which control carries out.

import { defineAction } from '../platform/action.ts';
import { listMessages } from '../platform/messages/messages.ts';
import { accountNamed } from './accounts/accounts.ts';
import { reportFeeds } from './catalogue/feeds.ts';
import type { MessagingPlatform } from './deps.ts';
import { addRuledGroup } from './groups/add.ts';
import { sentTo } from './sends/list.ts';
import { mutedTokens } from './sites/apps.ts';
import { write } from './store.ts';

export const actions = [
  listMessages('Lists the links that a contact was sent to confirm its channels, the newest first.', {
    table: 'g_messages',
    column: 'contact',
    field: 'contact',
    description: 'Identifier of the contact.',
  }),
  defineAction(
    {
      name: 'list-sent',
      summary: 'Lists the messages that a contact was sent, as it got them, the newest first, at most 100.',
      fields: { contact: { type: 'integer', description: 'Identifier of the contact.' } },
    },
    async ({ contact }, { store }: MessagingPlatform) => ({ sent: await sentTo(store.read, contact) }),
  ),
  defineAction(
    {
      name: 'add-group',
      summary: 'Adds a group whose contacts follow from a rule.',
      fields: {
        name: { type: 'string', description: 'Name of the group, which no other group of the account has.' },
        rule: {
          type: 'string',
          description:
            'The rule, as JSON: {"kind":"ordered","days":30}, or another kind: not-ordered (days), field (field, value), event (type, days), in-group (group), all, any (of: rules), not (of: a rule).',
        },
        user: { type: 'string', optional: true, description: 'User name of a user of the account. Default: the first account.' },
      },
    },
    async ({ name, rule, user }, platform: MessagingPlatform) =>
      write(platform, async (unit) => ({ group: await addRuledGroup(unit, await accountNamed(unit.tables, user), name, rule) })),
  ),
  defineAction(
    { name: 'list-product-feeds', summary: 'Lists the product feeds, with what was read and why it was not.', fields: {} },
    async (_input, { store }: MessagingPlatform) => ({ feeds: await reportFeeds(store.read) }),
  ),
  defineAction(
    { name: 'list-muted-tokens', summary: 'Lists the push tokens to which no messages are sent, at most 1,000.', fields: {} },
    async (_input, { store }: MessagingPlatform) => ({ muted: await mutedTokens(store.read) }),
  ),
];
