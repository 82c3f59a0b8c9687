// Lists what happens when the sandbox clock gets there: work that falls due, and attempts of deliveries.

import type { Kysely } from 'kysely';
import { waitingJobs } from '../due/rows.ts';
import type { DueTables } from '../due/tables.ts';
import type { OutboxTables } from '../outbox/tables.ts';

export interface Upcoming {
  /** On the sandbox clock. It may be in the past: what is overdue has failed, or waits for another process. */
  readonly at: number;
  readonly service: string;
  readonly kind: 'job' | 'delivery';
  /** The kind of job or the event. */
  readonly name: string;
  readonly id: string;
  /** How often it has failed so far. */
  readonly failures: number;
  /** Where a delivery goes. */
  readonly target?: string;
}

/** In order, at most `most`, up to a moment. Jobs that have failed for the last time are left out. */
export async function listUpcoming(tables: Kysely<DueTables & OutboxTables>, until: number, most: number): Promise<readonly Upcoming[]> {
  const jobs = await waitingJobs(tables as unknown as Kysely<DueTables>, most, until);
  const deliveries = await tables
    .selectFrom('platform_deliveries')
    .select(['id', 'service', 'event', 'url', 'due', 'attempts'])
    .where('state', '=', 'waiting')
    .where('due', '<=', until)
    .orderBy('due')
    .orderBy('position')
    .limit(most)
    .execute();
  const upcoming: Upcoming[] = [
    ...jobs.map(({ id, service, kind, at, failures }) => ({ at, service, kind: 'job' as const, name: kind, id, failures })),
    ...deliveries.map(({ id, service, event, url, due, attempts }) => ({
      at: due,
      service,
      kind: 'delivery' as const,
      name: event,
      id,
      failures: attempts,
      target: url,
    })),
  ];
  // The sort is stable, so that jobs come before the deliveries of the same moment, as `settle` does them.
  return upcoming.sort((one, other) => one.at - other.at).slice(0, most);
}
