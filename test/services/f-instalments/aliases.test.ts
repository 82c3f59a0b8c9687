// Sends what older clients send: other paths, methods and schemes of the same operations.

import { describe, expect, onTestFinished, test } from 'vitest';
import { keys } from '../../../services/f-instalments/seed.ts';
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
    ['POST', `/v1/payments/${ARMCHAIR}/refund`, { amount: 100 }, { payment: ARMCHAIR, amount: 100 }],
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

test('F10: each scheme that ends in Auth is accepted before the key, and no other', async () => {
  const { send } = await open();
  const path = `/v1/payments/${ARMCHAIR}`;
  const statuses = ['Instalments-Auth', 'instalments-auth', 'Other-Auth', 'Bearer'].map(
    async (scheme) => (await send('GET', path, undefined, scheme)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 401]);
});
