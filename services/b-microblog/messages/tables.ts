// Declares the rows of direct messages: events with their texts, the mailboxes in which users find them, and the members of groups.

import type { Entities } from '@octavo/interfaces/b-microblog';
import { integer, json, key, nullable, type RowOf, table, text, textOf } from '../../platform/store/table.ts';

const since = '012-messages';

/** What happened in a conversation. */
const events = table(
  'b_dm_events',
  {
    id: key(text),
    /** Numbers events in the order of their commits, as posts are: it orders and pages all lists. */
    seq: integer,
    conversation: text,
    type: textOf<'MessageCreate' | 'ParticipantsJoin' | 'ParticipantsLeave'>(),
    /** Who sent the message, or added or removed the users. */
    sender: text,
    /** Empty where a message has an attachment alone, and for other events. */
    text,
    entities: json<Entities>(),
    /** The attachment: an upload. */
    media: nullable(text),
    /** Users who joined or left. */
    people: json<string[]>(),
    /** Posts whose addresses are in the text, as far as the sender saw them. */
    posts: json<string[]>(),
  },
  { since, indexes: { seq: ['seq'] } },
);

/** That a user has an event: each participant has a row of their own, and can delete it without the others. */
const boxes = table(
  'b_dm_boxes',
  {
    owner: key(text),
    event: key(text),
    seq: integer,
    conversation: text,
    /** What the event is for the owner: a message to one user, one from one user, or an event of a group. */
    kind: textOf<'sent' | 'received' | 'group'>(),
  },
  {
    since,
    indexes: { owner: ['owner', 'seq'], conversation: ['owner', 'conversation', 'seq'], kind: ['owner', 'kind', 'seq'], event: ['event'] },
  },
);

/** That a user takes part in a group. Two users alone have no such rows: their identifiers are that of their conversation. */
const members = table('b_dm_members', { conversation: key(text), user_id: key(text), seq: integer }, { since });

export const messageTables = [events, boxes, members] as const;

export type EventRow = RowOf<typeof events>;
export type BoxRow = RowOf<typeof boxes>;
