// Registers the tokens of apps, which are channels of contacts, and mutes them.

import type { AppTokens } from '@octavo/interfaces/g-messaging';
import { valueKey } from '../contacts/rules.ts';
import { saveContacts } from '../contacts/save.ts';
import type { Tables, Unit } from '../deps.ts';
import { insertMissing, invalid } from '../store.ts';

/** The app that is meant. @throws the refusal 400 where it is not given, and there is not exactly one */
async function appOf(tables: Tables, account: number, given: string | undefined): Promise<string> {
  if (given !== undefined && given.trim() !== '') return given;
  const [app, second] = await tables.selectFrom('g_apps').select('id').where('account', '=', account).limit(2).execute();
  if (app === undefined) throw invalid('applicationId is required, since no app is registered yet.');
  if (second !== undefined) throw invalid('applicationId is required, since there are several apps.');
  return app.id;
}

/** The channels that have one of some tokens, by the tokens. */
async function channelsOfTokens(tables: Tables, account: number, tokens: readonly string[]) {
  const rows = await tables
    .selectFrom('g_channels')
    .innerJoin('g_contacts', 'g_contacts.id', 'g_channels.contact')
    .select(['value_key', 'device'])
    .where('g_channels.account', '=', account)
    .where('type', '=', 'mobilepush')
    .where('value_key', 'in', tokens)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.value_key, row]));
}

const tokensOf = ({ tokens }: AppTokens) => [...new Set(tokens.map((token) => valueKey('mobilepush', token.trim())))];

/** Registers devices. A token that no contact has belongs to a new contact. @throws the refusal 400, for which nothing is registered */
export async function addTokens(unit: Unit, account: number, given: AppTokens): Promise<void> {
  const { tables } = unit;
  const appId = await appOf(tables, account, given.applicationId);
  await insertMissing(tables, 'g_apps', { account, id: appId });
  const tokens = tokensOf(given);
  const known = await channelsOfTokens(tables, account, tokens);
  const added = tokens.filter((token) => !known.has(token));
  const contacts = added.map((value) => ({ channels: [{ type: 'mobilepush' as const, value, device: { appId, active: true } }] }));
  for (const saved of await saveContacts(unit, account, contacts, { identity: { by: 'mobilepush' } }))
    if ('failed' in saved) throw invalid(saved.failed);
}

/** Mutes devices, or unmutes them. @throws the refusal 400 for a token that is not registered, or not for this app */
export async function muteTokens({ tables }: Unit, account: number, given: AppTokens, isMuted: boolean): Promise<void> {
  const app = await appOf(tables, account, given.applicationId);
  const tokens = tokensOf(given);
  const known = await channelsOfTokens(tables, account, tokens);
  for (const token of tokens) {
    const channel = known.get(token);
    if (channel === undefined) throw invalid(`The token ${token} is not registered.`);
    if ((channel.device?.appId ?? app) !== app) throw invalid(`The token ${token} is not registered for the app ${app}.`);
  }
  await tables
    .updateTable('g_channels')
    .set({ is_muted: isMuted })
    .where('account', '=', account)
    .where('type', '=', 'mobilepush')
    .where('value_key', 'in', tokens)
    .execute();
}

/** The tokens to which nothing is sent, of all accounts, by their contacts. */
export async function mutedTokens(tables: Tables) {
  const rows = tables.selectFrom('g_channels').select(['contact', 'type', 'value']).where('is_muted', '=', true);
  return [...(await rows.orderBy('contact').orderBy('value').limit(1_000).execute())];
}
