// Knows from which names, numbers and addresses an account may send.

import type { Tables } from '../deps.ts';
import { invalid } from '../store.ts';
import type { ChannelName } from './tables.ts';

export async function sendersOf(tables: Tables, account: number, channel: ChannelName): Promise<string[]> {
  const rows = tables.selectFrom('g_senders').select('value').where('account', '=', account).where('channel', '=', channel);
  return (await rows.orderBy('position').execute()).map(({ value }) => value);
}

/** An email address without the name before it. */
function addressOf(sender: string): string {
  return (/<([^<>]*)>\s*$/.exec(sender)?.[1] ?? sender).trim().toLowerCase();
}

/** @throws the refusal 400 for a sender that the account does not have. In front of an email address may be any name, or none */
export async function requireSender(tables: Tables, account: number, channel: ChannelName, from: string): Promise<void> {
  const senders = await sendersOf(tables, account, channel);
  const isKnown = channel === 'email' ? senders.some((one) => addressOf(one) === addressOf(from)) : senders.includes(from);
  if (!isKnown) throw invalid(`${from} is not a sender of the account.`);
}
