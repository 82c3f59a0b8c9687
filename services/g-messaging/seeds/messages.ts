// The prepared messages of the examples, and the senders of the shop.

import type { Tables } from '../deps.ts';
import type { ChannelName, ContentOf } from '../messages/tables.ts';
import { insert } from '../store.ts';

const CONTENTS: { readonly [Channel in ChannelName]: readonly [id: number, content: ContentOf<Channel>] } = {
  email: [
    2417,
    {
      name: 'Autumn poetry letter',
      from: '"Papaver Books" <letters@papaver-books.example>',
      subject: 'Four new books of poems',
      htmlText: '<p>Dear reader, the leaves are falling, and four new books have come.</p>',
      cssText: 'p { font-family: serif; }',
      tags: ['poetry'],
      languageCode: 'en',
    },
  ],
  sms: [2418, { name: 'Ready to collect', from: 'PapaverBks', text: 'Your books are waiting for you at Papaver Books.', tags: ['orders'] }],
  mobilepush: [
    2420,
    {
      name: 'New in poetry',
      title: 'Four new books of poems',
      text: 'Open the app to leaf through them.',
      imageUrl: 'https://papaver-books.example/covers/autumn.jpg',
      link: 'papaverbooks://shelf/poetry',
      applicationId: 'com.papaverbooks.reader',
      tags: ['poetry'],
      languageCode: 'en',
      translations: [{ languageCode: 'de', title: 'Vier neue Gedichtbände', text: 'In der App zum Blättern.' }],
    },
  ],
  viber: [
    2421,
    {
      name: 'Invitation to a reading',
      from: 'Papaver Books',
      text: 'Poems by candlelight, on Friday at eight.',
      imageUrl: 'https://papaver-books.example/readings/candles.jpg',
      buttonName: 'Keep a seat',
      buttonUrl: 'https://papaver-books.example/readings',
    },
  ],
  appinbox: [
    2422,
    {
      name: 'Autumn voucher',
      title: 'Ten per cent off',
      text: 'For any book of poems until December.',
      imageUrl: 'https://papaver-books.example/covers/autumn.jpg',
      linkUrl: 'https://papaver-books.example/poetry',
      tags: ['poetry'],
    },
  ],
  telegram: [
    2423,
    {
      name: 'Poem of the week',
      text: 'This week: «Fog over the harbour».',
      imageUrl: 'https://papaver-books.example/poems/fog.jpg',
      buttonName: 'Read it',
      buttonUrl: 'https://papaver-books.example/poems/fog',
      tags: ['poetry'],
    },
  ],
};

const SENDERS: readonly (readonly [ChannelName, ...string[]])[] = [
  ['email', '"Papaver Books" <letters@papaver-books.example>', '"Papaver Books" <orders@papaver-books.example>'],
  ['sms', 'PapaverBks'],
  ['viber', 'Papaver Books'],
];

export async function seedMessages(tables: Tables, account: number, updated_at: number): Promise<void> {
  const rows = Object.entries(CONTENTS).map(([channel, [id, content]]) => {
    const search_key = [content.name, ...(content.tags ?? [])].join('\n').toLowerCase();
    return { id, account, channel: channel as ChannelName, content, search_key, view_key: 'c81f0a', updated_at };
  });
  await insert(tables, 'g_prepared', rows);
  const senders = SENDERS.flatMap(([channel, ...values]) => values.map((value, position) => ({ account, channel, position, value })));
  await insert(tables, 'g_senders', senders);
}
