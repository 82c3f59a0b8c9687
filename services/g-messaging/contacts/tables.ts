// Declares the rows of contacts: the people, their channels, their values of custom fields, and to which categories they are subscribed.

import type { Address, AllowedValues, Device, MediaType, OrdersInfo, WebPushSubscription } from '@octavo/interfaces/g-messaging';
import { messageColumns } from '../../platform/messages/messages.ts';
import { flag, integer, json, key, nullable, type RowOf, table, text, textOf } from '../../platform/store/table.ts';

const contacts = table(
  'g_contacts',
  {
    id: key(integer),
    account: integer,
    /** Identifier in the shop. */
    external_id: nullable(text),
    /** The key that identifies the contact in the app (`contactKey`). */
    app_key: nullable(text),
    first_name: nullable(text),
    last_name: nullable(text),
    /** The names in lower case, by which contacts are found. */
    first_key: nullable(text),
    last_key: nullable(text),
    address: nullable(json<Address>()),
    language: nullable(text),
    time_zone: nullable(text),
    /** What the shop has told about orders from before it used the service. */
    earlier_orders: nullable(json<OrdersInfo>()),
    created_at: integer,
    updated_at: integer,
    /** A deleted contact is kept, to be restored, until this and 30 days. */
    deleted_at: nullable(integer),
  },
  {
    indexes: {
      listed: ['account', 'created_at', 'id'],
      external: ['account', 'external_id'],
      app_key: ['account', 'app_key'],
      first: ['account', 'first_key'],
      last: ['account', 'last_key'],
    },
  },
);

/** A way to reach a contact. Several contacts may have the same address. */
const channels = table(
  'g_channels',
  {
    contact: key(integer),
    type: key(textOf<MediaType>()),
    value: key(text),
    account: integer,
    /** The value as it is compared: in lower case. */
    value_key: text,
    /** Messages use the first channel of each type. */
    position: integer,
    /** Whether its owner has confirmed it, or the shop has added it. */
    is_confirmed: flag,
    /** Whether the app has muted it. */
    is_muted: flag,
    device: nullable(json<Device>()),
    subscription: nullable(json<WebPushSubscription>()),
  },
  { indexes: { value: ['account', 'type', 'value_key'] } },
);

/** A custom field of the address book. */
const fields = table('g_fields', {
  id: key(integer),
  account: integer,
  position: integer,
  /** The name and the key of its group. */
  section: text,
  section_key: text,
  name: text,
  field_key: text,
  type: text,
  is_required: flag,
  is_readonly: flag,
  allowed: nullable(json<AllowedValues>()),
});

const books = table('g_books', { id: key(integer), account: integer, name: text }, { unique: { account: ['account'] } });

const fieldValues = table(
  'g_field_values',
  { contact: key(integer), field: key(integer), value: text },
  { indexes: { value: ['field', 'value'] } },
);

/** A category to which contacts can subscribe. */
const categories = table(
  'g_categories',
  { id: key(integer), account: integer, key: text, name: text, is_active: flag },
  { unique: { named: ['account', 'key'] } },
);

const subscriptions = table(
  'g_subscriptions',
  { contact: key(integer), category: key(integer) },
  { indexes: { category: ['category', 'contact'] } },
);

/** An email address that receives no broadcasts, whichever contact has it. */
const unsubscribed = table('g_unsubscribed', { account: key(integer), email: key(text), at: integer });

/** A link that was sent to the owner of an unconfirmed channel. */
const confirmations = table(
  'g_confirmations',
  { hash: key(text), contact: integer, type: textOf<MediaType>(), value: text },
  { indexes: { contact: ['contact'] } },
);

/** What was sent to people beside messages of the shop: links of subscription forms. */
const messages = table(
  'g_messages',
  { contact: integer, ...messageColumns, position: key(integer) },
  { indexes: { contact: ['contact'] } },
);

export const contactTables = [
  contacts,
  channels,
  fields,
  books,
  fieldValues,
  categories,
  subscriptions,
  unsubscribed,
  confirmations,
  messages,
] as const;

export type ContactRow = RowOf<typeof contacts>;
export type ChannelRow = RowOf<typeof channels>;
export type FieldRow = RowOf<typeof fields>;
