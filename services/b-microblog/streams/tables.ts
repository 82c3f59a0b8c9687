// Declares the rows of events that streams deliver: likes, and what apps that store posts, users and likes have to know.

import type { LikeComplianceEvent, PostComplianceEvent, PostLabelEvent, UserComplianceEvent } from '@octavo/interfaces/b-microblog';
import { integer, json, key, type RowOf, table, text, textOf } from '../../platform/store/table.ts';

/** What happened, by the family of streams that deliver it. */
export interface EventData {
  /** A new like, of which streams show neither the user nor more of the post than its author. */
  readonly like: { readonly post: string; readonly author: string };
  readonly unlike: LikeComplianceEvent['data'];
  readonly post: PostComplianceEvent['data'];
  readonly user: UserComplianceEvent['data'];
  readonly label: PostLabelEvent['data'];
}

export type Family = keyof EventData;

const events = table(
  'b_events',
  {
    /** From the sequence of posts, so that it has the order of the commits. */
    seq: key(integer),
    family: textOf<Family>(),
    at: integer,
    /** The identifier of the post or user that it is about: the partitions of streams go by it. */
    subject: text,
    data: json<EventData[Family]>(),
  },
  { since: '011-events' },
);

export const streamTables = [events] as const;

export type EventRow = RowOf<typeof events>;
