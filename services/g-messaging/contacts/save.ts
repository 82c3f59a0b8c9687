// Saves contacts: finds those that exist, changes them, and adds the others.

import type { Channel, MediaType } from '@octavo/interfaces/g-messaging';
import type { Tables, Unit } from '../deps.ts';
import { addMembers, groupsByName, removeMembers, staticGroups } from '../groups/members.ts';
import { change as changeRow, insert, invalid, nextId, put, remove } from '../store.ts';
import { loadBook } from './book.ts';
import { type Found, findKeys, keyText } from './keys.ts';
import {
  type Changeable,
  changedContact,
  channelsOf,
  contactFault,
  type GivenContact,
  type Identity,
  identityFault,
  type Key,
  keysOf,
  mayChange,
  newContactFault,
  ownKeys,
  TOKENS,
  valueKey,
} from './rules.ts';
import type { ChannelRow, ContactRow } from './tables.ts';

export interface SaveOptions extends Changeable {
  /** How existing contacts are identified. Default: by identifier, then by the identifier in the shop, then by each channel. */
  readonly identity?: Identity | undefined;
  /** Names of groups to which all contacts are added. Those that do not exist are made. */
  readonly groups?: readonly string[] | undefined;
  /** Names of groups from which all contacts are removed. */
  readonly leave?: readonly string[] | undefined;
  /** Whether a deleted contact is restored. Default: a new one is added. */
  readonly restores?: boolean | undefined;
  /** Whether new channels are confirmed. Default: they are. */
  readonly isConfirmed?: boolean;
  /** Whether the given channels take the place of all others. Default: they come before the others. */
  readonly replacesChannels?: boolean;
}

/** What became of a contact: its identifier, or why it was not saved. */
export type Saved = { readonly id: number; readonly isNew: boolean } | { readonly failed: string };

/** How many contacts are looked up and written by the same queries. */
export const MOST_AT_ONCE = 500;

/** A contact as it will be written. */
interface Held {
  row: ContactRow;
  channels: readonly ChannelRow[];
  readonly values: Map<number, string>;
  readonly isNew: boolean;
  isChanged: boolean;
}

/** A contact to save, with what identifies it. */
interface Wanted {
  readonly contact: GivenContact;
  /** The first of these that a contact has finds it. */
  readonly identifying: readonly Key[];
  /** No other contact may have these. */
  readonly own: readonly Key[];
}

/** What a batch has read, and what it has to write. */
type Batch = Awaited<ReturnType<typeof loadBatch>>;

/**
 * Saves contacts in their order, so that a contact that comes twice is added once. What is wrong with one does not keep the others from being saved.
 * @returns what became of each, in the same order
 * @throws the refusal of a group that is not put together by hand, in `options`
 */
export async function saveContacts(
  unit: Unit,
  account: number,
  contacts: readonly GivenContact[],
  options: SaveOptions = {},
): Promise<readonly Saved[]> {
  const saved: Saved[] = [];
  for (let start = 0; start < contacts.length; start += MOST_AT_ONCE)
    saved.push(...(await saveBatch(unit, account, contacts.slice(start, start + MOST_AT_ONCE), options)));
  return saved;
}

/** Saves one contact. @returns its identifier @throws the refusal 400 that says what is wrong with it */
export async function saveContact(unit: Unit, account: number, contact: GivenContact, options: SaveOptions = {}) {
  const [saved] = await saveContacts(unit, account, [contact], options);
  if (saved === undefined || 'failed' in saved) throw invalid(saved?.failed ?? 'There is no contact.');
  return saved;
}

async function saveBatch(unit: Unit, account: number, contacts: readonly GivenContact[], options: SaveOptions): Promise<readonly Saved[]> {
  const { tables } = unit;
  const batch = await loadBatch(unit, account, contacts, options);
  const left = await staticGroups(unit, account, options.leave ?? [], 'known');
  const saved = batch.wanted.map((one) => save(batch, one));
  const changed = [...batch.held.values()].filter(({ isChanged }) => isChanged);
  await flush(tables, account, changed);
  await addMembers(tables, batch.members);
  const ids = saved.flatMap((one) => ('id' in one ? [one.id] : []));
  await removeMembers(tables, left, ids);
  return saved;
}

async function loadBatch(unit: Unit, account: number, contacts: readonly GivenContact[], options: SaveOptions) {
  const { tables, at } = unit;
  const { book, fields } = await loadBook(tables, account);
  const named = contacts.flatMap((contact) => contact.groups ?? []);
  const groups = await groupsByName(unit, account, named);
  const common = await staticGroups(unit, account, options.groups ?? []);
  const wanted = contacts.map((contact): Wanted => ({ contact, identifying: keysOf(contact, options.identity), own: ownKeys(contact) }));
  const found = await findKeys(tables, account, wanted.flatMap(keysOfWanted), options.restores === true);
  const held = await holdContacts(tables, [...found.values()]);
  const members: { group: number; contact: number }[] = [];
  return { account, at, options, book, fields, groups, common, wanted, found, held, members, next: await nextId(tables, 'g_contacts') };
}

function keysOfWanted({ identifying, own }: Wanted): readonly Key[] {
  return [...identifying, ...own];
}

function save(batch: Batch, wanted: Wanted): Saved {
  const { account, at, common, found, groups, held, members } = batch;
  const { contact, identifying } = wanted;
  const known = identifying.map((key) => found.get(keyText(key))?.id).find((id) => id !== undefined);
  const named = (contact.groups ?? []).map(groups.find);
  const failed = faultOf(batch, wanted, known, named);
  if (failed !== undefined) return { failed };
  const id = known ?? batch.next++;
  const before = held.get(id) ?? { row: newRow(id, account, at), channels: [], values: new Map(), isNew: true, isChanged: true };
  held.set(id, before);
  change(batch, before, contact);
  for (const group of [...named, ...common]) if (typeof group === 'number') members.push({ group, contact: id });
  for (const key of keysOfWanted(wanted)) found.set(keyText(key), { id, isDeleted: false });
  return { id, isNew: known === undefined };
}

/**
 * What is wrong with a contact, in a sentence.
 * @param id of the contact that is meant; absent: it is new
 * @param named the groups that it names, each the identifier or what is wrong
 */
function faultOf(
  { book, fields, found, options: { identity } }: Batch,
  { contact, identifying, own }: Wanted,
  id: number | undefined,
  named: readonly (number | string)[],
): string | undefined {
  const wrong = contactFault(contact, book?.id, fields) ?? (identity && identityFault(identifying, identity));
  if (wrong !== undefined) return wrong;
  if (id === undefined && contact.id !== undefined && (identity === undefined || identity.by === 'id'))
    return `The contact ${contact.id} does not exist.`;
  for (const key of own) {
    const owner = found.get(keyText(key));
    if (owner !== undefined && owner.id !== id && !owner.isDeleted)
      return `The ${key.kind === 'external_id' ? 'externalCustomerId' : 'contactKey'} ${key.value} belongs to another contact.`;
  }
  return named.find((group) => typeof group === 'string') ?? (id === undefined ? newContactFault(contact, fields) : undefined);
}

function change({ account, at, held, options }: Batch, before: Held, contact: GivenContact): void {
  const may = mayChange(options, before.isNew);
  before.row = { ...changedContact(before.row, contact, may), updated_at: at, deleted_at: null };
  const given = channelsOf(contact).filter(({ type }) => may(type) || !ONLY_NAMED.includes(type));
  if (given.length > 0 || options.replacesChannels === true) before.channels = changedChannels(before, given, account, options);
  // A device belongs to the contact that named it last.
  for (const token of given) if (TOKENS.includes(token.type)) takeToken(held, before, token);
  for (const { id, value } of contact.fields ?? [])
    if (before.isNew || (options.customFields?.has(id) ?? true)) before.values.set(id, value);
  before.isChanged = true;
}

function takeToken(held: Batch['held'], owner: Held, { type, value }: Channel): void {
  for (const other of held.values())
    if (other !== owner) other.channels = other.channels.filter((channel) => channel.type !== type || channel.value !== value);
}

/** The kinds of channels that `contactFields` can name. The others change with every update. */
const ONLY_NAMED: readonly MediaType[] = ['email', 'sms', 'mobilepush', 'webpush'];

function newRow(id: number, account: number, at: number): ContactRow {
  return {
    id,
    account,
    external_id: null,
    app_key: null,
    first_name: null,
    last_name: null,
    first_key: null,
    last_key: null,
    address: null,
    language: null,
    time_zone: null,
    earlier_orders: null,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  };
}

/** The given channels, and after them those that the contact has already. */
function changedChannels(
  { row, channels }: Held,
  given: ReturnType<typeof channelsOf>,
  account: number,
  { replacesChannels, isConfirmed = true }: SaveOptions,
): readonly ChannelRow[] {
  const all = new Map<string, ChannelRow>();
  const kept = new Map(channels.map((channel) => [`${channel.type} ${channel.value_key}`, channel]));
  for (const { type, value, device, webPushSubscription } of given) {
    const value_key = valueKey(type, value);
    const before = kept.get(`${type} ${value_key}`);
    all.set(`${type} ${value_key}`, {
      contact: row.id,
      type,
      value,
      account,
      value_key,
      position: all.size,
      is_confirmed: isConfirmed || before?.is_confirmed === true,
      is_muted: before?.is_muted ?? false,
      device: device ?? before?.device ?? null,
      subscription: webPushSubscription ?? before?.subscription ?? null,
    });
  }
  if (replacesChannels !== true) for (const [name, channel] of kept) if (!all.has(name)) all.set(name, { ...channel, position: all.size });
  return [...all.values()];
}

async function holdContacts(tables: Tables, found: readonly Found[]): Promise<Map<number, Held>> {
  const ids = [...new Set(found.map(({ id }) => id))];
  if (ids.length === 0) return new Map();
  const rows = await tables.selectFrom('g_contacts').selectAll().where('id', 'in', ids).execute();
  const channels = await tables.selectFrom('g_channels').selectAll().where('contact', 'in', ids).orderBy('position').execute();
  const own = Map.groupBy(channels, ({ contact }) => contact);
  return new Map(rows.map((row) => [row.id, { row, channels: own.get(row.id) ?? [], values: new Map(), isNew: false, isChanged: false }]));
}

async function flush(tables: Tables, account: number, held: readonly Held[]): Promise<void> {
  const added = held.filter(({ isNew }) => isNew).map(({ row }) => row);
  await insert(tables, 'g_contacts', added);
  const changed = held.filter(({ isNew }) => !isNew);
  for (const { row } of changed) await changeRow(tables, 'g_contacts', row.id, row);
  const channels = held.flatMap((one) => one.channels);
  const tokens = channels.filter(({ type }) => TOKENS.includes(type)).map(({ value_key }) => value_key);
  if (tokens.length > 0)
    await tables
      .deleteFrom('g_channels')
      .where('account', '=', account)
      .where('type', 'in', TOKENS)
      .where('value_key', 'in', tokens)
      .execute();
  const ids = changed.map(({ row }) => row.id);
  if (ids.length > 0) await tables.deleteFrom('g_channels').where('contact', 'in', ids).execute();
  await insert(tables, 'g_channels', channels);
  await writeValues(tables, held);
}

async function writeValues(tables: Tables, held: readonly Held[]): Promise<void> {
  const given = held.flatMap(({ row, values }) => [...values].map(([field, value]) => ({ contact: row.id, field, value })));
  const gone = given.filter(({ value }) => value === '');
  for (const { contact, field } of gone) await remove(tables, 'g_field_values', { contact, field });
  const kept = given.filter(({ value }) => value !== '');
  await put(tables, 'g_field_values', kept, ['contact', 'field']);
}
