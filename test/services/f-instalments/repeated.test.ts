// Tests requests that are repeated with an idempotency key, on each engine.

import type { NewPayment } from '@octavo/interfaces/f-instalments';
import { unwrap } from '@octavo/runtime';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keys } from '../../../services/f-instalments/seeds/seed.ts';
import type { InstalmentsTables } from '../../../services/f-instalments/tables.ts';
import type { Platform } from '../../../services/platform/service.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { ARMCHAIR, BOOKCASE, basket, openShop } from './shop.ts';

describeOnEngines('the key of a repeated request', (engine) => {
  async function open() {
    const shop = await openShop(engine);
    const { client, sandbox } = shop;
    const keyed = (key: string) => ({ header: { 'Idempotency-Key': key } });
    return {
      ...shop,
      pay: (key: string, body: NewPayment = basket()) => client.createPayment({ body, ...keyed(key) }),
      refund: (key: string, amount: number, payment_id = ARMCHAIR) => client.createRefund({ body: { payment_id, amount }, ...keyed(key) }),
      capture: (key: string, id = BOOKCASE) => client.capturePayment({ path: { id }, ...keyed(key) }),
      fault: (operation: string, rest: object) => sandbox.faults.add({ operation, count: 1, ...rest }),
    };
  }

  test('gets the first answer for a day, also where that is an error', async () => {
    const { pay, refund, client, later } = await open();
    const first = unwrap(await pay('k'), 200);
    expect(unwrap(await pay('k'), 200)).toEqual(first);
    const refused = await refund('k-2', 100, BOOKCASE);
    expect(refused).toMatchObject({ status: 400, body: { error_code: 'not_captured' } });
    const invalid = await refund('k-3', 40_001);
    expect(invalid).toMatchObject({ status: 400, body: { errors: [{ field: 'amount' }] } });
    await client.capturePayment({ path: { id: BOOKCASE } });
    expect((await refund('k-2', 100, BOOKCASE)).body).toEqual(refused.body);
    expect((await refund('k-3', 40_001)).body).toEqual(invalid.body);
    await later(1);
    expect(unwrap(await pay('k'), 200).id).not.toBe(first.id);
  });

  test('is refused with 409 where its key belongs to another body, payment or operation', async () => {
    const { pay, refund, capture } = await open();
    const other = { status: 409, body: { error_code: 'idempotency_key_reused', message: 'This key belongs to another request.' } };
    await pay('k');
    expect(await pay('k', basket({ purchase_amount: 20_001 }))).toMatchObject(other);
    expect(await refund('k', 100)).toMatchObject(other);
    await capture('k-2');
    expect(await capture('k-2', ARMCHAIR)).toMatchObject(other);
  });

  test('is refused with 409 while the first one is being processed, and has its answer afterwards', async () => {
    const { refund, fault, read, sandbox } = await open();
    fault('createRefund', { delayMilliseconds: 1_500 });
    const first = refund('k', 100);
    await expect.poll(() => sandbox.faults.list()).toEqual([]);
    const inUse = { error_code: 'idempotency_key_in_use', message: 'A request with this key is still being processed.' };
    expect(await refund('k', 100)).toMatchObject({ status: 409, body: inUse });
    const { body } = await first;
    expect(await refund('k', 100)).toMatchObject({ status: 200, body });
    expect((await read(ARMCHAIR)).refunds).toHaveLength(2);
  });

  test('is done once, where the first one took so long that its claim had run out', async () => {
    const { refund, fault, read, sandbox } = await open();
    fault('createRefund', { delayMilliseconds: 1_500 });
    const first = refund('k', 100);
    await expect.poll(() => sandbox.faults.list()).toEqual([]);
    const { store } = sandbox.platformOf('f-instalments') as Platform<InstalmentsTables>;
    await store.write((tables) => tables.updateTable('f_answers').set({ claimed_until: 0 }).execute());
    const second = await refund('k', 100);
    expect(second.status).toBe(200);
    expect((await first).body).toEqual(second.body);
    expect((await read(ARMCHAIR)).refunds).toHaveLength(2);
  });

  test('gets the same 500, whether control ordered it or the service failed, and nothing is done', async () => {
    const { sandbox, client, fault } = await open();
    // The document does not declare 500, so the client would throw.
    async function post(path: string, key: string, body: object): Promise<[number, unknown]> {
      const headers = { authorization: `Instalments-Auth ${keys.fernAndOak}`, 'content-type': 'application/json', 'idempotency-key': key };
      const url = `https://instalments.example.com/v1/payments${path}`;
      const response = await sandbox.fetch('f-instalments')(url, { method: 'POST', headers, body: JSON.stringify(body) });
      return [response.status, await response.json()];
    }
    fault('createPayment', { status: 500 });
    const ordered = await post('', 'k', basket());
    expect(ordered[0]).toBe(500);
    expect(await post('', 'k', basket())).toEqual(ordered);
    expect(unwrap(await client.listPayments({}), 200).data).toHaveLength(2);

    const { store } = sandbox.platformOf('f-instalments') as Platform<InstalmentsTables>;
    const write = (details: string) =>
      store.write((tables) =>
        tables
          .updateTable('f_payments')
          .set({ details: sql<never>`${details}` })
          .where('id', '=', BOOKCASE)
          .execute(),
      );
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    await write('{');
    const failed = await post(`/${BOOKCASE}/capture`, 'k-2', {});
    expect(failed[0]).toBe(500);
    expect(log).toHaveBeenCalledOnce();
    await write('{"return_url":"https://shop.example/done"}');
    expect(await post(`/${BOOKCASE}/capture`, 'k-2', {})).toEqual(failed);
    expect((await post(`/${BOOKCASE}/capture`, 'k-3', {}))[0]).toBe(200);
  });

  test('is done where the first one was turned away or its connection broke', async () => {
    const { refund, fault, read } = await open();
    for (const fails of [{ status: 503 }, { status: 429 }, { drop: true }]) {
      fault('createRefund', fails);
      await refund('k', 100).catch(() => {});
    }
    expect((await refund('k', 100)).status).toBe(200);
    expect((await read(ARMCHAIR)).refunds).toHaveLength(2);
  });

  test('makes one refund, where 50 with one key come at once', async () => {
    const { refund, read } = await open();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refund('k', 100)));
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect((await read(ARMCHAIR)).refunds).toHaveLength(2);
  });
});
