// Adds events to conversations: each participant finds a new one in a mailbox of their own.

import type { MicroblogPlatform, Tables } from '../deps.ts';
import { rows } from '../people/store.ts';
import { nextPost } from '../posts/store.ts';
import { otherInPair } from '../rules/messages.ts';
import { scheduleExpiry } from './expiry.ts';
import type { BoxRow, EventRow } from './tables.ts';

type NewEvent = Pick<EventRow, 'conversation' | 'type' | 'sender'> & Partial<EventRow>;

/** Adds an event that happens now, within a unit of `writeInOrder`. @param owners all participants */
export async function deliver(
  deps: Pick<MicroblogPlatform, 'due'>,
  tables: Tables,
  given: NewEvent,
  owners: readonly string[],
  now: number,
): Promise<EventRow> {
  const event: EventRow = { text: '', entities: {}, media: null, people: [], posts: [], ...given, ...(await nextPost(tables, now)) };
  await insertEvent(deps, tables, event, owners);
  return event;
}

/** Adds an event that has its number. */
export async function insertEvent(
  deps: Pick<MicroblogPlatform, 'due'>,
  tables: Tables,
  event: EventRow,
  owners: readonly string[],
): Promise<void> {
  await rows.insert(tables, 'b_dm_events', event);
  const { id, seq, conversation } = event;
  const boxes = owners.map((owner): BoxRow => ({ owner, event: id, seq, conversation, kind: kindFor(owner, event) }));
  await rows.insert(tables, 'b_dm_boxes', boxes);
  await scheduleExpiry(deps, tables, event);
}

function kindFor(owner: string, { conversation, sender }: EventRow): BoxRow['kind'] {
  if (otherInPair(conversation, owner) === undefined) return 'group';
  return owner === sender ? 'sent' : 'received';
}
