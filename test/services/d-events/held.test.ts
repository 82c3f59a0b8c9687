// Tests what a client gets that was published before its subscription is confirmed, on a store that is slow.

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sampleOf } from '../../support/effort.ts';
import { POSTGRES } from '../../support/postgres.ts';
import { type SharedPostgres, sharePostgres } from '../../support/shared-servers.ts';
import { open, path } from './opened.ts';

// Where PostgreSQL is not installed, ../../support/postgres.ts prints a line that says so.
describe.skipIf(!POSTGRES)('while a subscription is not written yet', () => {
  let postgres: SharedPostgres;
  beforeAll(async () => {
    postgres = await sharePostgres();
  });
  afterAll(() => postgres.stop());

  const CASES: readonly (readonly [what: string, messages: number])[] = [
    // The count of subscriptions, which is sent when it is written, is one more.
    ['1,000 messages wait for it', 999],
    ['with more, the connection ends', 1_001],
  ];
  test.each(sampleOf(CASES, 1))('%s', async (_, count) => {
    const database = await postgres.newDatabase();
    const { fan, back } = await open({ place: async () => ({ store: { postgres: database } }) });
    const noor = await fan();
    const lock = new pg.Client(database);
    await lock.connect();
    onTestFinished(() => lock.end());
    await lock.query('begin');
    await lock.query('lock table d_subscriptions in access exclusive mode');
    noor.subscribe('match-9');
    await noor.settled();
    for (let number = 0; number < count; number += 10) {
      const batch = Array.from({ length: Math.min(10, count - number) }, (_, index) => {
        return { name: 'goal', channel: 'match-9', data: String(number + index) };
      });
      expect((await back.triggerBatchEvents({ path, body: { batch } })).status).toBe(200);
    }
    if (count > 1_000) {
      expect(await noor.closed).toBe(1006);
      await lock.query('rollback');
      return;
    }
    expect(noor.received).toEqual([]);
    await lock.query('rollback');
    const goals = () => noor.received.filter(({ event }) => event === 'goal').map(({ data }) => Number(data));
    await expect.poll(() => goals().length).toBe(count);
    expect(goals()).toEqual(Array.from({ length: count }, (_, index) => index));
    expect(noor.received[0]?.event).toBe('pusher_internal:subscription_succeeded');
  });
});
