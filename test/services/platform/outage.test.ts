// Tests that due work and the outbox go on by themselves after the database was gone, and send nothing twice for that.

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createDue } from '../../../services/platform/due/stored-due.ts';
import { duePart } from '../../../services/platform/due/tables.ts';
import { createOutbox } from '../../../services/platform/outbox/stored-outbox.ts';
import { outboxPart } from '../../../services/platform/outbox/tables.ts';
import { openStore } from '../../../services/platform/store/open.ts';
import { type Store, StoreUnavailable } from '../../../services/platform/store/store.ts';
import { withAfterCommit } from '../../../services/platform/work/after-commit.ts';
import { POSTGRES, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { EVENT, NOTE, noteMigrations, type WorkTables } from './processes/work.ts';

describe.skipIf(!POSTGRES)('while PostgreSQL is gone', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  test('work is refused; later, what was under way is recorded, and the rest goes on', async () => {
    const opened = await openStore<WorkTables>({ postgres: await postgres.newDatabase() });
    const store = withAfterCommit(opened);
    await opened.migrate(duePart);
    await opened.migrate(outboxPart);
    await opened.migrate({ name: 'x_notes', migrations: noteMigrations, tables: [] });
    const warnings: string[] = [];
    const common = { clock: { now: () => Date.now() }, warn: (line: string) => void warnings.push(line) };
    const shared = { ...common, store: store as Store<unknown> as Parameters<typeof createOutbox>[0]['store'] };
    const outbox = createOutbox({ ...shared, network: { fetch, allowPrivate: false } });
    const due = createDue({ ...common, store: store as Store<unknown> as Parameters<typeof createDue>[0]['store'] });
    onTestFinished(async () => {
      await outbox.close();
      await due.close();
      await opened.close();
    });
    const posted: string[] = [];
    let answer = () => {};
    outbox.handle<string, WorkTables>(EVENT, {
      schedule: [3_600],
      async post({ payload }, _network, { onAnswer }) {
        posted.push(payload);
        if (payload === 'under way') await new Promise<void>((resolve) => (answer = resolve));
        onAnswer?.({ status: 204, retryAfter: undefined });
      },
    });
    due.handle<string, WorkTables>(NOTE, async ({ id, payload }, tables) => {
      await tables.insertInto('notes').values({ id, text: payload, position: 0, process: '' }).execute();
    });
    outbox.start();
    due.start();
    const add = (payload: string) => store.write((tables) => outbox.add(tables, EVENT, { url: 'https://receiver.example/', payload }));
    const states = async () => (await outbox.list({ most: 10 })).map(({ payload, state, attempts }) => `${payload}: ${state} ${attempts}`);

    await add('under way');
    await expect.poll(() => posted).toEqual(['under way']);
    await store.write((tables) => due.schedule(tables, NOTE, { at: Date.now() + 1_500, payload: 'due meanwhile' }));
    await postgres.kill();
    answer();
    await expect(add('refused')).rejects.toThrow(StoreUnavailable);
    await expect.poll(() => warnings.some((line) => line.startsWith('The outbox cannot go on for now: '))).toBe(true);
    await expect.poll(() => warnings.some((line) => line.startsWith('Due work cannot go on for now: '))).toBe(true);
    await postgres.restart();

    await expect.poll(async () => (await store.read.selectFrom('notes').select('text').execute()).length).toBe(1);
    await expect.poll(states).toEqual(['under way: delivered 1']);
    await add('later');
    await expect.poll(states).toEqual(['later: delivered 1', 'under way: delivered 1']);
    expect(posted).toEqual(['under way', 'later']);
    // One line each, however long it takes.
    expect(warnings).toHaveLength(2);
  });
});
