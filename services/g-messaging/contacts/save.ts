// Saves contacts: finds those that exist, changes them, and adds the others.

import type { MediaType } from '@octavo/interfaces/g-messaging';
import { groupBy } from '../../platform/group-by.ts';
import type { Tables, Unit } from '../deps.ts';
import { addMembers, groupsByName, removeMembers, staticGroups } from '../groups/members.ts';
import { invalid, nextId } from '../store.ts';
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
  const { tables, at } = unit;
  const { identity } = options;
  const { book, fields } = await loadBook(tables, account);
  const groups = await groupsByName(
    unit,
    account,
    contacts.flatMap((contact) => contact.groups ?? []),
  );
  const common = await staticGroups(unit, account, options.groups ?? []);
  const left = await staticGroups(unit, account, options.leave ?? [], 'known');
  const keys = contacts.flatMap((contact) => [...keysOf(contact, identity), ...ownKeys(contact)]);
  const found = await findKeys(tables, account, keys, options.restores === true);
  const held = await holdContacts(tables, [...found.values()]);
  const members: { group: number; contact: number }[] = [];
  let next = await nextId(tables, 'g_contacts');

  /** The contact that is meant; `undefined` for a new one. */
  function identified(contact: GivenContact): number | undefined {
    for (const key of keysOf(contact, identity)) {
      const id = found.get(keyText(key))?.id;
      if (id !== undefined) return id;
    }
    return undefined;
  }

  function fault(contact: GivenContact, id: number | undefined): string | undefined {
    const wrong = contactFault(contact, book?.id, fields);
    if (wrong !== undefined) return wrong;
    const unidentified = identity && identityFault(contact, identity);
    if (unidentified !== undefined) return unidentified;
    if (id === undefined && contact.id !== undefined && (identity === undefined || identity.by === 'id'))
      return `The contact ${contact.id} does not exist.`;
    for (const key of ownKeys(contact)) {
      const owner = found.get(keyText(key));
      if (owner !== undefined && owner.id !== id && !owner.isDeleted)
        return `The ${key.kind === 'external_id' ? 'externalCustomerId' : 'contactKey'} ${key.value} belongs to another contact.`;
    }
    for (const group of contact.groups ?? []) {
      const named = groups.find(group);
      if (typeof named === 'string') return named;
    }
    return id === undefined ? newContactFault(contact, fields) : undefined;
  }

  function save(contact: GivenContact): Saved {
    const known = identified(contact);
    const failed = fault(contact, known);
    if (failed !== undefined) return { failed };
    const id = known ?? next++;
    const before = held.get(id) ?? {
      row: newRow(id, account, at),
      channels: [],
      values: new Map<number, string>(),
      isNew: true,
      isChanged: true,
    };
    held.set(id, before);
    change(before, contact);
    for (const group of contact.groups ?? []) {
      const named = groups.find(group);
      if (typeof named === 'number') members.push({ group: named, contact: id });
    }
    for (const group of common) members.push({ group, contact: id });
    for (const key of [...keysOf(contact, identity), ...ownKeys(contact)]) found.set(keyText(key), { id, isDeleted: false });
    return { id, isNew: known === undefined };
  }

  function change(before: Held, contact: GivenContact): void {
    const may = mayChange(options, before.isNew);
    before.row = { ...changedContact(before.row, contact, may), updated_at: at, deleted_at: null };
    const given = channelsOf(contact).filter(({ type }) => may(type) || !ONLY_NAMED.includes(type));
    if (given.length > 0 || options.replacesChannels === true) before.channels = changedChannels(before, given, account, options);
    for (const { type, value } of given) if (TOKENS.includes(type)) takeToken(before.row.id, type, value);
    for (const { id, value } of contact.fields ?? [])
      if (before.isNew || (options.customFields?.has(id) ?? true)) before.values.set(id, value);
    before.isChanged = true;
  }

  /** A device belongs to the contact that named it last. */
  function takeToken(owner: number, type: MediaType, value: string): void {
    for (const other of held.values())
      if (other.row.id !== owner) other.channels = other.channels.filter((channel) => channel.type !== type || channel.value !== value);
  }

  const saved = contacts.map(save);
  await flush(
    tables,
    account,
    [...held.values()].filter(({ isChanged }) => isChanged),
  );
  await addMembers(tables, members);
  await removeMembers(
    tables,
    left,
    saved.flatMap((one) => ('id' in one ? [one.id] : [])),
  );
  return saved;
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
  const own = groupBy(channels, ({ contact }) => contact);
  return new Map(rows.map((row) => [row.id, { row, channels: own.get(row.id) ?? [], values: new Map(), isNew: false, isChanged: false }]));
}

async function flush(tables: Tables, account: number, held: readonly Held[]): Promise<void> {
  const added = held.filter(({ isNew }) => isNew).map(({ row }) => row);
  if (added.length > 0) await tables.insertInto('g_contacts').values(added).execute();
  const changed = held.filter(({ isNew }) => !isNew);
  for (const { row } of changed) await tables.updateTable('g_contacts').set(row).where('id', '=', row.id).execute();
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
  if (channels.length > 0) await tables.insertInto('g_channels').values(channels).execute();
  await writeValues(tables, held);
}

async function writeValues(tables: Tables, held: readonly Held[]): Promise<void> {
  const given = held.flatMap(({ row, values }) => [...values].map(([field, value]) => ({ contact: row.id, field, value })));
  const gone = given.filter(({ value }) => value === '');
  for (const { contact, field } of gone)
    await tables.deleteFrom('g_field_values').where('contact', '=', contact).where('field', '=', field).execute();
  const kept = given.filter(({ value }) => value !== '');
  if (kept.length === 0) return;
  await tables
    .insertInto('g_field_values')
    .values(kept)
    .onConflict((conflict) => conflict.columns(['contact', 'field']).doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })))
    .execute();
}
