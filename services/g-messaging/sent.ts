// Shows what people were sent: the messages of shops with what happened to them, and the links of subscription forms.

import type { ActivityStatus } from '@octavo/interfaces/g-messaging';
import { messagesIn } from '../platform/messages/messages.ts';
import { type MessageStatus, messagesOf, wholeNumber } from '../platform/messages/sources.ts';
import type { MessagingTables } from './tables.ts';

const ABOUT = { kind: 'contact', about: 'contact', read: wholeNumber } as const;

const toStatus = (status: ActivityStatus) => status.toLowerCase() as MessageStatus;

export const sends = messagesOf<MessagingTables>()(
  {
    ...ABOUT,
    table: 'g_sends',
    key: 'id',
    words: ['locator', 'content'],
    json: { content: ['from', 'subject', 'html', 'text', 'image', 'link', 'button', 'own'] },
    history: async (tables, id) => {
      const rows = tables.selectFrom('g_activity').select(['status', 'at', 'link']).where('send', '=', id);
      const happened = await rows.orderBy('at').orderBy('position').execute();
      return happened.map(({ status, at, link }) => ({ status: toStatus(status), at, link: link ?? undefined }));
    },
  },
  ({ channel, locator, status, sent_at, content: { own: _own, ...content } }) => {
    return { channel, address: locator, status: toStatus(status), at: sent_at, content };
  },
);

export const links = messagesIn({ ...ABOUT, table: 'g_messages' });
