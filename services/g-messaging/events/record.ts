// Records events.

import { nextPosition } from '../../platform/work/positions.ts';
import type { Tables } from '../deps.ts';
import type { EventRow } from './tables.ts';

interface NewRecord extends Pick<EventRow, 'type' | 'key' | 'at'> {
  readonly contact?: number | undefined;
  readonly params?: EventRow['params'] | undefined;
}

/** Records events in a unit of work. A new type is created with its first event. */
export async function recordEvents(tables: Tables, account: number, events: readonly NewRecord[]): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  const types = new Map(events.map(({ type, at }) => [type, at]));
  await tables
    .insertInto('g_event_types')
    .values([...types].map(([key, created_at]) => ({ account, key, created_at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tables
    .insertInto('g_events')
    .values(
      events.map(({ type, key, contact = null, at, params = [] }) => ({
        position: nextPosition(),
        account,
        type,
        key,
        contact,
        at,
        params,
      })),
    )
    .execute();
}
