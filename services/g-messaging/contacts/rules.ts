// Decides what a contact may have, how it is identified, and what a change makes of it.

import type { Address, Channel, ContactData, ContactKey, MediaType } from '@octavo/interfaces/g-messaging';
import { isEmail } from '@octavo/runtime';
import type { ChannelRow, ContactRow, FieldRow } from './tables.ts';

/** A contact as either document has it. */
export interface GivenContact extends Omit<ContactData, 'channels'> {
  /** A list of channels, or the only one. */
  readonly channels?: readonly Channel[] | Channel;
}

/** How existing contacts are identified. */
export interface Identity {
  readonly by: ContactKey;
  /** The custom field, for `fieldId`. */
  readonly field?: number | undefined;
}

/** What an update of an existing contact may change: the names of its fields, and its custom fields. Absent: everything. */
export interface Changeable {
  readonly fields?: ReadonlySet<string> | undefined;
  readonly customFields?: ReadonlySet<number> | undefined;
}

/** What identifies a contact: an identifier, a key, an address or the value of a custom field. */
export interface Key {
  readonly kind: 'id' | 'external_id' | 'app_key' | 'channel' | 'field';
  /** The type of the channel, or the number of the custom field. */
  readonly of: string;
  readonly value: string;
}

/** Tokens belong to one device or browser, so no two contacts have the same. */
export const TOKENS: readonly MediaType[] = ['mobilepush', 'webpush'];

const PHONES: readonly MediaType[] = ['sms', 'viber'];

/** A telephone number has up to 15 digits (E.164). */
const PHONE = /^[1-9]\d{6,14}$/;

/** What people write between the digits of a telephone number. */
const PHONE_MARKS = /[+\s().-]/g;

const LONGEST_NAME = 40;
const LONGEST_VALUE = 1_000;

/** Whether a device or browser receives messages: the shop has not muted it, and the app has not been removed from it. */
export function receives({ is_muted, device }: Pick<ChannelRow, 'is_muted' | 'device'>): boolean {
  return !is_muted && device?.active !== false;
}

/** The channels that are given, as they are kept. */
export function channelsOf({ channels = [] }: GivenContact): readonly Channel[] {
  const list: readonly Channel[] = 'type' in channels ? [channels] : channels;
  return list.map((channel) => ({ ...channel, value: keptValue(channel) }));
}

function keptValue({ type, value }: Channel): string {
  return PHONES.includes(type) ? value.replace(PHONE_MARKS, '') : value.trim();
}

/** A value as it is compared. Upper and lower case do not matter in an email address. */
export function valueKey(type: MediaType, value: string): string {
  return type === 'email' ? value.toLowerCase() : value;
}

/** A name as it is compared. */
export function nameKey(name: string | null): string | null {
  return name === null ? null : name.toLowerCase();
}

function channelFault({ type, value }: Channel): string | undefined {
  if (value === '' || value.length > LONGEST_VALUE) return `The value of a channel must have from 1 to ${LONGEST_VALUE} characters.`;
  if (type === 'email' && !isEmail(value)) return `${value} is not an email address.`;
  if (PHONES.includes(type) && !PHONE.test(value)) return `${value} is not a telephone number in digits with its country code.`;
  return undefined;
}

/** What is wrong with a contact, in a sentence. @param fields those of the address book, by their identifiers */
export function contactFault(given: GivenContact, book: number | undefined, fields: ReadonlyMap<number, FieldRow>): string | undefined {
  if (hasNull(given)) return 'A text has the character U+0000, which cannot be kept.';
  for (const channel of channelsOf(given)) {
    const fault = channelFault(channel);
    if (fault !== undefined) return fault;
  }
  for (const name of ['firstName', 'lastName'] as const)
    if ([...(given[name] ?? '')].length > LONGEST_NAME) return `The field ${name} must have at most ${LONGEST_NAME} characters.`;
  if (given.addressBookId !== undefined && given.addressBookId !== book) return `The address book ${given.addressBookId} does not exist.`;
  if (given.timeZone && !isTimeZone(given.timeZone)) return `${given.timeZone} is not a time zone.`;
  for (const { id, value } of given.fields ?? []) {
    const field = fields.get(id);
    const fault = field === undefined ? `The field ${id} does not exist.` : fieldFault(field, value);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function hasNull(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNull);
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function fieldFault({ name, type, is_readonly, is_required, allowed }: FieldRow, value: string): string | undefined {
  if (is_readonly) return `The field ${name} cannot be set.`;
  if (value === '') return is_required ? `The field ${name} must have a value.` : undefined;
  const { possibleValues, minValue = Number.NEGATIVE_INFINITY, maxValue = Number.POSITIVE_INFINITY } = allowed ?? {};
  if (possibleValues !== undefined && !possibleValues.includes(value))
    return `The field ${name} must be one of ${possibleValues.join(', ')}, not ${value}.`;
  if (type !== 'number') return undefined;
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) return `The field ${name} must be a number, not ${value}.`;
  return number < minValue || number > maxValue ? `The field ${name} must be from ${minValue} to ${maxValue}, not ${value}.` : undefined;
}

/** What is missing in a new contact, in a sentence. */
export function newContactFault(given: GivenContact, fields: ReadonlyMap<number, FieldRow>): string | undefined {
  if (channelsOf(given).length === 0) return 'The contact has no channel.';
  for (const { id, name, is_required } of fields.values())
    if (is_required && !given.fields?.some((field) => field.id === id && field.value !== '')) return `The field ${name} must have a value.`;
  return undefined;
}

/** The kinds of channels that identify contacts, by `dedupeOn`. */
const CHANNELS_OF: Readonly<Partial<Record<ContactKey, readonly MediaType[]>>> = {
  email: ['email'],
  sms: ['sms'],
  email_or_sms: ['email', 'sms'],
  push: TOKENS,
  mobilepush: ['mobilepush'],
  webpush: ['webpush'],
};

/** How a contact is identified: by the first of these that a contact has. Without `identity`: by all that it has. */
export function keysOf(given: GivenContact, identity?: Identity): readonly Key[] {
  const channels = channelsOf(given).map(({ type, value }) => channelKey(type, value));
  const id = keyOf('id', given.id === undefined ? undefined : String(given.id));
  const external = keyOf('external_id', given.externalCustomerId);
  if (identity === undefined) return [...id, ...external, ...channels];
  const { by, field } = identity;
  const types = CHANNELS_OF[by];
  if (types !== undefined) return types.flatMap((type) => channels.filter(({ of }) => of === type));
  if (by === 'id') return id;
  if (by === 'externalCustomerId') return external;
  if (by === 'contactKey') return keyOf('app_key', given.contactKey);
  return keyOf('field', given.fields?.find((value) => value.id === field)?.value, String(field));
}

/** All that is compared with other contacts when a contact is saved. */
export function ownKeys(given: GivenContact): readonly Key[] {
  return [...keyOf('external_id', given.externalCustomerId), ...keyOf('app_key', given.contactKey)];
}

export function channelKey(type: MediaType, value: string): Key {
  return { kind: 'channel', of: type, value: valueKey(type, value) };
}

function keyOf(kind: Key['kind'], value: string | undefined, of = ''): readonly Key[] {
  return value === undefined || value === '' ? [] : [{ kind, of, value }];
}

const IDENTITY_NOUNS: Readonly<Record<ContactKey, string>> = {
  email: 'email address',
  sms: 'telephone number',
  email_or_sms: 'email address or telephone number',
  push: 'push token',
  mobilepush: 'token of the app',
  webpush: 'token of a browser',
  id: 'id',
  fieldId: 'value of the custom field',
  externalCustomerId: 'externalCustomerId',
  contactKey: 'contactKey',
};

/** What is missing in a contact that is identified in one way, in a sentence. @param keys those of the contact, by `keysOf` */
export function identityFault(keys: readonly Key[], { by }: Identity): string | undefined {
  return keys.length > 0 ? undefined : `The contact has no ${IDENTITY_NOUNS[by]}, by which contacts are identified.`;
}

type Texts = 'first_name' | 'last_name' | 'language' | 'time_zone' | 'external_id' | 'app_key';

/** The columns of a contact that are texts, with the names of their fields. */
const TEXTS: readonly (readonly [Texts, 'firstName' | 'lastName' | 'languageCode' | 'timeZone' | 'externalCustomerId' | 'contactKey'])[] = [
  ['first_name', 'firstName'],
  ['last_name', 'lastName'],
  ['language', 'languageCode'],
  ['time_zone', 'timeZone'],
  ['external_id', 'externalCustomerId'],
  ['app_key', 'contactKey'],
];

const ADDRESS = ['region', 'town', 'address', 'postcode'] as const;

/** A contact after a change: fields that are absent stay as they are, and an empty text clears a field. */
export function changedContact(row: ContactRow, given: GivenContact, may: (field: string) => boolean): ContactRow {
  const texts: Partial<Record<Texts, string | null>> = {};
  for (const [column, name] of TEXTS) if (given[name] !== undefined && may(name)) texts[column] = given[name] || null;
  const changed = { ...row, ...texts };
  const address = given.address === undefined ? row.address : changedAddress(row.address ?? {}, given.address, may);
  const earlier_orders = given.ordersInfo !== undefined && may('ordersInfo') ? given.ordersInfo : row.earlier_orders;
  return { ...changed, address, earlier_orders, first_key: nameKey(changed.first_name), last_key: nameKey(changed.last_name) };
}

function changedAddress(kept: Address, given: Address, may: (field: string) => boolean): Address | null {
  const changed: Address = {};
  for (const name of ADDRESS) {
    const value = given[name] !== undefined && (may('address') || may(name)) ? given[name] : kept[name];
    if (value !== undefined && value !== '') changed[name] = value;
  }
  return Object.keys(changed).length === 0 ? null : changed;
}

/** Whether an update may change a field. @param isNew a new contact gets everything */
export function mayChange({ fields }: Changeable, isNew: boolean): (field: string) => boolean {
  return isNew || fields === undefined ? () => true : (field) => fields.has(field);
}
