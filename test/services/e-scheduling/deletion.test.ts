// Tests how much one job of a deletion does, and that the jobs after it do the rest.

import { expect, onTestFinished, test } from 'vitest';
import { type deletion, handleDeletions } from '../../../services/e-scheduling/deletion.ts';
import { migrations } from '../../../services/e-scheduling/migrations/index.ts';
import { NO_TRACKING } from '../../../services/e-scheduling/show.ts';
import { add } from '../../../services/e-scheduling/store/rows.ts';
import { type SchedulingTables, tables } from '../../../services/e-scheduling/tables.ts';
import type { JobHandler, JobKind } from '../../../services/platform/due/due.ts';
import { openStore } from '../../../services/platform/store/open.ts';

type Payload = typeof deletion extends JobKind<infer P> ? P : never;
type Handler = JobHandler<Payload, SchedulingTables>;

/** Invitees of one event each, who bring a guest each, and an event whose guest has the address of the person. */
async function openStoreWith(people: number) {
  const store = await openStore<SchedulingTables>({ memory: true });
  onTestFinished(() => store.close());
  await store.migrate({ name: 'e-scheduling', tables, migrations });
  const at = { created_at: 1, updated_at: 1 };
  const numbers = { start_at: 1, end_at: 2, duration: 1, seats: 1, invitees_total: 1, invitees_active: 1 };
  const event = {
    organization_id: 'o',
    event_type_id: 't',
    hosts: [],
    name: 'Lesson',
    location: 'null',
    ...numbers,
    ...at,
  };
  const person = { name: 'Mo Ito', answers: [], tracking: NO_TRACKING, is_rescheduled: false, ...at };
  await store.write(async (rows) => {
    for (let index = 0; index < people; index += 1) {
      const id = String(index).padStart(4, '0');
      await add(rows, 'e_events', { ...event, status: 'active', id, guests: [{ email: `guest-${id}@example.com`, invitee: id, at: 1 }] });
      await add(rows, 'e_invitees', { ...person, status: 'active', id, event_id: id, email: 'Mo@example.com' });
    }
    const guests = ['mo', 'ann'].map((name) => ({ email: `${name}@example.com`, invitee: 'other', at: 1 }));
    await add(rows, 'e_events', { ...event, status: 'active', id: 'other', guests });
    await add(rows, 'e_invitees', { ...person, status: 'active', id: 'other', event_id: 'other', email: 'ann@example.com', name: 'Ann' });
  });
  return store;
}

test('a job changes a bounded number of rows, and its successor goes on after the last', async () => {
  const store = await openStoreWith(201);
  const waiting: Payload[] = [{ organization: 'o', emails: ['MO@example.com'] }];
  let handler: Handler | undefined;
  handleDeletions({
    due: {
      handle: (_kind: unknown, given: unknown) => {
        handler = given as Handler;
      },
      schedule: async (_tables: unknown, _kind: unknown, { payload }: { payload: unknown }) => {
        waiting.push(payload as Payload);
        return 'job';
      },
      cancel: async () => false,
    },
    outbox: {
      revise: async () => {},
      add: async () => 'delivery',
      addAll: async () => [],
      waiting: async () => 0,
      handle: () => {},
      refusalOf: () => undefined,
    },
    forget: () => {},
  });
  const known = async () => {
    const rows = await store.read.selectFrom('e_invitees').select('name').where('name', '=', 'Mo Ito').execute();
    return rows.length;
  };
  const left: number[] = [await known()];
  for (let payload = waiting.shift(); payload !== undefined; payload = waiting.shift()) {
    const job = { id: 'job', at: 5, payload };
    await store.write(async (rows) => handler?.(job, rows));
    left.push(await known());
  }
  expect(left).toEqual([201, 101, 1, 0, 0]);
  const events = await store.read.selectFrom('e_events').select(['id', 'guests']).execute();
  const guests = events.flatMap((event) => event.guests.map(({ email }) => [event.id, email]));
  expect(guests).toEqual([['other', 'ann@example.com']]);
});
