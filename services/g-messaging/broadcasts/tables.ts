// Declares the rows of broadcasts: prepared messages that are sent to all contacts of groups.

import type { Broadcast } from '@octavo/interfaces/g-messaging';
import { integer, json, key, nullable, type RowOf, table, text, textOf } from '../../platform/store/table.ts';
import type { ChannelName, PreparedRow } from '../messages/tables.ts';

const MIGRATION = '002-broadcasts';

const broadcasts = table(
  'g_broadcasts',
  {
    id: key(integer),
    account: integer,
    name: text,
    message: integer,
    channel: textOf<ChannelName>(),
    groups: json<readonly number[]>(),
    excluded: json<readonly number[]>(),
    starts_at: integer,
    status: textOf<Broadcast['status']>(),
    /** The job that starts it. */
    job: nullable(text),
    /** How often the balance could not pay. */
    refusals: integer,
    /** Why the service cancelled it. */
    reason: nullable(text),
    /** The message as it was at the start; null before. */
    content: nullable(json<PreparedRow['content']>()),
    /** For how many pieces of messages money is kept back, and how many of these were not free of charge. */
    reserved: integer,
    paid: integer,
    sent: integer,
    delivered: integer,
    errors: integer,
  },
  { indexes: { listed: ['account', 'starts_at', 'id'] }, since: MIGRATION },
);

/** A contact to which a running broadcast is still to be sent. */
const recipients = table('g_recipients', { broadcast: key(integer), contact: key(integer) }, { since: MIGRATION });

export const broadcastTables = [broadcasts, recipients] as const;

export type BroadcastRow = RowOf<typeof broadcasts>;
