// Sends a prepared message to single recipients, each with its own values.

import type { PreparedSending, Recipient, SendResponse } from '@octavo/interfaces/g-messaging';
import { isEmail, parseJson } from '@octavo/runtime';
import { channelKey, channelsOf, keysOf } from '../contacts/rules.ts';
import type { Tables, Unit } from '../deps.ts';
import type { PreparedRow } from '../messages/tables.ts';
import { findBy, invalid } from '../store.ts';
import { channelFault, channelsFor } from './channels.ts';
import { contentFor, valuesOf } from './content.ts';
import { MOST_AT_ONCE } from './passage.ts';
import { findOrAdd } from './recipients.ts';
import { fillingWithin, type Values } from './render.ts';
import { once } from './repeatable.ts';
import { type Addressed, requireFew, send, toResponse } from './send.ts';
import type { SentContent } from './tables.ts';

/** Milliseconds that the texts for all recipients may take. Nothing else is done meanwhile. */
const MOST_TIME = 10_000;

export async function sendPrepared(unit: Unit, account: number, sending: PreparedSending): Promise<SendResponse> {
  return once(unit, account, sending.externalRequestId, async () => {
    requireFew(sending.recipients);
    const message = await requireMessage(unit.tables, account, sending.id);
    const within = fillingWithin(MOST_TIME);
    const fill = (values: Values) => within(() => contentFor(message, values, sending.fromName));
    const recipients: Addressed[] = [];
    for (let start = 0; start < sending.recipients.length; start += MOST_AT_ONCE) {
      const some = sending.recipients.slice(start, start + MOST_AT_ONCE);
      const address = await addressesOf(unit, account, message, some, { ...sending, fill });
      recipients.push(...some.map(address));
    }
    const prepared = { id: message.id, name: message.content.name };
    return toResponse(await send(unit, account, { channel: message.channel, recipients, prepared }));
  });
}

/** @throws the refusal 400 for a message that does not exist */
export async function requireMessage(tables: Tables, account: number, id: number): Promise<PreparedRow> {
  const row = await findBy(tables, 'g_prepared', { account, id });
  if (row === undefined) throw invalid(`The message ${id} does not exist.`);
  return row;
}

interface Filling extends PreparedSending {
  fill(values: Values): SentContent;
}

/** What gives each recipient the message for it. */
async function addressesOf(
  unit: Unit,
  account: number,
  message: PreparedRow,
  recipients: readonly Recipient[],
  { email, allowUnconfirmed = false, fill }: Filling,
): Promise<(recipient: Recipient, index: number) => Addressed> {
  const people = recipients.map((recipient) => personOf(recipient, message, email));
  const contacts = await findOrAdd(unit, account, people);
  const known = contacts.filter((contact) => typeof contact === 'number');
  const channels = await channelsFor(unit.tables, known, message.channel);
  const values = await valuesOf(unit.tables, known);
  return (recipient, index) => {
    const contact = contacts[index] ?? '';
    const given = String(recipient.contactId ?? recipient.externalCustomerId ?? recipient.locator ?? '');
    if (typeof contact === 'string') return { contact: null, locator: given, failed: contact };
    const channel = channels.get(contact);
    const data = dataOf(recipient);
    const fault = channelFault(message.channel, channel, allowUnconfirmed);
    const failed = fault ?? (data === undefined ? 'jsonParam is not an object in JSON.' : undefined);
    if (channel === undefined || failed !== undefined) return { contact, locator: channel?.value ?? given, failed: failed ?? '' };
    return { contact, locator: channel.value, content: fill({ ...values.get(contact), ...data, data }) };
  };
}

/** What identifies a recipient. An address or number without a contact becomes one. @param areEmails of all recipients that do not say so */
function personOf({ contactId: id, externalCustomerId, locator, email }: Recipient, { channel }: PreparedRow, areEmails?: boolean) {
  const keys = keysOf({ ...(id === undefined ? {} : { id }), ...(externalCustomerId === undefined ? {} : { externalCustomerId }) });
  if (locator === undefined) return { keys };
  const isAddress = email ?? areEmails ?? (channel === 'email' || isEmail(locator));
  const [added] = channelsOf({ channels: { type: isAddress ? 'email' : 'sms', value: locator } });
  return { keys: [...keys, ...(added === undefined ? [] : [channelKey(added.type, added.value)])], added };
}

function dataOf({ jsonParam = '{}' }: Recipient): Values | undefined {
  try {
    const data = parseJson(jsonParam);
    return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Values) : undefined;
  } catch {
    return undefined;
  }
}
