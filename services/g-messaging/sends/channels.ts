// Finds the channels by which prepared messages reach contacts.

import { receives } from '../contacts/rules.ts';
import type { ChannelRow } from '../contacts/tables.ts';
import type { Tables } from '../deps.ts';
import type { ChannelName } from '../messages/tables.ts';
import { firstChannels, ROUTES } from './rules.ts';

/** The first channel of each contact to which messages of a kind go. Contacts without one are absent. */
export async function channelsFor(tables: Tables, contacts: readonly number[], kind: ChannelName) {
  if (contacts.length === 0) return new Map<number, ChannelRow>();
  const rows = tables.selectFrom('g_channels').selectAll().where('contact', 'in', contacts).where('type', 'in', ROUTES[kind]);
  return firstChannels(await rows.execute(), kind);
}

const NO_CHANNEL: Readonly<Record<ChannelName, string>> = {
  email: 'The contact has no email address.',
  sms: 'The contact has no telephone number.',
  viber: 'The contact has no telephone number.',
  mobilepush: 'The contact does not have the app.',
  appinbox: 'The contact does not have the app.',
  telegram: 'The contact has no chat.',
};

/** Why a message of a kind cannot go to the channel of a contact, in a sentence. */
export function channelFault(kind: ChannelName, channel: ChannelRow | undefined, allowUnconfirmed = false): string | undefined {
  if (channel === undefined) return NO_CHANNEL[kind];
  if (!receives(channel)) return 'The token is muted.';
  if (channel.is_confirmed || allowUnconfirmed) return undefined;
  return channel.type === 'email' ? 'The address is unconfirmed.' : 'The number is unconfirmed.';
}
