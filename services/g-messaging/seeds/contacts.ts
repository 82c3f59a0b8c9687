// The contacts of the examples, their groups, the address book, and the categories.

import type { Story } from '../../platform/service.ts';
import type { Tables } from '../deps.ts';
import { insert } from '../store.ts';

/** Identifiers of the examples. */
export const LENA = 104_729;
export const PAVEL = 104_730;
export const POETRY_READERS = 318;

export async function seedContacts(tables: Tables, account: number, story: Story): Promise<void> {
  await seedBook(tables, account);
  await seedGroups(tables, account);
  const contact = {
    account,
  };
  await insert(tables, 'g_contacts', [
    {
      ...contact,
      id: LENA,
      external_id: 'PB-C-1001',
      first_name: 'Lena',
      last_name: 'Hoffmann',
      first_key: 'lena',
      last_key: 'hoffmann',
      address: { region: 'Berlin', town: 'Berlin', address: 'Lindenstraße 12', postcode: '10969' },
      language: 'de',
      time_zone: 'Europe/Berlin',
      created_at: story('2026-11-02T08:15:00Z'),
      updated_at: story('2026-11-02T08:15:00Z'),
    },
    {
      ...contact,
      id: PAVEL,
      external_id: 'PB-C-1002',
      first_name: 'Pavel',
      last_name: 'Novák',
      first_key: 'pavel',
      last_key: 'novák',
      language: 'cs',
      created_at: story('2026-11-02T08:16:00Z'),
      updated_at: story('2026-11-02T08:16:00Z'),
    },
  ]);
  await seedChannels(tables, account);
  await insert(tables, 'g_field_values', [
    { contact: LENA, field: 12_001, value: 'Poetry' },
    { contact: PAVEL, field: 12_002, value: 'LC-40017' },
  ]);
  await insert(
    tables,
    'g_members',
    [LENA, PAVEL].map((contact) => ({ group: POETRY_READERS, contact })),
  );
  await insert(tables, 'g_subscriptions', { contact: LENA, category: 71 });
}

async function seedChannels(tables: Tables, account: number): Promise<void> {
  const channel = { account, is_confirmed: true, is_muted: false, device: null };
  await insert(tables, 'g_channels', [
    { ...channel, ...email(LENA, 'lena.hoffmann@example.com') },
    { ...channel, contact: LENA, type: 'sms', value: '491713920042', value_key: '491713920042', position: 1 },
    {
      ...channel,
      contact: LENA,
      type: 'mobilepush',
      value: 'pt-lena-phone-6Xk2Vq',
      value_key: 'pt-lena-phone-6Xk2Vq',
      position: 2,
      device: {
        appId: 'com.papaverbooks.reader',
        deviceModel: 'Fernglass 4',
        os: 'Android 16',
        locale: 'de-DE',
        clientVersion: 'native',
        appVersion: '3.2.0',
        active: true,
      },
    },
    { ...channel, ...email(PAVEL, 'pavel.novak@example.com') },
    {
      ...channel,
      contact: PAVEL,
      type: 'webpush',
      value: 'wp-pavel-browser-92Lc0T',
      value_key: 'wp-pavel-browser-92Lc0T',
      position: 1,
      subscription: {
        appId: 731,
        userAgent: 'Firefox',
        userAgentVersion: '145.0',
        userAgentLanguage: 'cs',
        os: 'Linux',
        ip: '192.0.2.41',
        subscriptionPage: 'https://papaver-books.example/poetry',
        swActiveVersion: '2.1',
      },
    },
  ]);
}

function email(contact: number, value: string) {
  return { contact, type: 'email' as const, value, value_key: value, position: 0 };
}

async function seedBook(tables: Tables, account: number): Promise<void> {
  await insert(tables, 'g_books', { id: 55, account, name: 'Customers' });
  const field = { account, section: 'Reading', section_key: 'reading', is_required: false, is_readonly: false };
  await insert(tables, 'g_fields', [
    {
      ...field,
      id: 12_001,
      position: 0,
      name: 'Favourite genre',
      field_key: 'favouriteGenre',
      type: 'select',
      allowed: { possibleValues: ['Poetry', 'Crime', 'Travel'] },
    },
    { ...field, id: 12_002, position: 1, name: 'Library card', field_key: 'libraryCard', type: 'text' },
    {
      ...field,
      id: 12_003,
      position: 2,
      name: 'Books a year',
      field_key: 'booksPerYear',
      type: 'number',
      allowed: { minValue: 0, maxValue: 400 },
    },
  ]);
}

async function seedGroups(tables: Tables, account: number): Promise<void> {
  await insert(tables, 'g_groups', [
    { id: POETRY_READERS, account, name: 'Poetry readers', name_key: 'poetry readers', type: 'Static' },
    {
      id: 319,
      account,
      name: 'Orders of the last 30 days',
      name_key: 'orders of the last 30 days',
      type: 'Dynamic',
      rule: { kind: 'ordered', days: 30 },
    },
    {
      id: 320,
      account,
      name: 'Lapsed poetry readers',
      name_key: 'lapsed poetry readers',
      type: 'Combined',
      rule: {
        kind: 'all',
        of: [
          { kind: 'in-group', group: POETRY_READERS },
          { kind: 'not-ordered', days: 180 },
          { kind: 'event', type: 'productViewed', days: 180 },
        ],
      },
    },
  ]);
  await insert(tables, 'g_categories', [
    { id: 71, account, key: 'newBooks', name: 'New books', is_active: true },
    { id: 72, account, key: 'readings', name: 'Readings in the shop', is_active: true },
  ]);
}
