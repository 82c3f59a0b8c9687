// Subscribes contacts to categories and by forms, and unsubscribes email addresses.

import type { SubscriptionRequest } from '@octavo/interfaces/g-messaging';
import { messageRow } from '../../platform/messages/messages.ts';
import { hashOf } from '../../platform/secrets.ts';
import { originOf, type Tables, type Unit } from '../deps.ts';
import { all, findBy, insert, insertMissing, invalid, remove } from '../store.ts';
import { timeText } from '../times.ts';
import { requireContact } from './find.ts';
import { channelsOf, valueKey } from './rules.ts';
import { saveContact } from './save.ts';
import type { ChannelRow } from './tables.ts';

/** Where the links of subscription forms lead. */
export const CONFIRM = '/confirm';

const TOKEN_LENGTH = 32;

/** Saves the contact of a subscription form. Each new channel is unconfirmed, and its owner is sent a link. @returns its identifier */
export async function subscribe(unit: Unit, account: number, request: SubscriptionRequest): Promise<number> {
  const { contact, groups, dedupeOn, fields, subscriptions } = request;
  const { id } = await saveContact(unit, account, contact, {
    identity: dedupeOn && { by: dedupeOn },
    fields: fields && new Set([...fields, 'email', 'sms', 'mobilepush', 'webpush']),
    groups,
    isConfirmed: false,
  });
  if (subscriptions !== undefined) await addSubscriptions(unit.tables, account, id, subscriptions);
  const given = channelsOf(contact).map(({ type, value }) => `${type} ${valueKey(type, value)}`);
  const own = await all(unit.tables, 'g_channels', { contact: id, is_confirmed: false });
  for (const channel of own) if (given.includes(`${channel.type} ${channel.value_key}`)) await sendLink(unit, channel, request.formType);
  return id;
}

/** Only email addresses and telephone numbers can be sent a link. */
async function sendLink({ deps, tables, at }: Unit, { contact, type, value }: ChannelRow, formType?: string): Promise<void> {
  if (type !== 'email' && type !== 'sms') return;
  const token = deps.ids.hex(TOKEN_LENGTH);
  await insert(tables, 'g_confirmations', { hash: hashOf(token), contact, type, value });
  const form = formType === undefined ? '' : ` by the form ${formType}`;
  const text = `Confirm that you subscribe${form}: ${originOf(deps)}${CONFIRM}/${token}`;
  await insert(tables, 'g_messages', { contact, ...messageRow({ channel: type, address: value, text }, at) });
}

/**
 * Confirms the channel of a link. Whoever confirms an email address takes it from the unsubscribed ones. A link may be followed several times.
 * @returns the address; `undefined` for an unknown link
 */
export async function confirmChannel({ tables }: Unit, token: string): Promise<string | undefined> {
  const link = await findBy(tables, 'g_confirmations', { hash: hashOf(token) });
  if (link === undefined) return undefined;
  const { contact, type, value } = link;
  const channel = await tables
    .updateTable('g_channels')
    .set({ is_confirmed: true })
    .where('contact', '=', contact)
    .where('type', '=', type)
    .where('value', '=', value)
    .returning('account')
    .executeTakeFirst();
  if (channel === undefined) return undefined;
  if (type === 'email') await removeUnsubscribed(tables, channel.account, [value]);
  return value;
}

/** @throws the refusal 400 for the key of a category that does not exist, or to which contacts cannot subscribe */
export async function requireCategories(tables: Tables, account: number, keys: readonly string[]): Promise<readonly number[]> {
  const rows = await all(tables, 'g_categories', { account });
  return keys.map((key) => {
    const category = rows.find((row) => row.key === key);
    if (category === undefined) throw invalid(`The category ${key} does not exist.`);
    if (!category.is_active) throw invalid(`The category ${key} is not active.`);
    return category.id;
  });
}

async function addSubscriptions(tables: Tables, account: number, contact: number, keys: readonly string[]): Promise<void> {
  const categories = await requireCategories(tables, account, keys);
  const rows = categories.map((category) => ({ contact, category }));
  await insertMissing(tables, 'g_subscriptions', rows);
}

/** Subscribes a contact to these categories, and to no others. @throws the refusal 404 for an unknown contact */
export async function setSubscriptions({ tables }: Unit, account: number, contact: number, keys: readonly string[]): Promise<string[]> {
  await requireContact(tables, account, contact);
  await remove(tables, 'g_subscriptions', { contact });
  await addSubscriptions(tables, account, contact, keys);
  return subscriptionsOf(tables, contact);
}

export async function subscriptionsOf(tables: Tables, contact: number): Promise<string[]> {
  const rows = await tables
    .selectFrom('g_subscriptions')
    .innerJoin('g_categories', 'g_categories.id', 'g_subscriptions.category')
    .select('key')
    .where('contact', '=', contact)
    .orderBy('g_categories.id')
    .execute();
  return rows.map(({ key }) => key);
}

export async function categoriesOf(tables: Tables, account: number) {
  const rows = await all(tables, 'g_categories', { account }, ['id']);
  return rows.map(({ id, key, name, is_active }) => ({ id, key, name, active: is_active }));
}

export async function addUnsubscribed(
  { tables, at }: Pick<Unit, 'tables' | 'at'>,
  account: number,
  emails: readonly string[],
): Promise<void> {
  const keys = new Set(emails.map((email) => valueKey('email', email)));
  const rows = [...keys].map((email) => ({ account, email, at }));
  await insertMissing(tables, 'g_unsubscribed', rows);
}

const MOST_SHOWN = 1_000;

/** The addresses that receive no broadcasts, those that were unsubscribed last first. */
export async function unsubscribedOf(tables: Tables, account: number) {
  const rows = tables.selectFrom('g_unsubscribed').selectAll().where('account', '=', account).orderBy('at', 'desc').orderBy('email');
  return (await rows.limit(MOST_SHOWN).execute()).map(({ email, at }) => ({ email, at: timeText(at) }));
}

/** Addresses that are not unsubscribed are ignored. */
export async function removeUnsubscribed(tables: Tables, account: number, emails: readonly string[]): Promise<void> {
  const keys = emails.map((email) => valueKey('email', email));
  await tables.deleteFrom('g_unsubscribed').where('account', '=', account).where('email', 'in', keys).execute();
}
