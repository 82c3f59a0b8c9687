// Writes down what streams deliver besides posts, in the unit of work of the change, and forgets it after a week.

import type { Tables } from '../deps.ts';
import { rows } from '../people/store.ts';
import { nextNumbers } from '../posts/store.ts';
import { STEPS } from '../rules/identifiers.ts';
import type { EventData, EventRow, Family } from './tables.ts';

/** How long events can be delivered again, in milliseconds. */
const KEPT = 7 * 86_400_000;
/** How many old ones a unit of work removes that adds some. */
const MOST_REMOVED = 100;

/** What happened to one post or user. */
export interface NewEvent<Name extends Family> {
  /** The identifier of the post or user. */
  readonly subject: string;
  readonly data: EventData[Name];
}

/** Adds events of a family, within a unit of `writeInOrder`. */
export async function addEvents<Name extends Family>(
  tables: Tables,
  family: Name,
  at: number,
  events: readonly NewEvent<Name>[],
): Promise<void> {
  if (events.length === 0) return;
  const last = await nextNumbers(tables, at, events.length);
  const first = last - events.length + 1;
  const added = events.map(({ subject, data }, index): EventRow => ({ seq: first + index, family, at, subject, data }));
  await rows.insert(tables, 'b_events', added);
  const old = tables
    .selectFrom('b_events')
    .select('seq')
    .where('seq', '<', (at - KEPT) * STEPS);
  const gone = (await old.orderBy('seq').limit(MOST_REMOVED).execute()).map(({ seq }) => seq);
  if (gone.length > 0) await tables.deleteFrom('b_events').where('seq', 'in', gone).execute();
}

/** A post as events name it. */
export function referenceTo({ id, author }: { readonly id: string; readonly author: string }) {
  return { id, author_id: author };
}

export const momentOf = (at: number) => new Date(at).toISOString();
