// Removes events, and those that have ended by themselves: one job after another does so, each with few rows.

import { isOf } from '../../platform/payload.ts';
import type { MicroblogPlatform, Tables } from '../deps.ts';
import { releaseUploads } from '../media/store.ts';
import { rows } from '../people/store.ts';
import { endOf, lastExpired } from '../rules/messages.ts';
import type { EventRow } from './tables.ts';

export type ExpiringDeps = Pick<MicroblogPlatform, 'due' | 'blobs'>;

/** How many rows of mailboxes one job removes at most, but for the last event. */
const MOST_ROWS = 500;

const EXPIRE = { service: 'b-microblog', name: 'expire-messages', accepts: isOf({}) };

/** The row that says whether such a job waits. */
const SWEEP = 'message-sweep';

/** Removes events from all mailboxes, within a unit of work. */
export async function removeEvents(
  deps: Pick<ExpiringDeps, 'blobs'>,
  tables: Tables,
  events: readonly Pick<EventRow, 'id' | 'media'>[],
  now: number,
): Promise<void> {
  if (events.length === 0) return;
  const ids = events.map(({ id }) => id);
  await tables.deleteFrom('b_dm_boxes').where('event', 'in', ids).execute();
  await tables.deleteFrom('b_dm_events').where('id', 'in', ids).execute();
  const files = events.flatMap(({ media }) => media ?? []);
  await releaseUploads(deps, tables, files, now);
}

/** Lets an event that is added end, within a unit of `writeInOrder`. There is one such job at a time. */
export async function scheduleExpiry({ due }: Pick<ExpiringDeps, 'due'>, tables: Tables, event: Pick<EventRow, 'seq'>): Promise<void> {
  const found = await tables.selectFrom('b_sequences').select('value').where('name', '=', SWEEP).executeTakeFirst();
  if (found?.value === 1) return;
  await setWaiting(tables, 1);
  await due.schedule(tables, EXPIRE, { at: endOf(event), payload: {} });
}

async function setWaiting(tables: Tables, value: 0 | 1): Promise<void> {
  await rows.put(tables, 'b_sequences', { name: SWEEP, value }, ['name']);
}

/** The oldest of the events that have ended, with so few rows of mailboxes that one job can remove them. */
async function oldestEnded(tables: Tables, now: number): Promise<readonly Pick<EventRow, 'id' | 'media'>[]> {
  const ended = await tables
    .selectFrom('b_dm_events')
    .select(['id', 'media'])
    .select((row) =>
      row
        .selectFrom('b_dm_boxes')
        .select((box) => box.fn.countAll().as('count'))
        .whereRef('b_dm_boxes.event', '=', 'b_dm_events.id')
        .as('boxes'),
    )
    .where('seq', '<=', lastExpired(now))
    .orderBy('seq')
    .limit(MOST_ROWS)
    .execute();
  let count = 0;
  return ended.filter(({ boxes }, index) => {
    count += Number(boxes);
    return index === 0 || count <= MOST_ROWS;
  });
}

async function expire(deps: ExpiringDeps, tables: Tables, at: number): Promise<void> {
  await removeEvents(deps, tables, await oldestEnded(tables, at), at);
  const next = await tables.selectFrom('b_dm_events').select('seq').orderBy('seq').limit(1).executeTakeFirst();
  if (next === undefined) await setWaiting(tables, 0);
  else await deps.due.schedule(tables, EXPIRE, { at: Math.max(at, endOf(next)), payload: {} });
}

/** Says how events end. Call it once, before jobs run. */
export function handleExpiry(deps: ExpiringDeps): void {
  deps.due.handle(EXPIRE, ({ at }, tables: Tables) => expire(deps, tables, at));
}
