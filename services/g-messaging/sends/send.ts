// Sends messages: finds the recipients or makes them contacts, pays, and keeps what each of them got. Nothing leaves the machine.

import type { MediaType, SendResponse, SendResult } from '@octavo/interfaces/g-messaging';
import { nextPosition } from '../../platform/work/positions.ts';
import { pay } from '../balance/balance.ts';
import { type ExpenseType, smsParts } from '../balance/rules.ts';
import { keyText } from '../contacts/keys.ts';
import { channelKey, channelsOf } from '../contacts/rules.ts';
import type { Unit } from '../deps.ts';
import type { ChannelName } from '../messages/tables.ts';
import { insert, invalid } from '../store.ts';
import { recordActivity } from './activity.ts';
import { withOwnLinks } from './links.ts';
import { MOST_AT_ONCE, schedulePassage } from './passage.ts';
import { findOrAdd } from './recipients.ts';
import type { SendRow, SentContent } from './tables.ts';

/** A recipient with the message for it. */
interface Recipient {
  readonly contact: number;
  readonly locator: string;
  readonly content: SentContent;
  /** The event that started a workflow. */
  readonly event?: number;
}

/** A recipient with the message for it, or why it gets none. */
export type Addressed = Recipient | { readonly contact: number | null; readonly locator: string; readonly failed: string };

export interface Sending {
  readonly channel: ChannelName;
  readonly recipients: readonly Addressed[];
  /** The prepared message. */
  readonly prepared?: { readonly id: number; readonly name: string } | undefined;
  /** The request of all recipients. Default: each has one of its own. */
  readonly request?: string;
}

const MOST_RECIPIENTS = 10_000;

const EXPENSES: Readonly<Partial<Record<ChannelName, ExpenseType>>> = { email: 'EMAIL', sms: 'SMS', viber: 'VIBER' };

/** @throws the refusal 400 for too many recipients */
export function requireFew({ length }: { readonly length: number }): void {
  if (length > MOST_RECIPIENTS)
    throw invalid(`A message has at most ${MOST_RECIPIENTS.toLocaleString('en')} recipients, not ${length.toLocaleString('en')}.`);
}

/** The identifier of a request. */
export function newRequest({ deps }: Unit): string {
  return `rq-${deps.ids.hex(8)}`;
}

/**
 * Sends a message to all recipients that can get it, or to none.
 * @throws the refusal 400 for too many recipients, or a balance that cannot pay
 */
export async function send(unit: Unit, account: number, { channel, recipients, prepared, request }: Sending): Promise<SendResult[]> {
  requireFew(recipients);
  const rows: SendRow[] = [];
  const results = recipients.map((recipient): SendResult => {
    const { contact: id, locator } = recipient;
    if ('failed' in recipient) return { id, locator, status: 'ERROR', message: recipient.failed };
    const own = request === undefined ? newRequest(unit) : `${request}-${rows.length + 1}`;
    rows.push(sendRow(unit, { ...recipient, account, channel, id: own, request: request ?? own, prepared }));
    return { id, locator, status: 'OK', requestId: own, message: null };
  });
  const [{ content: { subject, text = '' } = {} } = {}] = rows;
  const expense = expenseOf(channel);
  if (expense !== undefined) await pay(unit, account, expense, piecesOf(channel, rows), prepared?.name ?? subject ?? text.slice(0, 60));
  await deliver(unit, account, rows);
  return results;
}

type New = Recipient &
  Pick<SendRow, 'id' | 'request' | 'account' | 'channel'> &
  Pick<Sending, 'prepared'> & { readonly broadcast?: number };

/** A message that is sent now. */
export function sendRow({ deps, at }: Pick<Unit, 'deps' | 'at'>, { prepared, broadcast, ...row }: New): SendRow {
  const { id, request, account, contact, channel, locator, event = null } = row;
  return {
    ...{ id, request, account, contact, channel, locator, event },
    content: channel === 'email' ? withOwnLinks(deps, id, row.content) : row.content,
    message: prepared?.id ?? null,
    name: prepared?.name ?? null,
    broadcast: broadcast ?? null,
    status: 'SENT',
    position: nextPosition(),
    sent_at: at,
  };
}

/** For how many pieces messages are paid: an SMS can have several. */
export function piecesOf(channel: ChannelName, messages: readonly { readonly content: Pick<SentContent, 'text'> }[]): number {
  return messages.reduce((sum, { content }) => sum + (channel === 'sms' ? smsParts(content.text ?? '') : 1), 0);
}

/** What messages of a channel cost as; `undefined` where they are free. */
export function expenseOf(channel: ChannelName): ExpenseType | undefined {
  return EXPENSES[channel];
}

/** Keeps messages that are paid, and schedules what will happen to them. */
export async function deliver(unit: Unit, account: number, rows: readonly SendRow[]): Promise<void> {
  const { tables, at } = unit;
  for (let start = 0; start < rows.length; start += MOST_AT_ONCE) {
    const some = rows.slice(start, start + MOST_AT_ONCE);
    await insert(tables, 'g_sends', some);
    await recordActivity(
      unit,
      some.map((row) => ({ send: row, status: 'SENT', at })),
    );
  }
  await schedulePassage(unit, account, rows);
}

/** One result alone, several as a list. */
export function toResponse(results: readonly SendResult[]): SendResponse {
  const [first, ...others] = results;
  return { results: first !== undefined && others.length === 0 ? first : [...results] };
}

/** The contacts of some addresses or numbers; those that have none become contacts. @throws the refusal 400 for too many of them */
export async function addressed(
  unit: Unit,
  account: number,
  channel: 'email' | 'sms' | 'viber',
  locators: readonly string[],
  content: SentContent,
): Promise<Addressed[]> {
  requireFew(locators);
  const given = locators.flatMap((value) => channelsOf({ channels: { type: channel, value } }));
  const unique = [...new Map(given.map((one) => [keyText(channelKey(channel, one.value)), one])).values()];
  // A telephone number is the same for SMS and Viber.
  const types: readonly MediaType[] = channel === 'viber' ? ['viber', 'sms'] : [channel];
  const people = unique.map((one) => ({ keys: types.map((type) => channelKey(type, one.value)), added: one }));
  const contacts = await findOrAdd(unit, account, people);
  return unique.map(({ value: locator }, index): Addressed => {
    const contact = contacts[index] ?? '';
    return typeof contact === 'string' ? { contact: null, locator, failed: contact } : { contact, locator, content };
  });
}
