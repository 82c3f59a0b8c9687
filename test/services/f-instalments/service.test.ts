// Tests the instalment service alive, on each engine: payments from the page to the last instalment, money, events, and repeated requests.

import { unwrap } from '@octavo/runtime';
import { expect, onTestFinished, test } from 'vitest';
import { keys } from '../../../services/f-instalments/seeds/seed.ts';
import { listenFor } from '../../support/receiver.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { ARMCHAIR, BOOKCASE, basket, clientOf, customer, DAY, openShop } from './shop.ts';

describeOnEngines('the instalment service', (engine) => {
  const open = () => openShop(engine);

  test('F2: a payment in three instalments is paid month by month, and the shop is credited once', async () => {
    const { act, create, read, later, eventsOf, balance } = await open();
    expect(await balance()).toBe(0);
    const { id, state } = await create();
    expect(state).toBe('not_started');
    await act('check-out', { payment: id });
    expect(await read(id)).toMatchObject({
      state: 'in_progress',
      payment_plan: [{ state: 'paid', total_amount: 6668 }, { state: 'pending' }, {}],
    });
    await later(31);
    expect((await read(id)).payment_plan.map((one) => one.state)).toEqual(['paid', 'paid', 'pending']);
    await later(31);
    expect((await read(id)).state).toBe('paid');
    expect(await eventsOf(id)).toEqual(['payment.created', 'payment.scored', 'payment.in_progress', 'payment.paid']);
    expect(await balance()).toBe(20_000 - 580);
  });

  test('F3: creation refuses what eligibility refuses', async () => {
    const { client } = await open();
    const body = { purchase_amount: 2_900, queries: [{ installments_count: 3 }] };
    expect(unwrap(await client.checkEligibility({ body }), 200)).toMatchObject([
      { eligible: false, reasons: { purchase_amount: 'invalid_value' } },
    ]);
    const refused = await client.createPayment({ body: basket({ purchase_amount: 2_900 }) });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        errors: [{ field: 'payment.purchase_amount', error_code: 'invalid_value', message: 'must be at least 5000' }],
      },
    });
  });

  test('an instalment that cannot be charged makes the payment late, by its days, until the debt is collected', async () => {
    const { act, create, read, later } = await open();
    const { id } = await create();
    await act('check-out', { payment: id });
    await act('set-card', { payment: id, works: false });
    await later(31);
    const states = [(await read(id)).state];
    for (const days of [7, 8, 30]) {
      await later(days);
      states.push((await read(id)).state);
    }
    expect(states).toEqual(['late_dunning', 'late_contact_customer', 'default', 'collection_done']);
  });

  test('a late payment is in progress again when the card works', async () => {
    const { act, create, read, later } = await open();
    const { id } = await create();
    await act('check-out', { payment: id });
    await act('set-card', { payment: id, works: false });
    await later(31);
    expect((await read(id)).state).toBe('late_dunning');
    await act('set-card', { payment: id, works: true });
    expect(await read(id)).toMatchObject({
      state: 'in_progress',
      payment_plan: [{ state: 'paid' }, { state: 'paid' }, { state: 'pending' }],
    });
  });

  test('F4: only an accepted payment with manual capture is captured, once, and at most its first instalment', async () => {
    const { client, balance } = await open();
    const capture = (id: string, amount?: number) => client.capturePayment({ path: { id }, body: amount === undefined ? {} : { amount } });
    expect(await capture(ARMCHAIR)).toMatchObject({ status: 400, body: { error_code: 'not_capturable' } });
    expect(await capture(BOOKCASE, 89_001)).toMatchObject({ status: 400, body: { errors: [{ field: 'amount' }] } });
    expect(await capture(BOOKCASE, 80_000)).toMatchObject({ status: 200, body: { state: 'paid' } });
    expect(await balance()).toBe(80_000 - 2_320);
    expect(await capture(BOOKCASE)).toMatchObject({ status: 400, body: { error_code: 'already_captured' } });
    const refund = (amount: number) => client.createRefund({ body: { payment_id: BOOKCASE, amount } });
    expect(await refund(80_001)).toMatchObject({
      status: 400,
      body: { errors: [{ message: 'must be at most 80000, which is left to refund' }] },
    });
    expect((await refund(80_000)).status).toBe(200);
  });

  test('F5: refunds reduce the last instalments first, and never exceed what was captured', async () => {
    const { client, read, balance } = await open();
    const refund = (amount?: number) =>
      client.createRefund({ body: { payment_id: ARMCHAIR, ...(amount === undefined ? {} : { amount }) } });
    expect(await refund(40_001)).toMatchObject({
      status: 400,
      body: { errors: [{ message: 'must be at most 40000, which is left to refund' }] },
    });
    await refund(10_000);
    expect((await read(ARMCHAIR)).payment_plan.map((one) => one.total_amount)).toEqual([15_300, 14_700, 0]);
    expect(await refund()).toMatchObject({ status: 200, body: { amount: 30_000 } });
    expect((await read(ARMCHAIR)).state).toBe('paid');
    expect(await balance()).toBe(-40_000);
    expect((await refund(1)).status).toBe(400);
    expect(await client.createRefund({ body: { payment_id: BOOKCASE } })).toMatchObject({
      status: 400,
      body: { error_code: 'not_captured' },
    });
  });

  test('a payment is changed and cancelled before its first charge only', async () => {
    const { client, create, eventsOf } = await open();
    const { id } = await create();
    const changed = await client.updatePayment({ path: { id }, body: { payment: { purchase_amount: 30_001, installments_count: 2 } } });
    expect(unwrap(changed, 200).payment_plan.map((one) => one.total_amount)).toEqual([15_001, 15_000]);
    expect(await client.cancelPayment({ path: { id } })).toMatchObject({ status: 200, body: { state: 'stopped' } });
    expect((await client.stopPayment({ path: { id } })).status).toBe(200);
    expect(await eventsOf(id)).toEqual(['payment.created', 'payment.canceled']);
    expect(await client.cancelPayment({ path: { id: ARMCHAIR } })).toMatchObject({ status: 400, body: { error_code: 'already_charged' } });
    const dearer = await client.modifyPayment({ path: { id: ARMCHAIR }, body: { purchase_amount: 50_000 } });
    expect(dearer).toMatchObject({ status: 400, body: { error_code: 'already_charged' } });
  });

  test('the page shows the plan, takes missing details, and sends the shopper back', async () => {
    const { sandbox, client, read } = await open();
    const { payment } = basket();
    const { id, url } = unwrap(await client.createPayment({ body: { payment: { ...payment, installments_count: 4 } } }), 200);
    const fetch = sandbox.fetch('f-instalments');
    const shown = await (await fetch(url)).text();
    expect(shown).toContain('Pay Fern &#38; Oak in 4 instalments');
    expect(shown).toContain('53.00 €');
    const token = /name="token" value="([^"]+)"/.exec(shown)?.[1] ?? '';
    const post = (fields: Record<string, string>) => fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    expect((await post({ token: 'x' })).status).toBe(403);
    expect((await read(id)).state).toBe('not_started');
    expect(await (await post({ token })).text()).toContain('Please complete your details.');
    expect((await read(id)).state).toBe('scored_maybe');
    const done = await post({ token, ...customer });
    expect(done.headers.get('location')).toBe(`https://shop.example/done?pid=${id}`);
    expect((await read(id)).state).toBe('in_progress');
  });

  test('F6: the link is sent by email and by SMS, and control lists what was sent', async () => {
    const { client, act } = await open();
    await client.sendPaymentEmail({ path: { id: BOOKCASE }, body: { email: 'a@example.com' } });
    await client.sendPaymentSms({ path: { id: BOOKCASE } });
    const { result } = unwrap(await act('list-messages', { payment: BOOKCASE }), 200);
    expect(result.messages).toMatchObject([
      { channel: 'sms', address: '+33639981204' },
      { channel: 'email', address: 'a@example.com', text: expect.stringContaining(`/pay/${BOOKCASE}`) },
    ]);
  });

  test('F7: balance transactions are listed for a range of times or days', async () => {
    const { client } = await open();
    const typesOf = async (query: object) => unwrap(await client.listBalanceTransactions({ query }), 200).data.map(({ type }) => type);
    expect(await typesOf({})).toEqual(['payout', 'refund', 'fee', 'payment']);
    expect(await typesOf({ start: 1_773_331_365, end: 1_773_331_365 })).toEqual(['refund']);
    expect(await typesOf({ start: 1_773_331_366 })).toEqual(['payout']);
    expect(await typesOf({ start_date: '2026-03-02', end_date: '2026-03-12' })).toEqual(['refund', 'fee', 'payment']);
  });

  test('F9: customers are kept once, and orders with what the shop reports of them', async () => {
    const { client, create, eventsOf } = await open();
    const { id: known } = unwrap(await client.createCustomer({ body: customer }), 200);
    const { id } = await create();
    const again = unwrap(await client.createCustomer({ body: { email: 'NOE@example.com', country: 'FR' } }), 200);
    expect(again).toMatchObject({ id: known, first_name: 'Noé', country: 'FR' });
    expect(unwrap(await client.listCustomers({ query: { email: customer.email } }), 200).data).toMatchObject([{ id: known }]);
    const path = { payment_id: id };
    expect(await client.updateOrderStatus({ path, body: { status: 'packed' } })).toMatchObject({
      status: 400,
      body: { error_code: 'no_order' },
    });
    await client.createOrder({ path, body: { orders: [{ merchant_reference: 'A' }, { merchant_reference: 'B' }] } });
    const which = { errors: [{ field: 'merchant_order_reference', message: 'is required, since the payment has several orders' }] };
    expect(await client.updateOrderStatus({ path, body: { status: 'packed' } })).toMatchObject({ status: 400, body: which });
    await client.updateOrderStatus({ path, body: { merchant_order_reference: 'B', status: 'packed' } });
    const shipment = { merchant_order_reference: 'B', carrier: 'Courier', tracking_number: '1' };
    expect(unwrap(await client.sendShipmentInfo({ path, body: shipment }), 200)).toMatchObject({ status: 'packed', is_shipped: true });
    expect(await eventsOf(id)).toEqual(['payment.created', 'order.status_updated', 'order.shipped']);
  });

  test('F9: an export is complete after a while, and its CSV has all entries', async () => {
    const { sandbox, client } = await open();
    const { id } = unwrap(await client.createDataExport({ body: { type: 'accounting_for_payout', payout: 'payout_11wYc9GfX4uTjW' } }), 200);
    const { url_csv: none } = unwrap(await client.getDataExport({ path: { id } }), 200);
    expect(none).toBeNull();
    await sandbox.moveClock(sandbox.clock.now() + 120_000);
    const { url_csv: url } = unwrap(await client.getDataExport({ path: { id } }), 200);
    const lines = (await (await sandbox.fetch('f-instalments')(url ?? '')).text()).trim().split('\r\n');
    expect(lines.map((line) => line.split(',')[3])).toEqual(['amount', '45900', '-1331', '-5900', '-38669']);
  });

  test('a shop neither sees nor changes what belongs to another', async () => {
    const { sandbox, client } = await open();
    const other = clientOf(sandbox, keys.saltWind);
    expect((await other.getPayment({ path: { id: ARMCHAIR } })).status).toBe(404);
    expect((await other.createRefund({ body: { payment_id: ARMCHAIR } })).status).toBe(404);
    expect(unwrap(await other.listPayments({}), 200)).toEqual({ data: [], has_more: false });
    expect(unwrap(await client.listPayments({ query: { limit: 1 } }), 200)).toMatchObject({ data: [{ id: BOOKCASE }], has_more: true });
    const second = await client.listPayments({ query: { limit: 1, starting_after: BOOKCASE } });
    expect(unwrap(second, 200)).toMatchObject({ data: [{ id: ARMCHAIR }], has_more: false });
  });

  test('F10: lists begin with the newest item by the time that it shows, also where it was written before others', async () => {
    const { client, create, sandbox } = await open();
    const [later, now] = [sandbox.clock.now() + 2 * DAY, sandbox.clock.now()];
    await sandbox.moveClock(later);
    const newest = await create();
    await sandbox.moveClock(now + DAY);
    const older = await create();
    const { data } = unwrap(await client.listPayments({ query: { limit: 2 } }), 200);
    expect(data.map(({ id }) => id)).toEqual([newest.id, older.id]);
    const second = await client.listPayments({ query: { limit: 2, starting_after: newest.id } });
    expect(unwrap(second, 200).data.map(({ id }) => id)).toEqual([older.id, BOOKCASE]);
    const events = unwrap(await client.listEvents({ query: { limit: 100 } }), 200).data.map(({ created }) => created);
    expect(events).toEqual([...events].sort((one, other) => other - one));
  });
});

test('F8: a webhook and the callback of a payment get what happened, signed', async () => {
  const { createSandbox } = await import('../../../services/index.ts');
  const got: string[] = [];
  const origin = await listenFor((request, response) => {
    got.push(`${request.method} ${request.url} ${String(request.headers['x-alma-signature']).length}`);
    request.resume();
    response.end();
  });
  const sandbox = await createSandbox({ services: ['f-instalments'], at: 'story', network: { allowPrivate: true } });
  onTestFinished(() => sandbox.close());
  const client = clientOf(sandbox);
  await client.configureWebhook({ body: { url: `${origin}/events`, events: ['payment.created'] } });
  const { id } = unwrap(await client.createPayment({ body: basket({ ipn_callback_url: `${origin}/ipn` }) }), 200);
  await sandbox.control.runAction({ path: { service: 'f-instalments', action: 'check-out' }, body: { payment: id } });
  await sandbox.moveClock(sandbox.clock.now() + 61_000);
  await expect.poll(() => new Set(got)).toEqual(new Set(['POST /events 64', `GET /ipn?pid=${id} 64`]));
});

test('events of one payment reach a webhook in order, and wait for those of no other payment', async () => {
  const { createSandbox } = await import('../../../services/index.ts');
  const got: string[] = [];
  let isAway = true;
  let held = '';
  const origin = await listenFor(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { type, payment } = JSON.parse(body) as { type: string; payment: string };
    const isRefused = isAway && payment === held;
    if (!isRefused) got.push(`${payment} ${type}`);
    response.writeHead(isRefused ? 503 : 204).end();
  });
  const sandbox = await createSandbox({ services: ['f-instalments'], at: 'story', network: { allowPrivate: true } });
  onTestFinished(() => sandbox.close());
  const client = clientOf(sandbox);
  const checkOut = (payment: string) =>
    sandbox.control.runAction({ path: { service: 'f-instalments', action: 'check-out' }, body: { payment } });
  const create = async () => unwrap(await client.createPayment({ body: basket() }), 200).id;
  held = await create();
  const url = `${origin}/events`;
  await client.configureWebhook({ body: { url } });
  await checkOut(held);
  const other = await create();
  await checkOut(other);
  const typesOf = (id: string) => got.flatMap((line) => (line.startsWith(id) ? [line.slice(id.length + 1)] : []));
  await expect.poll(() => typesOf(other)).toEqual(['payment.created', 'payment.scored', 'payment.in_progress']);
  expect(typesOf(held)).toEqual([]);
  isAway = false;
  await sandbox.moveClock(sandbox.clock.now() + 61_000);
  await expect.poll(() => typesOf(held)).toEqual(['payment.scored', 'payment.in_progress']);
});
