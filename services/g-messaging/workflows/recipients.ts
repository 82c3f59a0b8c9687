// Finds who gets the message of a step, and fills it for each of them.

import { RefusalError } from '@octavo/runtime';
import { piecesLeft } from '../balance/balance.ts';
import type { ChannelRow } from '../contacts/tables.ts';
import type { Tables } from '../deps.ts';
import type { PreparedRow } from '../messages/tables.ts';
import { channelFault, channelsFor } from '../sends/channels.ts';
import { contentFor, valuesOf } from '../sends/content.ts';
import { FILLING_TIME, type Values } from '../sends/render.ts';
import { type Addressed, expenseOf, piecesOf } from '../sends/send.ts';
import type { RunRow } from './tables.ts';

type Message = Pick<PreparedRow, 'channel' | 'content'>;

/** What is known of the contact and the event of a run; `undefined` where it was deleted. */
interface Known {
  readonly channel: ChannelRow | undefined;
  readonly contact: Values | undefined;
  readonly event: Values | undefined;
}

/** The recipients of a message, in the order of the runs; at least one, and as many as there is time for. Those that come first are paid first. */
export async function recipientsOf(
  tables: Tables,
  account: number,
  message: Message,
  runs: readonly RunRow[],
): Promise<readonly Addressed[]> {
  const contacts = await livingOf(tables, runs);
  const channels = await channelsFor(tables, contacts, message.channel);
  const values = await valuesOf(tables, contacts);
  const events = await parametersOf(tables, runs);
  const recipients: Addressed[] = [];
  const end = performance.now() + FILLING_TIME;
  for (const run of runs) {
    const id = run.contact ?? 0;
    recipients.push(recipientOf(message, run, { channel: channels.get(id), contact: values.get(id), event: events.get(run.event) }));
    if (performance.now() > end) break;
  }
  const expense = expenseOf(message.channel);
  return expense === undefined ? recipients : payable(message, recipients, await piecesLeft(tables, account, expense));
}

/** @param left for how many pieces the account can pay */
function payable({ channel }: Message, recipients: readonly Addressed[], left: number): readonly Addressed[] {
  return recipients.map((recipient): Addressed => {
    if ('failed' in recipient) return recipient;
    const pieces = piecesOf(channel, [recipient]);
    if (pieces > left) return { contact: recipient.contact, locator: recipient.locator, failed: 'The balance cannot pay the message.' };
    left -= pieces;
    return recipient;
  });
}

/** The contacts of runs that are not deleted. */
async function livingOf(tables: Tables, runs: readonly RunRow[]): Promise<readonly number[]> {
  const given = [...new Set(runs.flatMap(({ contact }) => contact ?? []))];
  if (given.length === 0) return [];
  const rows = await tables.selectFrom('g_contacts').select('id').where('id', 'in', given).where('deleted_at', 'is', null).execute();
  return rows.map(({ id }) => id);
}

/** The parameters of the events of runs, by the positions of the events. */
async function parametersOf(tables: Tables, runs: readonly RunRow[]): Promise<ReadonlyMap<number, Values>> {
  const positions = runs.map(({ event }) => event);
  const rows = await tables.selectFrom('g_events').select(['position', 'params']).where('position', 'in', positions).execute();
  return new Map(rows.map(({ position, params }) => [position, Object.fromEntries(params.map(({ name, value = null }) => [name, value]))]));
}

function recipientOf(message: Message, { contact: id, event: position }: RunRow, { channel, contact, event }: Known): Addressed {
  const locator = channel?.value ?? '';
  const fails = (failed: string): Addressed => ({ contact: id, locator, failed });
  if (id === null) return fails('The event names no contact.');
  if (contact === undefined) return fails('The contact is deleted.');
  if (event === undefined) return fails('The event is deleted.');
  const fault = channelFault(message.channel, channel);
  if (channel === undefined || fault !== undefined) return fails(fault ?? '');
  try {
    const content = contentFor(message, { ...contact, event, data: event });
    return { contact: id, locator, content, event: position };
  } catch (error) {
    if (error instanceof RefusalError) return fails(error.message);
    throw error;
  }
}
