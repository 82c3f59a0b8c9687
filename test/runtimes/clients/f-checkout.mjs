// Goes through the calls of the published client of the instalment service, which shops use while somebody pays.

import { createRequire } from 'node:module';
import { drive } from './checks.mjs';

const { Client, ApiMode } = createRequire(import.meta.url)('@alma/client');

await drive(async ({ url, key, check, refused, act }) => {
  const apiRoot = new URL(url).origin;
  const shop = Client.withApiKey(key, { apiRoot, mode: ApiMode.TEST });
  shop.addUserAgentComponent('Shop', '1.0');
  const address = {
    first_name: 'Camille',
    last_name: 'Roux',
    line1: '3 rue des Lilas',
    postal_code: '75011',
    city: 'Paris',
    country: 'FR',
  };
  const customer = { first_name: 'Camille', last_name: 'Roux', email: 'camille.roux@example.com', phone: '+33612345678' };
  const sum = (plan, field) => plan.reduce((total, part) => total + part[field], 0);

  const eligibility = (payment, rest = {}) => shop.payments.eligibility({ payment, ...rest });
  await check(
    'a plan of three instalments',
    () => eligibility({ purchase_amount: 20_000, installments_count: 3 }),
    (one) => {
      const { isEligible, installments_count, payment_plan } = [one].flat()[0];
      return isEligible && installments_count === 3 && payment_plan.length === 3 && sum(payment_plan, 'purchase_amount') === 20_000;
    },
  );
  await check(
    'plans of several lengths, in order',
    () => eligibility({ purchase_amount: 20_000, installments_count: [4, 2, 3] }),
    (plans) => plans.map(({ installments_count: count }) => count).join() === '2,3,4',
  );
  await check(
    'all plans',
    () => eligibility({ purchase_amount: 20_000 }),
    (plans) => plans.length > 1 && plans.every(({ eligible }) => eligible),
  );
  await check(
    'plans for a customer and an address',
    () =>
      eligibility(
        { purchase_amount: 20_000, installments_count: [3], billing_address: address },
        { customer, orders: [{ merchant_reference: 'A-1' }] },
      ),
    ([{ eligible }]) => eligible,
  );
  await check(
    'too small an amount',
    () => eligibility({ purchase_amount: 100, installments_count: [3] }),
    ([{ isEligible, rawData }]) => !isEligible && rawData.reasons !== undefined,
  );
  await check(
    'too large an amount',
    () => eligibility({ purchase_amount: 99_999_999, installments_count: [3] }),
    ([{ isEligible }]) => !isEligible,
  );

  const wanted = {
    payment: {
      purchase_amount: 200_000,
      installments_count: 3,
      return_url: 'https://shop.example.com/paid',
      customer_cancel_url: 'https://shop.example.com/cart',
      billing_address: address,
      shipping_address: address,
      custom_data: { cart: 'C-12' },
    },
    customer,
    order: { merchant_reference: 'A-2', merchant_url: 'https://shop.example.com/orders/A-2', data: { gift: true } },
  };
  const made = await check('a payment', () => shop.payments.create(wanted), {
    purchase_amount: 200_000,
    installments_count: 3,
    state: 'not_started',
    return_url: wanted.payment.return_url,
    custom_data: { cart: 'C-12' },
    customer,
    orders: [{ merchant_reference: 'A-2' }],
    billing_address: { city: 'Paris' },
  });
  await check('its instalments', () => made.payment_plan.map(({ purchase_amount }) => purchase_amount), [66_668, 66_666, 66_666]);
  await check(
    'instalments a month apart',
    () => made.payment_plan.map(({ due_date }) => due_date),
    ([first, second, third]) => second - first > 27 * 86_400 && third - second > 27 * 86_400,
  );
  await check('its page', async () => (await fetch(made.url)).status, 200);
  await check('the shopper confirms', () => act('check-out', { payment: made.id }), { state: 'in_progress' });
  await check(
    'a payment with several orders',
    () => shop.payments.create({ ...wanted, order: undefined, orders: [{ merchant_reference: 'B-1' }, { merchant_reference: 'B-2' }] }),
    ({ orders }) => orders.length === 2,
  );
  await check(
    'a payment that is due in a fortnight',
    () => shop.payments.create({ ...wanted, payment: { ...wanted.payment, installments_count: 1, deferred_days: 15 } }),
    { installments_count: 1, deferred_days: 15 },
  );

  const told = ({ response }) => response.statusCode;
  await refused(
    'a payment without an amount',
    () => shop.payments.create({ payment: { return_url: 'https://shop.example.com/paid', billing_address: address } }),
    told,
    400,
  );
  await refused(
    'too large a payment',
    () => shop.payments.create({ ...wanted, payment: { ...wanted.payment, purchase_amount: 99_999_999 } }),
    told,
    400,
  );
  const stranger = Client.withApiKey('sk_test_unknown', { apiRoot });
  await refused('an unknown key', () => stranger.payments.create(wanted), told, 401);
  await refused('a wrong eligibility', () => stranger.payments.eligibility({ payment: { purchase_amount: 20_000 } }), told, 401);
});
