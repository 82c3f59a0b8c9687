// Sends what older clients send: other paths, methods and schemes of the same operations.

import { describe, expect, onTestFinished, test } from 'vitest';
import { keys } from '../../../services/f-instalments/seeds/seed.ts';
import { createSandbox } from '../../../services/index.ts';
import { ARMCHAIR, BOOKCASE, shopOf } from './shop.ts';

async function open() {
  const sandbox = await createSandbox({ services: ['f-instalments'], at: 'story' });
  onTestFinished(() => sandbox.close());
  async function send(method: string, path: string, body?: object, scheme = 'Instalments-Auth') {
    const headers = {
      authorization: `${scheme} ${keys.fernAndOak}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await sandbox.fetch('f-instalments')(`https://instalments.example.com${path}`, init);
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }
  return { ...shopOf(sandbox), send };
}

const ORDERS = `/v1/payments/${ARMCHAIR}/orders`;

describe('older paths', () => {
  test.each([
    [
      'POST',
      '/v1/payments/eligibility',
      { payment: { purchase_amount: 45_900, installments_count: [3, 4] } },
      [{ eligible: true }, { customer_fee: 689 }],
    ],
    ['POST', '/v2/payments/eligibility', { purchase_amount: 45_900, queries: [{ installments_count: 3 }] }, [{ eligible: true }]],
    ['POST', `/v1/payments/${BOOKCASE}/charge-first-installment`, undefined, { id: BOOKCASE, state: 'paid' }],
    [
      'POST',
      `/v1/payments/${ARMCHAIR}/refund`,
      { amount: 100 },
      { id: ARMCHAIR, state: 'in_progress', amount_already_refunded: 6_000, payment: ARMCHAIR, amount: 100 },
    ],
    [
      'POST',
      `/v1/payments/${ARMCHAIR}/refunds`,
      { merchant_reference: 'R-2' },
      { payment: ARMCHAIR, amount: 40_000, merchant_reference: 'R-2' },
    ],
    ['PUT', ORDERS, { order: { merchant_reference: 'FO-9' } }, [{ merchant_reference: 'FO-2041' }, { merchant_reference: 'FO-9' }]],
    ['POST', `${ORDERS}/FO-2041/status`, { status: 'delivered' }, { merchant_reference: 'FO-2041', status: 'delivered' }],
    [
      'POST',
      '/v2/orders/order_11wTq8S3gHyWpC/shipment',
      { carrier: 'Rhône Courier', tracking_number: '7' },
      { shipments: [{}, { tracking_number: '7' }] },
    ],
  ])('%s %s', async (method, path, body, expected) => {
    const { send } = await open();
    expect(await send(method, path, body)).toMatchObject({ status: 200, body: expected });
  });

  test('POST /v1/payments/{id}/send-sms sends the link to the telephone number of the customer', async () => {
    const { send, act } = await open();
    expect(await send('POST', `/v1/payments/${ARMCHAIR}/send-sms`)).toEqual({ status: 200, body: undefined });
    expect(await act('list-messages', { payment: ARMCHAIR })).toMatchObject({
      body: { result: { messages: [{ channel: 'sms', address: '+33639981204' }] } },
    });
  });
});

describe('at the older paths, an empty list stands for no body, as PHP writes an array without fields so', () => {
  test.each([
    ['POST', `/v1/payments/${ARMCHAIR}/send-sms`, 200],
    ['POST', `/v1/payments/${BOOKCASE}/charge-first-installment`, 200],
    ['POST', `/v1/payments/${ARMCHAIR}/sms`, 400],
    ['POST', `/v1/payments/${ARMCHAIR}/refund`, 200],
    ['PUT', `/v1/payments/${BOOKCASE}/cancel`, 200],
    ['POST', '/v1/payments', 400],
  ])('%s %s', async (method, path, status) => {
    const { send } = await open();
    expect((await send(method, path, [])).status).toBe(status);
  });

  test('but a list with items is refused', async () => {
    const { send } = await open();
    expect((await send('POST', `/v1/payments/${ARMCHAIR}/send-sms`, [1])).status).toBe(400);
  });
});

test('a payment says what is refunded, its plan in short, the interest of each instalment and the comment of each order', async () => {
  const { send } = await open();
  const read = async () => (await send('GET', `/v1/payments/${ARMCHAIR}`)).body;
  expect(await read()).toMatchObject({ amount_already_refunded: 5_900, is_completely_refunded: false, kind: 'P3X' });
  await send('POST', '/v1/refunds', { payment_id: ARMCHAIR });
  const after = await read();
  expect(after).toMatchObject({ amount_already_refunded: 45_900, is_completely_refunded: true });
  expect(after.payment_plan.map((one: { customer_interest: number }) => one.customer_interest)).toEqual([0, 0, 0]);
  const payment = { purchase_amount: 45_900, installments_count: 1, return_url: 'https://fern-and-oak.example/done' };
  expect(after.orders).toMatchObject([{ comment: null }]);
  const deferred = await send('POST', '/v1/payments', { payment: { ...payment, deferred_days: 15 } });
  expect(deferred).toMatchObject({ status: 200, body: { kind: 'P1X_D+15', custom_data: {}, is_completely_refunded: false } });
});

test('F10: each scheme that ends in Auth is accepted before the key, and no other', async () => {
  const { send } = await open();
  const path = `/v1/payments/${ARMCHAIR}`;
  const statuses = ['Instalments-Auth', 'instalments-auth', 'Other-Auth', 'Bearer'].map(
    async (scheme) => (await send('GET', path, undefined, scheme)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 401]);
});
