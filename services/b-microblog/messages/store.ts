// Asks for events of conversations in the mailboxes of users, and for the members of groups.

import { defineList } from '../../platform/lists.ts';
import { type Given, prepare } from '../../platform/store/prepare.ts';
import type { Tables } from '../deps.ts';
import { rows } from '../people/store.ts';
import { orderedId } from '../rules/identifiers.ts';
import { lastExpired } from '../rules/messages.ts';
import type { BoxRow, EventRow } from './tables.ts';

/** Which events of a mailbox are asked for. */
export interface Boxed {
  readonly owner: string;
  readonly conversation?: string | undefined;
  readonly kind?: BoxRow['kind'] | undefined;
  readonly types: readonly EventRow['type'][];
}

/** The events in the mailbox of a user, by when they happened. */
export const eventsIn = defineList('b_dm_boxes', ['seq'], (tables: Tables, given: Given<Boxed>) => {
  let query = tables
    .selectFrom('b_dm_boxes')
    .innerJoin('b_dm_events', 'b_dm_events.id', 'b_dm_boxes.event')
    .selectAll('b_dm_events')
    .where('b_dm_boxes.owner', '=', given('owner'))
    .where('b_dm_events.type', 'in', given.list('types'));
  if (given.has('conversation')) query = query.where('b_dm_boxes.conversation', '=', given('conversation'));
  if (given.has('kind')) query = query.where('b_dm_boxes.kind', '=', given('kind'));
  return query;
});

const boxed = prepare((tables: Tables, given: Given<{ owner: string; event: string; expired: number }>) =>
  tables
    .selectFrom('b_dm_boxes')
    .innerJoin('b_dm_events', 'b_dm_events.id', 'b_dm_boxes.event')
    .selectAll('b_dm_events')
    .select('b_dm_boxes.kind')
    .where('b_dm_boxes.owner', '=', given('owner'))
    .where('b_dm_boxes.event', '=', given('event'))
    .where('b_dm_boxes.seq', '>', given('expired')),
);

/** An event in the mailbox of a user, with what it is for the user. */
export function findEvent(
  tables: Tables,
  owner: string,
  event: string,
  now: number,
): Promise<(EventRow & Pick<BoxRow, 'kind'>) | undefined> {
  return boxed.first(tables, { owner, event, expired: lastExpired(now) });
}

const lastUpTo = prepare((tables: Tables, given: Given<{ id: string }>) =>
  tables.selectFrom('b_dm_events').select('seq').where('id', '<=', given('id')).orderBy('id', 'desc').limit(1),
);

/** The place of an identifier in the order: that of the newest event which does not have a higher one. The event itself may be deleted. */
export async function placeOfEvent(tables: Tables, id: string): Promise<number> {
  return (await lastUpTo.first(tables, { id: orderedId(id) }))?.seq ?? 0;
}

/** The members of a group, in the order in which they came. */
export async function membersOf(tables: Tables, conversation: string): Promise<readonly string[]> {
  return (await rows.all(tables, 'b_dm_members', { conversation }, ['seq'])).map(({ user_id }) => user_id);
}
