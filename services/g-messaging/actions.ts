// The actions of the messaging service, which control carries out.

import { actionsOf, integer, optional, string, strings } from '../platform/action.ts';
import { listMessages } from '../platform/messages/messages.ts';
import { accountNamed, USER } from './accounts/accounts.ts';
import { actOnMessage } from './behaviour/act.ts';
import { setBehaviour } from './behaviour/behaviour.ts';
import { reportBroadcasts } from './broadcasts/broadcasts.ts';
import { reportFeeds } from './catalogue/feeds.ts';
import { unsubscribedOf } from './contacts/subscribe.ts';
import type { MessagingPlatform } from './deps.ts';
import { addRuledGroup } from './groups/add.ts';
import { findHook, setHook, showHook } from './hooks/settings.ts';
import { sentTo } from './sends/list.ts';
import { links } from './sent.ts';
import { mutedTokens } from './sites/apps.ts';
import { write } from './store.ts';
import { workflowActions } from './workflows/actions.ts';

const action = actionsOf<MessagingPlatform>();

export const actions = [
  listMessages('Lists the links that a contact was sent to confirm its channels, the newest first.', links, 'Identifier of the contact.'),
  action(
    'list-sent',
    'Lists the messages that a contact was sent, as it got them, the newest first, at most 100.',
    { contact: integer('Identifier of the contact.') },
    async ({ contact }, platform) => ({ sent: await sentTo(platform, contact) }),
  ),
  action('list-broadcasts', 'Lists the newest 100 broadcasts, with why the service cancelled them.', {}, async (_, { store }) => ({
    broadcasts: await reportBroadcasts(store.read),
  })),
  action(
    'act-on-message',
    'Makes something happen to a message at once, as its recipient or the network would.',
    {
      id: string('Identifier of the message: `iid` of its activity, `id` of its status.'),
      what: string(
        'deliver, bounce, read, click, unsubscribe or spam. The last two take the address of an email from the recipients of broadcasts.',
      ),
      link: optional(string('The link of the message that is followed. Default: the first one.')),
    },
    async ({ id, what, link }, platform) => write(platform, async (unit) => ({ happened: await actOnMessage(unit, id, { what, link }) })),
  ),
  action(
    'list-unsubscribed',
    'Lists the addresses of an account that receive no broadcasts, those that were unsubscribed last first, at most 1,000.',
    { user: USER },
    async ({ user }, { store }) => ({
      unsubscribed: await unsubscribedOf(store.read, await accountNamed(store.read, user)),
    }),
  ),
  action(
    'set-behaviour',
    'Says what the recipients of an account do with its messages, by channel.',
    {
      rules: string(
        'The rules, as JSON: {"email":{"bounces":["*@closed.example"],"bounced":2,"read":30,"clicked":17,"unsubscribed":1,"spam":1,"deliveredAfter":3,"readAfter":7200}}. Numbers are percentages and seconds; clicks, unsubscriptions and reports of spam are percentages of what is read. What is left out is as by default, and {} is the default for all.',
      ),
      user: USER,
    },
    async ({ rules, user }, platform) =>
      write(platform, async (unit) => ({ behaviour: await setBehaviour(unit, await accountNamed(unit.tables, user), rules) })),
  ),
  action(
    'add-group',
    'Adds a group whose contacts follow from a rule.',
    {
      name: string('Name of the group, which no other group of the account has.'),
      rule: string(
        'The rule, as JSON: {"kind":"ordered","days":30}, or another kind: not-ordered (days), field (field, value), event (type, days), in-group (group), all, any (of: rules), not (of: a rule).',
      ),
      user: USER,
    },
    async ({ name, rule, user }, platform) =>
      write(platform, async (unit) => ({ group: await addRuledGroup(unit, await accountNamed(unit.tables, user), name, rule) })),
  ),
  action(
    'set-webhook',
    'Sets the webhook that is told the activity of an account, in place of the one before, and tests its address by GET.',
    {
      url: string('Address of the webhook. An empty text removes it.'),
      kinds: optional(strings('Kinds of activity, such as SENT. Default: all.')),
      headers: optional(string('Up to five headers of each request, as JSON: {"x-shop":"papaver"}. Their values are not shown again.')),
      username: optional(string('User name for HTTP Basic.')),
      password: optional(string('Password for HTTP Basic. It is not shown again.')),
      user: USER,
    },
    async ({ user, ...settings }, platform) =>
      write(platform, async (unit) => ({
        webhook: showHook(await setHook(unit, platform.seal, await accountNamed(unit.tables, user), settings)),
      })),
  ),
  action(
    'show-webhook',
    'Shows the webhook of an account, and what came of the test of its address.',
    { user: USER },
    async ({ user }, { store }) => ({
      webhook: showHook(await findHook(store.read, await accountNamed(store.read, user))),
    }),
  ),
  action('list-product-feeds', 'Lists the product feeds, with what was read and why it was not.', {}, async (_, { store }) => ({
    feeds: await reportFeeds(store.read),
  })),
  action('list-muted-tokens', 'Lists the push tokens to which no messages are sent, at most 1,000.', {}, async (_, { store }) => ({
    muted: await mutedTokens(store.read),
  })),
  ...workflowActions,
];
