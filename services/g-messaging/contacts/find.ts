// Finds contacts, and lists them.

import type { ContactEmail, SearchContactsInput } from '@octavo/interfaces/g-messaging';
import { type Given, prepare } from '../../platform/store/prepare.ts';
import type { Tables } from '../deps.ts';
import { unknown } from '../store.ts';
import { findKeys, keyText } from './keys.ts';
import { channelKey, channelsOf, type Key, nameKey, valueKey } from './rules.ts';
import type { ContactRow } from './tables.ts';

const contactById = prepare((tables: Tables, given: Given<{ account: number; id: number }>) =>
  tables
    .selectFrom('g_contacts')
    .selectAll()
    .where('id', '=', given('id'))
    .where('account', '=', given('account'))
    .where('deleted_at', 'is', null),
);

/** @throws the refusal 404 where there is none, or it was deleted */
export async function requireContact(tables: Tables, account: number, id: number): Promise<ContactRow> {
  const row = await contactById.first(tables, { account, id });
  if (row === undefined) throw unknown('contact', id);
  return row;
}

interface Known {
  readonly id?: number | undefined;
  readonly externalId?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

/** The first contact that is found by what is known of it, in this order. */
export async function findContact(tables: Tables, account: number, { id, externalId, email, phone }: Known): Promise<number | undefined> {
  const channels = channelsOf({
    channels: [...(email ? [{ type: 'email' as const, value: email }] : []), ...(phone ? [{ type: 'sms' as const, value: phone }] : [])],
  });
  const keys: Key[] = [
    ...(id === undefined ? [] : [{ kind: 'id' as const, of: '', value: String(id) }]),
    ...(externalId ? [{ kind: 'external_id' as const, of: '', value: externalId }] : []),
    ...channels.map(({ type, value }) => channelKey(type, value)),
  ];
  const found = await findKeys(tables, account, keys);
  return keys.flatMap((key) => found.get(keyText(key))?.id ?? []).at(0);
}

/** @throws the refusal 404 for a token that is not registered */
export async function contactOfToken(tables: Tables, account: number, token: string): Promise<number> {
  const found = await findKeys(tables, account, [channelKey('mobilepush', token), channelKey('webpush', token)]);
  const [first] = found.values();
  if (first === undefined) throw unknown('token', token);
  return first.id;
}

/** @throws the refusal 404 for an identifier in the shop that no contact has */
export async function contactOfExternalId(tables: Tables, account: number, externalId: string): Promise<number> {
  const id = await findContact(tables, account, { externalId });
  if (id === undefined) throw unknown('contact', externalId);
  return id;
}

/** The contacts of an account that match all filters, the oldest first. */
export function searched(tables: Tables, account: number, query: SearchContactsInput['query'] = {}) {
  const { email, sms, firstname, lastname, externalCustomerId } = query;
  const channel = (type: 'email' | 'sms', value: string) =>
    tables
      .selectFrom('g_channels')
      .select('contact')
      .where('account', '=', account)
      .where('type', '=', type)
      .where('value_key', '=', valueKey(type, value));
  let rows = tables.selectFrom('g_contacts').selectAll('g_contacts').where('account', '=', account).where('deleted_at', 'is', null);
  if (email !== undefined) rows = rows.where('id', 'in', channel('email', email));
  if (sms !== undefined) rows = rows.where('id', 'in', channel('sms', sms));
  if (firstname !== undefined) rows = rows.where('first_key', '=', nameKey(firstname));
  if (lastname !== undefined) rows = rows.where('last_key', '=', nameKey(lastname));
  if (externalCustomerId !== undefined) rows = rows.where('external_id', '=', externalCustomerId);
  return rows.orderBy('created_at').orderBy('id');
}

/** The email addresses of a contact, the first one being that of messages. */
export async function emailsOf(tables: Tables, contact: number): Promise<ContactEmail[]> {
  const rows = await tables
    .selectFrom('g_channels')
    .select(['contact as contactId', 'value as email'])
    .where('contact', '=', contact)
    .where('type', '=', 'email')
    .orderBy('position')
    .execute();
  return [...rows];
}
