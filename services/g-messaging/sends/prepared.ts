// Sends a prepared message to single recipients, each with its own values.

import type { PreparedSending, Recipient, SendResponse } from '@octavo/interfaces/g-messaging';
import { isEmail } from '@octavo/runtime';
import { findContact } from '../contacts/find.ts';
import { receives } from '../contacts/rules.ts';
import { saveContacts } from '../contacts/save.ts';
import type { ChannelRow } from '../contacts/tables.ts';
import type { Tables, Unit } from '../deps.ts';
import type { PreparedRow } from '../messages/tables.ts';
import { invalid } from '../store.ts';
import { contentFor, valuesOf } from './content.ts';
import type { Values } from './render.ts';
import { once } from './repeatable.ts';
import { ROUTES } from './rules.ts';
import { type Addressed, requireFew, send, toResponse } from './send.ts';

export async function sendPrepared(unit: Unit, account: number, sending: PreparedSending): Promise<SendResponse> {
  return once(unit, account, sending.externalRequestId, async () => {
    requireFew(sending.recipients);
    const message = await requireMessage(unit.tables, account, sending.id);
    const recipients: Addressed[] = [];
    for (const recipient of sending.recipients) recipients.push(await addressedTo(unit, account, message, recipient, sending));
    const prepared = { id: message.id, name: message.content.name };
    return toResponse(await send(unit, account, { channel: message.channel, recipients, prepared }));
  });
}

/** @throws the refusal 400 for a message that does not exist */
export async function requireMessage(tables: Tables, account: number, id: number): Promise<PreparedRow> {
  const row = await tables.selectFrom('g_prepared').selectAll().where('account', '=', account).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw invalid(`The message ${id} does not exist.`);
  return row;
}

async function addressedTo(
  unit: Unit,
  account: number,
  message: PreparedRow,
  recipient: Recipient,
  sending: PreparedSending,
): Promise<Addressed> {
  const given = String(recipient.contactId ?? recipient.externalCustomerId ?? recipient.locator ?? '');
  const contact = await contactOf(unit, account, message, recipient, sending.email);
  if (typeof contact === 'string') return { contact: null, locator: given, failed: contact };
  const channel = await channelOf(unit.tables, contact, message.channel);
  const failed = channel === undefined ? NO_CHANNEL[message.channel] : channelFault(channel, sending.allowUnconfirmed === true);
  if (channel === undefined || failed !== undefined) return { contact, locator: channel?.value ?? given, failed: failed ?? '' };
  const data = dataOf(recipient);
  if (data === undefined) return { contact, locator: channel.value, failed: 'jsonParam is not an object in JSON.' };
  const values = { ...(await valuesOf(unit.tables, [contact])).get(contact), ...data, data };
  return { contact, channel: channel.type, locator: channel.value, content: contentFor(message, values, sending.fromName) };
}

/** The contact of a recipient, or why there is none. An address without a contact becomes one. */
async function contactOf(
  unit: Unit,
  account: number,
  { channel }: PreparedRow,
  { contactId: id, externalCustomerId: externalId, locator, email }: Recipient,
  areEmails: boolean | undefined,
): Promise<number | string> {
  const known = await findContact(unit.tables, account, { id, externalId });
  if (known !== undefined) return known;
  if (locator === undefined) return `The contact ${id ?? externalId ?? ''} does not exist.`;
  const isAddress = email ?? areEmails ?? (channel === 'email' || isEmail(locator));
  const found = await findContact(unit.tables, account, isAddress ? { email: locator } : { phone: locator });
  if (found !== undefined) return found;
  const [saved] = await saveContacts(unit, account, [{ channels: { type: isAddress ? 'email' : 'sms', value: locator } }]);
  return saved === undefined || 'failed' in saved ? (saved?.failed ?? '') : saved.id;
}

const NO_CHANNEL: Readonly<Record<PreparedRow['channel'], string>> = {
  email: 'The contact has no email address.',
  sms: 'The contact has no telephone number.',
  viber: 'The contact has no telephone number.',
  mobilepush: 'The contact does not have the app.',
  appinbox: 'The contact does not have the app.',
  telegram: 'The contact has no chat.',
};

/** The first channel of a contact to which messages of a kind go. */
async function channelOf(tables: Tables, contact: number, kind: PreparedRow['channel']): Promise<ChannelRow | undefined> {
  const rows = await tables.selectFrom('g_channels').selectAll().where('contact', '=', contact).orderBy('position').execute();
  return ROUTES[kind].flatMap((type) => rows.filter((row) => row.type === type)).at(0);
}

function channelFault(channel: ChannelRow, allowUnconfirmed: boolean): string | undefined {
  const { type, is_confirmed } = channel;
  if (!receives(channel)) return 'The token is muted.';
  if (is_confirmed || allowUnconfirmed) return undefined;
  return type === 'email' ? 'The address is unconfirmed.' : 'The number is unconfirmed.';
}

function dataOf({ jsonParam = '{}' }: Recipient): Values | undefined {
  try {
    const data: unknown = JSON.parse(jsonParam);
    return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Values) : undefined;
  } catch {
    return undefined;
  }
}
