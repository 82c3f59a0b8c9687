// Tests two processes of the instalment service on one PostgreSQL and Redis: money moves once, whoever asks for it, and however often at once.

import { createInstalmentsClient, type InstalmentsClient } from '@octavo/interfaces/f-instalments';
import { unwrap } from '@octavo/runtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keys } from '../../../services/f-instalments/seeds/seed.ts';
import { IS_DEEP } from '../../support/effort.ts';
import { POSTGRES } from '../../support/postgres.ts';
import { REDIS } from '../../support/redis.ts';
import { startTwoProcesses, type TwoProcesses } from '../../support/sandbox-process.ts';
import { ARMCHAIR, BOOKCASE, basket } from './shop.ts';

// Where they are not installed, the helpers print a line that says so.
describe.runIf(IS_DEEP && POSTGRES && REDIS)('two processes of the instalment service', () => {
  let left: InstalmentsClient;
  let right: InstalmentsClient;
  let two: TwoProcesses;
  beforeAll(async () => {
    two = await startTwoProcesses(['f-instalments']);
    const [first, second] = two.processes.map(({ url }) =>
      createInstalmentsClient({ baseUrl: url('f-instalments'), credentials: { InstalmentsAuth: keys.fernAndOak } }),
    );
    if (first === undefined || second === undefined) throw new Error('There are two processes.');
    [left, right] = [first, second];
  });
  afterAll(() => two.end());

  /** Sends 50 requests at once, in turn to both, and gives what was answered with 200; the others must have one of the statuses. */
  async function fifty<Body>(
    send: (client: InstalmentsClient, index: number) => Promise<{ status: number; body: unknown }>,
    refused: readonly number[],
  ): Promise<Body[]> {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => send(index % 2 === 0 ? left : right, index)));
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && !refused.includes(status))).toEqual([]);
    return answers.flatMap(({ status, body }) => (status === 200 ? [body as Body] : []));
  }

  const entries = async (payment: string) =>
    unwrap(await right.listBalanceTransactions({ query: { limit: 100 } }), 200)
      .data.filter((one) => one.payment === payment)
      .map(({ type, amount }) => [type, amount]);

  test('refund no more than was captured', async () => {
    // 40,000 cents are left of the armchair.
    const made = await fifty<{ id: string; amount: number }>(
      (client) => client.createRefund({ body: { payment_id: ARMCHAIR, amount: 1_500 } }),
      [400],
    );
    expect(made).toHaveLength(26);
    expect(new Set(made.map(({ id }) => id)).size).toBe(26);
    const refunds = unwrap(await left.getPayment({ path: { id: ARMCHAIR } }), 200).refunds ?? [];
    expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(5_900 + 26 * 1_500);
    expect((await entries(ARMCHAIR)).filter(([type]) => type === 'refund')).toHaveLength(27);
  });

  test('capture a payment once, with one key or many', async () => {
    const captured = await fifty(
      (client, index) => client.capturePayment({ path: { id: BOOKCASE }, body: { amount: 80_000 + index } }),
      [400],
    );
    expect(captured).toHaveLength(1);
    expect((await entries(BOOKCASE)).map(([type]) => type).toSorted()).toEqual(['fee', 'payment']);

    const { id } = unwrap(await left.createPayment({ body: basket({ capture_method: 'manual' }) }), 200);
    await two.processes[0].control.runAction({ path: { service: 'f-instalments', action: 'check-out' }, body: { payment: id } });
    const header = { 'Idempotency-Key': 'capture-once' };
    const answers = await fifty((client) => client.capturePayment({ path: { id }, header }), [409]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await entries(id)).toEqual([
      ['fee', -580],
      ['payment', 20_000],
    ]);
  });

  test('create one payment for one key', async () => {
    const header = { 'Idempotency-Key': 'create-once' };
    const before = unwrap(await left.listPayments({ query: { limit: 100 } }), 200).data.length;
    const made = await fifty<{ id: string }>((client) => client.createPayment({ header, body: basket() }), [409]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(unwrap(await right.listPayments({ query: { limit: 100 } }), 200).data).toHaveLength(before + 1);
    const [one] = made;
    expect(await left.createPayment({ header, body: basket() })).toMatchObject({ status: 200, body: { id: one?.id } });
  });
});
