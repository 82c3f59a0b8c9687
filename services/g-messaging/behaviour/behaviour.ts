// Reads how the recipients of an account behave, and sets it.

import type { MediaType } from '@octavo/interfaces/g-messaging';
import type { Tables, Unit } from '../deps.ts';
import { readJson } from '../json.ts';
import { findBy, put } from '../store.ts';
import { behaviourFault, behaviourOn, CHANNELS } from './rules.ts';
import type { ChannelBehaviour, GivenBehaviour } from './tables.ts';

/** How the recipients of an account behave, by channel. */
export async function loadBehaviour(tables: Tables, account: number): Promise<(channel: MediaType) => ChannelBehaviour> {
  const row = await findBy(tables, 'g_behaviours', { account });
  return (channel) => behaviourOn(channel, row?.rules ?? {});
}

/**
 * @param text the rules, as JSON; what they leave out is as by default
 * @returns how the recipients behave from now on, on each channel
 * @throws the refusal 400 for rules that are wrong
 */
export async function setBehaviour({ tables }: Unit, account: number, text: string) {
  const rules = readJson<GivenBehaviour>(text, '/rules', behaviourFault);
  await put(tables, 'g_behaviours', { account, rules }, ['account']);
  return Object.fromEntries(CHANNELS.map((channel) => [channel, { ...behaviourOn(channel, rules) }]));
}
