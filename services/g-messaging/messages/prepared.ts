// Stores prepared messages, the same way for each channel.

import type { Tables, Unit } from '../deps.ts';
import { change, contains, findBy, insert, invalid, nextId, remove, unknown } from '../store.ts';
import { requireSender } from './senders.ts';
import type { ChannelName, ContentOf, Messages, PreparedRow } from './tables.ts';

/** What a new version of a message takes over from the old one where it is absent. */
const TAKEN_OVER: Readonly<Partial<Record<ChannelName, readonly string[]>>> = { email: ['languageCode'], mobilepush: ['translations'] };

const VIEW_KEY_LENGTH = 16;

/** @throws the refusal 404 for a message that does not exist, or of another channel */
export async function requirePrepared(tables: Tables, account: number, channel: ChannelName, id: number): Promise<PreparedRow> {
  const row = await findBy(tables, 'g_prepared', { account, channel, id });
  if (row === undefined) throw unknown('message', id);
  return row;
}

/** The messages of a channel, the newest first. @param text only those with it in their names or tags, in upper or lower case */
export function searchedPrepared(tables: Tables, account: number, channel: ChannelName, text?: string) {
  const rows = tables
    .selectFrom('g_prepared')
    .selectAll()
    .where('account', '=', account)
    .where('channel', '=', channel)
    .orderBy('id', 'desc');
  if (text === undefined) return rows;
  return rows.where(contains('search_key', text));
}

export function showPrepared<Channel extends ChannelName>({ id, content }: PreparedRow): Messages[Channel] {
  // Rows of a channel have its content.
  return { id, ...content, status: 'READY' } as Messages[Channel];
}

function searchKey({ name, tags = [] }: ContentOf<ChannelName>): string {
  return [name, ...tags].join('\n').toLowerCase();
}

/** @returns the identifier @throws the refusal 400 for a sender that the account does not have, or a language twice */
export async function createPrepared<Channel extends ChannelName>(
  { deps, tables, at }: Unit,
  account: number,
  channel: Channel,
  content: ContentOf<Channel>,
): Promise<number> {
  await requireContent(tables, account, channel, content);
  const id = await nextId(tables, 'g_prepared');
  const row = { id, account, channel, content, search_key: searchKey(content), view_key: deps.ids.hex(VIEW_KEY_LENGTH), updated_at: at };
  await insert(tables, 'g_prepared', row);
  return id;
}

async function requireContent(tables: Tables, account: number, channel: ChannelName, content: ContentOf<ChannelName>): Promise<void> {
  const { from, translations = [] } = content as Partial<ContentOf<'email'> & ContentOf<'mobilepush'>>;
  if (from !== undefined) await requireSender(tables, account, channel, from);
  const languages = translations.map(({ languageCode }) => languageCode.toLowerCase());
  const twice = languages.find((language, index) => languages.indexOf(language) !== index);
  if (twice !== undefined) throw invalid(`The language ${twice} has two translations.`);
}

export async function replacePrepared<Channel extends ChannelName>(
  { tables, at }: Unit,
  account: number,
  channel: Channel,
  id: number,
  given: ContentOf<Channel>,
): Promise<void> {
  const { content: before } = await requirePrepared(tables, account, channel, id);
  const kept = Object.entries(before).filter(([name]) => TAKEN_OVER[channel]?.includes(name));
  const content = { ...Object.fromEntries(kept), ...given } as ContentOf<Channel>;
  await requireContent(tables, account, channel, content);
  await change(tables, 'g_prepared', id, { content, search_key: searchKey(content), updated_at: at });
}

export async function deletePrepared({ tables }: Unit, account: number, channel: ChannelName, id: number): Promise<void> {
  await requirePrepared(tables, account, channel, id);
  await remove(tables, 'g_prepared', { id });
}
