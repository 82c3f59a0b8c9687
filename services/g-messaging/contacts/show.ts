// Shows contacts as each document has them.

import type { AddressBook, Channel, Contact, CustomField } from '@octavo/interfaces/g-messaging';
import type {
  ChannelType,
  ContactGroup,
  Contact as MarketingContact,
  ContactData as MarketingData,
} from '@octavo/interfaces/g-messaging-marketing';
import type { Tables } from '../deps.ts';
import { groupsOfContacts } from '../groups/store.ts';
import { orderSummaries, ordersInfo } from '../orders/summaries.ts';
import { invalid } from '../store.ts';
import { timeText } from '../times.ts';
import { loadBook } from './book.ts';
import type { GivenContact } from './rules.ts';
import type { ChannelRow, ContactRow } from './tables.ts';

/** Gives what belongs to each of some contacts. */
async function loadParts(tables: Tables, rows: readonly ContactRow[]) {
  const ids = rows.map(({ id }) => id);
  const channels =
    ids.length === 0 ? [] : await tables.selectFrom('g_channels').selectAll().where('contact', 'in', ids).orderBy('position').execute();
  const values =
    ids.length === 0 ? [] : await tables.selectFrom('g_field_values').selectAll().where('contact', 'in', ids).orderBy('field').execute();
  const groups = ids.length === 0 ? [] : await groupsOfContacts(tables, ids);
  const orders = await orderSummaries(tables, ids);
  const byContact = <Part extends { readonly contact: number }>(parts: readonly Part[]) => Map.groupBy(parts, ({ contact }) => contact);
  return { channels: byContact(channels), values: byContact(values), groups: byContact(groups), orders };
}

/** The members of an object that have a value. */
function present<Members extends object>(members: Members): { [Name in keyof Members]?: NonNullable<Members[Name]> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined)) as never;
}

export async function showContacts(tables: Tables, account: number, rows: readonly ContactRow[]): Promise<Contact[]> {
  const { channels, values, groups, orders } = await loadParts(tables, rows);
  const { book } = await loadBook(tables, account);
  return rows.map((row): Contact => {
    const own = channels.get(row.id) ?? [];
    return {
      id: row.id,
      channels: own.map(channelShown),
      createdAt: timeText(row.created_at),
      ...present({
        firstName: row.first_name,
        lastName: row.last_name,
        address: row.address,
        fields: values.get(row.id)?.map(({ field, value }) => ({ id: field, value })),
        addressBookId: book?.id,
        contactKey: row.app_key,
        externalCustomerId: row.external_id,
        ordersInfo: ordersInfo(row.earlier_orders, orders.get(row.id), timeText),
        groups: groups.get(row.id)?.map(({ id, name, type }) => ({ id, name, type })),
        languageCode: row.language,
        timeZone: row.time_zone,
        email: own.find(({ type }) => type === 'email')?.value,
        phone: own.find(({ type }) => type === 'sms')?.value,
      }),
    };
  });
}

export async function showContact(tables: Tables, account: number, row: ContactRow): Promise<Contact> {
  const [contact] = await showContacts(tables, account, [row]);
  if (contact === undefined) throw new Error(`The contact ${row.id} is not shown.`);
  return contact;
}

function channelShown({ type, value, device, subscription }: ChannelRow): Channel {
  return { type, value, ...present({ device, webPushSubscription: subscription }) };
}

/** The kinds of channels of the main document that the marketing document has, with their names there. */
const MARKETING_TYPES: Readonly<Partial<Record<Channel['type'], ChannelType>>> = {
  email: 'email',
  sms: 'sms',
  mobilepush: 'mobilePush',
  webpush: 'webPush',
};

export async function showMarketingContact(tables: Tables, account: number, row: ContactRow): Promise<MarketingContact> {
  const { id, firstName, lastName, channels, fields, groups } = await showContact(tables, account, row);
  return {
    id,
    channels: channels.flatMap(({ type, value }) => {
      const name = MARKETING_TYPES[type];
      return name === undefined ? [] : [{ type: name, value }];
    }),
    ...present({
      firstName,
      lastName,
      fields,
      groups: groups?.map(({ name }): ContactGroup => ({ type: 'static', ...present({ name }) })),
    }),
  };
}

/** A contact of the marketing document, as the main one has it. @throws the refusal 400 for what both cannot be without */
export function fromMarketing({ channels = [], fields, groups, firstName, lastName }: MarketingData): GivenContact {
  const list = Array.isArray(channels) ? channels : [channels];
  return {
    channels: list.map(({ type, value }) => {
      const [name] = Object.entries(MARKETING_TYPES).find(([, marketing]) => marketing === type) ?? [];
      if (name === undefined || value === undefined) throw invalid('A channel needs a type and a value.');
      return { type: name as Channel['type'], value };
    }),
    ...present({ firstName, lastName }),
    ...(fields === undefined ? {} : { fields: fields.map(givenField) }),
    ...(groups === undefined ? {} : { groups: groups.map(({ name }) => present({ name })) }),
  };
}

function givenField({ id, value }: { readonly id?: number; readonly value?: string }) {
  if (id === undefined || value === undefined) throw invalid('A field needs an id and a value.');
  return { id, value };
}

/** The address book of an account; an account without one has no fields. */
export async function showBook(tables: Tables, account: number): Promise<AddressBook> {
  const { book, fields } = await loadBook(tables, account);
  const sections = Map.groupBy(fields.values(), ({ section }) => section);
  return {
    addressBookId: book?.id ?? 0,
    name: book?.name ?? '',
    fieldGroups: [...sections].map(([name, own]) => ({
      name,
      profileKey: own[0]?.section_key ?? '',
      fields: own.map(
        ({ id, name, field_key, type, is_required, is_readonly, allowed }): CustomField => ({
          id,
          name,
          fieldKey: field_key,
          description: { type, required: is_required, readonly: is_readonly, ...present({ allowedValues: allowed }) },
        }),
      ),
    })),
  };
}
