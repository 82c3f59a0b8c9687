// Declares the rows of messages that were sent, and of what happened to them.

import type { ActivityStatus, MediaType } from '@octavo/interfaces/g-messaging';
import type { MessageContent } from '../../platform/messages/sources.ts';
import { integer, json, key, nullable, type RowOf, since, table, text, textOf } from '../../platform/store/table.ts';

/** A message as one contact got it. */
export interface SentContent extends MessageContent {
  /** The links to unsubscribe and to view the message that it has. */
  readonly own?: readonly string[];
}

const sends = table(
  'g_sends',
  {
    id: key(text),
    /** Several messages of one request can have the same. */
    request: text,
    account: integer,
    contact: integer,
    channel: textOf<MediaType>(),
    /** The address, number or token. */
    locator: text,
    /** The prepared message and its name; null where the message was not stored. */
    message: nullable(integer),
    name: nullable(text),
    /** The broadcast to which it belongs. */
    broadcast: nullable(integer),
    /** The event that started the workflow to which it belongs. */
    event: since('002-broadcasts', nullable(integer)),
    content: json<SentContent>(),
    /** What happened last. */
    status: textOf<ActivityStatus>(),
    /** Newer messages have higher positions. */
    position: integer,
    sent_at: integer,
  },
  { indexes: { request: ['account', 'request'], contact: ['contact', 'sent_at', 'position'] } },
);

const activity = table(
  'g_activity',
  {
    position: key(integer),
    account: integer,
    contact: integer,
    send: text,
    status: textOf<ActivityStatus>(),
    at: integer,
    link: nullable(text),
  },
  { indexes: { contact: ['contact', 'at', 'position'], send: ['send'] } },
);

/** The answer to a request with an identifier that its caller has chosen. */
const requests = table('g_requests', { account: key(integer), id: key(text), at: integer, answer: json<object>() });

export const sendTables = [sends, activity, requests] as const;

export type SendRow = RowOf<typeof sends>;
