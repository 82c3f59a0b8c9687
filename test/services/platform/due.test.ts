// Tests due work: order, the present of a job, failures, and what happens to jobs of units that are rolled back.

import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Due, JobKind } from '../../../services/platform/due/due.ts';
import { createDue } from '../../../services/platform/due/stored-due.ts';
import { type DueTables, duePart } from '../../../services/platform/due/tables.ts';
import { isOf } from '../../../services/platform/payload.ts';
import { openStore } from '../../../services/platform/store/open.ts';
import type { Store } from '../../../services/platform/store/store.ts';
import { withAfterCommit } from '../../../services/platform/work/after-commit.ts';
import { describeOnDatabases } from '../../support/databases.ts';
import { byEffort } from '../../support/effort.ts';

const START = Date.parse('2026-11-10T08:00:00Z');
const DAY = 86_400_000;

interface NoteTables {
  notes: { readonly text: string; readonly position: number };
}
type Tables = DueTables & NoteTables;

const isText = (value: unknown): value is string => typeof value === 'string';
const NOTE: JobKind<string> = { service: 'x-notes', name: 'note', accepts: isText };
const OTHER: JobKind<string> = { service: 'x-notes', name: 'other', accepts: isText };

const noteMigrations = {
  notes: {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createTable('notes')
        .addColumn('text', 'text')
        .addColumn('position', 'bigint', (column) => column.primaryKey())
        .execute();
    },
  },
};

let store: Store<Tables>;
let close: () => Promise<void>;
let now: number;
let written = 0;
let due: Due;
const warnings: string[] = [];
const running: Due[] = [];

function newDue(): Due {
  const made = createDue({
    store: store as Store<unknown> as Store<DueTables>,
    clock: { now: () => now },
    warn: (message) => warnings.push(message),
    mostJobs: 100,
    leaseMilliseconds: 300,
  });
  running.push(made);
  return made;
}

const schedule = (at: number, payload: string, kind = NOTE) => store.write((tables) => due.schedule(tables, kind, { at, payload }));
const note = (tables: Kysely<NoteTables>, text: string) => tables.insertInto('notes').values({ text, position: ++written }).execute();
const notes = async () => (await store.read.selectFrom('notes').select('text').orderBy('position').execute()).map(({ text }) => text);

describeOnDatabases('the work that is due', (databases) => {
  beforeEach(async () => {
    const opened = await openStore<Tables>(await databases.place());
    store = withAfterCommit(opened);
    close = () => opened.close();
    await opened.migrate(duePart);
    await opened.migrate({ name: 'x_notes', migrations: noteMigrations, tables: [] });
    now = START;
    warnings.length = 0;
    due = newDue();
  });
  afterEach(async () => {
    for (const one of running.splice(0)) await one.close();
    await close();
  });

  test('a batch job does 500 rows and schedules its successor, which goes on where it stopped, also after a failure', async () => {
    // A job for each of these rows would take a hundred times as long.
    const rows = byEffort({ quick: 10_000, deep: 100_000 });
    for (let from = 0; from < rows; from += 10_000) {
      const values = Array.from({ length: 10_000 }, (_, index) => ({ text: 'new', position: from + index + 1 }));
      const parts = Array.from({ length: 20 }, (_, part) => values.slice(part * 500, part * 500 + 500));
      await store.write(async (tables) => {
        for (const part of parts) await tables.insertInto('notes').values(part).execute();
      });
    }
    const BATCH: JobKind<{ readonly after: number }> = { service: 'x-notes', name: 'batch', accepts: isOf({ after: 'number' }) };
    const done: number[] = [];
    due.handle<{ readonly after: number }, NoteTables>(BATCH, async ({ at, payload: { after } }, tables) => {
      const unread = tables.selectFrom('notes').select('position').where('position', '>', after).orderBy('position').limit(500);
      const found = await unread.execute();
      const last = found.at(-1)?.position;
      if (last === undefined) return;
      await tables.updateTable('notes').set({ text: 'read' }).where('position', '>', after).where('position', '<=', last).execute();
      done.push(found.length);
      if (done.length === 7) throw new Error('the disk is full for a moment');
      await due.schedule(tables, BATCH, { at, payload: { after: last } });
    });
    await store.write((tables) => due.schedule(tables, BATCH, { at: START, payload: { after: 0 } }));
    due.start();
    for (let isMoreDue = true; isMoreDue; ) ({ isMoreDue } = await due.settle());
    // What has failed runs again after a second.
    await vi.waitFor(async () => expect(await due.waiting(1)).toEqual([]), { timeout: 120_000, interval: 100 });
    const left = store.read.selectFrom('notes').select(({ fn }) => fn.countAll<number | string>().as('count'));
    expect(Number((await left.where('text', '=', 'new').executeTakeFirstOrThrow()).count)).toBe(0);
    // The seventh batch was rolled back, and done again.
    expect(done).toEqual(Array.from({ length: rows / 500 + 1 }, () => 500));
  });

  describe('jobs', () => {
    beforeEach(() => {
      due.handle<string, NoteTables>(NOTE, async ({ at, payload }, tables) => {
        await note(tables, `${payload} ${(at - START) / DAY}`);
      });
    });

    test('waits until the clock reaches it', async () => {
      await schedule(START + DAY, 'a');
      expect(await due.settle()).toEqual({ ran: 0, isMoreDue: false });
      now = START + DAY - 1;
      expect(await due.settle()).toEqual({ ran: 0, isMoreDue: false });
      now = START + DAY;
      expect(await due.settle()).toEqual({ ran: 1, isMoreDue: false });
      expect(await notes()).toEqual(['a 1']);
      expect(await due.settle()).toEqual({ ran: 0, isMoreDue: false });
    });

    test('runs what the clock was moved past in the order of due times, then in the order in which it was scheduled', async () => {
      await schedule(START + 3 * DAY, 'c');
      await schedule(START + DAY, 'a');
      await schedule(START + 2 * DAY, 'b1');
      await schedule(START + 2 * DAY, 'b2');
      await schedule(START + 40 * DAY, 'later');
      now = START + 30 * DAY;
      expect(await due.settle()).toEqual({ ran: 4, isMoreDue: false });
      expect(await notes()).toEqual(['a 1', 'b1 2', 'b2 2', 'c 3']);
    });

    test('runs what jobs on the way schedule, each at its own time', async () => {
      due.handle<string, NoteTables>(OTHER, async ({ at, payload }, tables) => {
        await note(tables, `${payload} ${(at - START) / DAY}`);
        await due.schedule(tables, OTHER, { at: at + 7 * DAY, payload });
      });
      await schedule(START + DAY, 'weekly', OTHER);
      await schedule(START + 9 * DAY, 'once');
      now = START + 30 * DAY;
      expect(await due.settle()).toEqual({ ran: 6, isMoreDue: false });
      expect(await notes()).toEqual(['weekly 1', 'weekly 8', 'once 9', 'weekly 15', 'weekly 22', 'weekly 29']);
    });

    test('is bounded where jobs never end', async () => {
      due.handle<string, NoteTables>(OTHER, async ({ at, payload }, tables) => {
        await due.schedule(tables, OTHER, { at, payload });
      });
      await schedule(START, 'endless', OTHER);
      expect(await due.settle()).toEqual({ ran: 100, isMoreDue: true });
    });

    test('is not there if the unit that scheduled it is rolled back, or if it was cancelled', async () => {
      const unit = store.write(async (tables) => {
        await due.schedule(tables, NOTE, { at: START, payload: 'never' });
        throw new Error('refused');
      });
      await expect(unit).rejects.toThrow('refused');
      const id = await schedule(START, 'cancelled');
      expect(await store.write((tables) => due.cancel(tables, id))).toBe(true);
      expect(await store.write((tables) => due.cancel(tables, id))).toBe(false);
      expect(await due.settle()).toEqual({ ran: 0, isMoreDue: false });
    });

    test('what a failing job has written is rolled back; others go on, and it is kept for another try', async () => {
      due.handle<string, NoteTables>(OTHER, async (_job, tables) => {
        await note(tables, 'half done');
        throw new Error('broken');
      });
      const id = await schedule(START, 'bad', OTHER);
      await schedule(START, 'good');
      expect(await due.settle()).toEqual({ ran: 1, isMoreDue: false });
      expect(await notes()).toEqual(['good 0']);
      const waiting = { id, service: 'x-notes', kind: 'other', at: START, failures: 1, failed: false };
      expect(await due.waiting(10)).toEqual([{ ...waiting, error: expect.stringMatching(/^Error: broken/) }]);
      expect(warnings.join()).toMatch(/^A job of x-notes \(other, .+\) failed: Error: broken/);
    });

    test('a job that failed runs again with the same id, and is left alone after five failures', async () => {
      const seen: string[] = [];
      due.handle<string, NoteTables>(OTHER, async ({ id }) => {
        seen.push(id);
        throw new Error('broken');
      });
      const id = await schedule(START, 'bad', OTHER);
      for (let round = 0; round < 7; round++) {
        await due.settle();
        await store.write(async (tables) => void (await tables.updateTable('platform_due').set({ not_before: 0 }).execute()));
      }
      expect(seen).toEqual([id, id, id, id, id]);
      expect(await due.waiting(10)).toMatchObject([{ failures: 5, failed: true }]);
      expect(warnings.at(-1)).toContain('failed for the last time');
    });

    test('a payload that this version does not accept, and a kind without a handler, are failures', async () => {
      await store.write((tables) =>
        due.schedule(tables, { ...NOTE, accepts: (value): value is number => value === 7 }, { at: START, payload: 7 }),
      );
      await schedule(START, 'x', OTHER);
      expect(await due.settle()).toEqual({ ran: 0, isMoreDue: false });
      expect((await due.waiting(10)).map(({ error }) => error?.split('\n')[0])).toEqual([
        'Error: Its payload is not what this version expects.',
        'Error: The service x-notes has no handler for jobs of the kind other.',
      ]);
    });

    test('jobs of services that this process does not serve are left to others', async () => {
      await schedule(START, 'x', { ...NOTE, service: 'y-other' });
      expect(await due.settle()).toEqual({ ran: 0, isMoreDue: false });
      expect(await due.waiting(10)).toMatchObject([{ service: 'y-other', failures: 0 }]);
    });

    test('runs in the background, at once after the commit and when the clock comes to it', async () => {
      const wall = Date.now();
      now = wall;
      const clocked = createDue({ store: store as Store<unknown> as Store<DueTables>, clock: { now: () => Date.now() }, warn: () => {} });
      running.push(clocked);
      clocked.handle<string, NoteTables>(NOTE, async ({ payload }, tables) => void (await note(tables, payload)));
      clocked.start();
      await store.write((tables) => clocked.schedule(tables, NOTE, { at: wall - 1, payload: 'past' }));
      await expect.poll(notes).toEqual(['past']);
      await store.write((tables) => clocked.schedule(tables, NOTE, { at: Date.now() + 50, payload: 'soon' }));
      await expect.poll(notes).toEqual(['past', 'soon']);
    });
  });

  describe('several processes', () => {
    test('one runs jobs at a time; another waits for it, and takes over when its lease ends', async () => {
      const order: string[] = [];
      const other = newDue();
      for (const [name, one] of [
        ['one', due],
        ['other', other],
      ] as const) {
        one.handle<string, NoteTables>(NOTE, async ({ payload }) => void order.push(`${name} ${payload}`));
      }
      await schedule(START, '1');
      expect(await due.settle()).toEqual({ ran: 1, isMoreDue: false });
      await schedule(START, '2');
      // `other` waits until the lease of `due`, which does nothing more, has ended.
      expect(await other.settle()).toEqual({ ran: 1, isMoreDue: false });
      expect(order).toEqual(['one 1', 'other 2']);
    });
  });
});
