// Probes of bills, payments and plans.
import { location, of, same } from '../../probes.ts';
import * as make from './callers.ts';

const { is, post, seen, total } = make;

export const billing: make.EnergyProbes = {
  'bills-from-the-start-again': async ({ office }) => of(await make.bill(office)).from === '2025-04-01',
  'billed-beyond-end': async ({ office }) => {
    const path = await make.cancelled(office);
    await make.read(office, 'EL-10003', '2025-08-01', make.both(2000, 1500));
    return is(post(office, `${path}/bills`, { until: '2025-08-01' }), 409);
  },
  'bill-takes-reading-before': ({ office }) => is(make.bill(office, { until: '2025-06-15' }), 409),
  'bill-counts-last-meter': async ({ office }) => {
    await make.exchange(office);
    await make.read(office, 'EL-10009', '2025-10-01', total(90));
    return of(await make.bill(office, { until: '2025-10-01' })).kwh === 1070;
  },
  'kwh-without-night': async ({ office }) => (await make.billNew(office)).kwh === 2144,
  'estimated-by-last-reading': async ({ office }) => {
    await make.bill(office);
    await make.read(office, 'EL-10001', '2025-08-01', total(2800));
    return of(await make.bill(office, { until: '2025-08-01' })).estimated === true;
  },
  'bands-last-price-for-all': async ({ office }) => (await make.billAgain(office)).energyAmount === 243.08,
  'bands-limits-as-widths': async ({ office }) => (await make.billNew(office)).energyAmount === 535.63,
  'night-price-ignored': async ({ office }) => (await make.billNew(office)).energyAmount === 535.63,
  'energy-rounded-down': async ({ office }) => (await make.billAgain(office)).energyAmount === 243.08,
  'standing-charge-day-more': async ({ office }) => (await make.billAgain(office)).standingAmount === 31.28,
  'tax-without-standing-charge': async ({ office }) => (await make.billAgain(office)).taxAmount === 68.59,
  'due-from-end-of-period': async ({ office }) => (await make.billAgain(office)).dueOn === '2025-04-17',
  'number-of-void-bill-again': async ({ office }) => (await make.billAgain(office)).number === 3,
  'billed-until-keeps-void': async ({ office }) => {
    await post(office, '/bills/bil1000a/void');
    return (await seen(office, '/contracts/con1000a')).billedUntil === null;
  },
  'paid-bill-voided': async ({ office }) => {
    await make.pay(office, 10);
    return is(post(office, '/bills/bil1000a/void'), 409);
  },
  'earlier-bill-voided': async ({ office }) => {
    await make.bill(office);
    return is(post(office, '/bills/bil1000a/void'), 409);
  },
};

export const payments: make.EnergyProbes = {
  'two-payments-at-once': async ({ office }) => {
    const got = await Promise.all(['first', 'second'].map((reference) => make.pay(office, 200, reference)));
    return got.some(({ status }) => status === 201) && got.some(({ status }) => status === 409);
  },
  'paid-bill-stays-open': async ({ office }) => {
    await make.pay(office, 300);
    return of(await make.pay(office, 42.95, 'second')).state === 'paid';
  },
  'payment-booked-again': async ({ office }) => {
    await make.pay(office, 10);
    return is(make.pay(office, 10), 200);
  },
  'known-reference-with-other-amount': async ({ office }) => {
    await make.pay(office, 10);
    return is(make.pay(office, 20), 409);
  },
  'plan-rest-lost': async ({ office }) => {
    await make.plan(office, 3);
    return same(await make.instalments(office, 'amount'), [114.33, 114.31, 114.31]);
  },
  'plan-rest-on-last': async ({ office }) => {
    await make.plan(office, 3);
    return same(await make.instalments(office, 'amount'), [114.33, 114.31, 114.31]);
  },
  'plan-of-total': async ({ office }) => {
    await make.pay(office, 42.95);
    await make.plan(office, 3);
    return same(await make.instalments(office, 'amount'), [100, 100, 100]);
  },
  'instalments-run-over': async ({ office }) => {
    await make.plan(office, 3);
    return same(await make.instalments(office, 'dueOn'), ['2025-05-31', '2025-06-30', '2025-07-31']);
  },
  'instalments-drift': async ({ office }) => {
    await make.plan(office, 3);
    return same(await make.instalments(office, 'dueOn'), ['2025-05-31', '2025-06-30', '2025-07-31']);
  },
  'instalments-every-30-days': async ({ office }) => {
    await make.plan(office, 3, '2025-05-01');
    return same(await make.instalments(office, 'dueOn'), ['2025-05-01', '2025-06-01', '2025-07-01']);
  },
  'second-plan': async ({ office }) => {
    await make.plan(office, 3);
    return is(make.plan(office, 4), 409);
  },
  'plan-stays-after-void': async ({ office }) => {
    const path = location(await make.plan(office, 3));
    await post(office, '/bills/bil1000a/void');
    return is(office('GET', path), 404);
  },
  'plan-paid-from-the-last': async ({ office }) => {
    await make.plan(office, 3);
    await make.pay(office, 120);
    return same(await make.instalments(office, 'paidAmount'), [114.33, 5.67, 0]);
  },
};
