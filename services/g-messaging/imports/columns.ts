// Decides what the columns of a file are, and makes contacts of its rows.

import type { Address, Channel, ContactFieldName } from '@octavo/interfaces/g-messaging';
import { type GivenContact, type Identity, keysOf } from '../contacts/rules.ts';
import type { FieldRow } from '../contacts/tables.ts';

type Custom = ReadonlyMap<number, FieldRow>;

/** Puts the value of a cell into a contact. */
type Put = (contact: Made, value: string) => void;

interface Made extends Omit<GivenContact, 'channels' | 'fields' | 'address' | 'firstName'> {
  readonly channels: Channel[];
  readonly fields: { id: number; value: string }[];
  readonly address: Address;
}

const text =
  (name: 'firstName' | 'lastName' | 'contactKey' | 'externalCustomerId' | 'languageCode' | 'timeZone'): Put =>
  (contact, value) =>
    Object.assign(contact, { [name]: value });

const channel =
  (type: 'email' | 'sms' | 'mobilepush' | 'webpush'): Put =>
  ({ channels }, value) =>
    channels.push({ type, value });

const place =
  (name: keyof Address): Put =>
  ({ address }, value) => {
    address[name] = value;
  };

const custom =
  (id: number): Put =>
  ({ fields }, value) =>
    fields.push({ id, value });

/** What cells can have. The summary of orders is no text. */
const PUTS: Readonly<Record<Exclude<ContactFieldName, 'ordersInfo'>, Put>> = {
  firstName: text('firstName'),
  lastName: text('lastName'),
  address: place('address'),
  email: channel('email'),
  sms: channel('sms'),
  mobilepush: channel('mobilepush'),
  webpush: channel('webpush'),
  contactKey: text('contactKey'),
  externalCustomerId: text('externalCustomerId'),
  town: place('town'),
  region: place('region'),
  postcode: place('postcode'),
  languageCode: text('languageCode'),
  timeZone: text('timeZone'),
};

function putOf(field: string, fields: Custom): Put | undefined {
  if (Object.hasOwn(PUTS, field)) return PUTS[field as keyof typeof PUTS];
  return /^\d{1,15}$/.test(field) && fields.has(Number(field)) ? custom(Number(field)) : undefined;
}

/** What is wrong with the fields of a mapping, in a sentence. */
export function mappingFault(mapping: Readonly<Record<string, string>>, fields: Custom): string | undefined {
  const wrong = Object.entries(mapping).find(([, field]) => putOf(field, fields) === undefined);
  return wrong && `${wrong[1]}, to which mapping assigns the column ${wrong[0]}, is not a field that a file can have.`;
}

/** Reads the rows of a file with these columns. Without a mapping, columns have the names of fields. */
export function columnsOf(names: readonly string[], mapping: Readonly<Record<string, string>> | null, fields: Custom) {
  const puts = names.map((name) =>
    putOf((mapping === null ? name : Object.entries(mapping).find(([own]) => own.trim() === name)?.[1]) ?? '', fields),
  );
  const contactOf = (cells: readonly string[]): GivenContact => {
    const made: Made = { channels: [], fields: [], address: {} };
    // An empty cell leaves the field as it is.
    for (const [index, value] of cells.entries()) if (value !== '') puts[index]?.(made, value);
    return made;
  };
  return {
    contactOf,
    /** What is wrong with a row, before it is a contact, in a sentence. */
    rowFault: (cells: readonly string[]): string | undefined =>
      cells.length === names.length ? undefined : `The row has ${cells.length} cells, and the file has ${names.length} columns.`,
    /** Why no row of the file can be a contact: `has no column Mail`. */
    fileFault(identity: Identity): string | undefined {
      const missing = Object.keys(mapping ?? {}).find((name) => !names.includes(name.trim()));
      if (missing !== undefined) return `has no column ${missing}`;
      const keys = keysOf(contactOf(names.map(() => '1')), identity);
      return keys.length === 0 ? 'has no column with that by which contacts are identified' : undefined;
    },
  };
}
