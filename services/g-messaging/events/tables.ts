// Declares the rows of events: what contacts do, as the shop reports it.

import type { NewEvent } from '@octavo/interfaces/g-messaging';
import { integer, json, key, nullable, type RowOf, table, text } from '../../platform/store/table.ts';

const events = table(
  'g_events',
  {
    /** In the order in which they were reported. */
    position: key(integer),
    account: integer,
    type: text,
    /** By what the shop knows who has done it, such as an email address. */
    key: text,
    /** Null where no contact has it. */
    contact: nullable(integer),
    at: integer,
    params: json<NonNullable<NewEvent['params']>>(),
  },
  { indexes: { type: ['account', 'type', 'at'], contact: ['contact', 'type', 'at'], at: ['account', 'at'] } },
);

/** A type comes into being with its first event. */
const types = table('g_event_types', { account: key(integer), key: key(text), created_at: integer });

/** A token by which a page or an app reports events of one contact. */
const tokens = table('g_event_tokens', {
  hash: key(text),
  account: integer,
  contact: integer,
  /** Null: all types. */
  types: nullable(json<readonly string[]>()),
  expires_at: integer,
});

export const eventTables = [events, types, tokens] as const;

export type EventRow = RowOf<typeof events>;
