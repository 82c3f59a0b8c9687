// Probes of values at and near their limits, and of values that are rich.
import { isKept, location, of, same, times } from '../../probes.ts';
import { addDays, today } from '../days.ts';
import * as make from './callers.ts';

const { both, is, patch, post, total } = make;

const band = (upToKwh: number | null, price = 0.2): object => ({ upToKwh, price });

export const values: make.EnergyProbes = {
  'name-of-81': ({ office }) => is(post(office, '/customers', make.customer({ name: 'x'.repeat(81) })), 422),
  'name-empty-in-patch': ({ office }) => is(patch(office, '/customers/ada1000a', { name: '' }), 422),
  'email-unchecked': ({ office }) => is(post(office, '/customers', make.customer({ email: 'pia at home' })), 422),
  'postcode-of-three': ({ office }) => {
    const address = { street: 'Torvet 1', postcode: '890', city: 'Randers' };
    return is(post(office, '/customers', make.customer({ address })), 422);
  },
  'six-tags': ({ office }) => is(post(office, '/customers', make.customer({ tags: ['aa', 'bb', 'cc', 'dd', 'ee', 'ff'] })), 422),
  'tags-twice': ({ office }) => is(patch(office, '/customers/ada1000a', { tags: ['green', 'green'] }), 422),
  'notes-of-501-in-patch': ({ office }) => is(patch(office, '/customers/ada1000a', { notes: 'x'.repeat(501) }), 422),
  'company-number-longer': ({ office }) =>
    is(post(office, '/customers', make.customer({ kind: 'business', companyNumber: '123456789' })), 422),
  'private-with-company-number': ({ office }) => is(post(office, '/customers', make.customer({ companyNumber: '12345678' })), 422),
  'unknown-members-taken': ({ office }) => is(post(office, '/customers', make.customer({ fax: '1' })), 422),
  'size-of-51': ({ office }) => is(office('GET', '/customers?size=51'), 400),
  'size-of-zero': ({ office }) => is(office('GET', '/customers?size=0'), 400),
  'nine-digits': ({ office }) => is(make.install(office, { digits: 9 }), 422),
  'three-digits': ({ office }) => is(make.exchange(office, {}, { digits: 3 }), 422),
  'any-registers': ({ office }) => is(make.install(office, { registers: ['day'], initialValues: [{ register: 'day', value: 1 }] }), 422),
  'capacity-in-any-step': ({ office }) => is(office('PUT', '/supply-points/DK10000009', { body: make.point({ capacityKw: 10.25 }) }), 422),
  'largest-capacity-refused': ({ office }) =>
    is(office('PUT', '/supply-points/DK10000009', { body: make.point({ capacityKw: 500 }) }), 201),
  'seven-bands': ({ office }) => {
    const bands = [...times(6, (index) => band(100 * (index + 1))), band(null)];
    return is(post(office, '/tariffs', make.tariff({ bands })), 422);
  },
  'free-band-refused': ({ office }) => is(post(office, '/tariffs', make.tariff({ bands: [band(100, 0), band(null)] })), 201),
  'equal-band-limits': ({ office }) => is(post(office, '/tariffs', make.tariff({ bands: [band(100), band(100), band(null)] })), 422),
  'last-band-with-limit': ({ office }) => is(post(office, '/tariffs', make.tariff({ bands: [band(100), band(200)] })), 422),
  'tax-of-thirty-refused': ({ office }) => is(post(office, '/tariffs', make.tariff({ taxPercent: 30 })), 201),
  'validity-of-one-day-refused': ({ office }) => is(post(office, '/tariffs', make.tariff({ validTo: '2025-01-01' })), 201),
  'notice-of-91-days': ({ office }) => is(make.contract(office, { noticeDays: 91 }), 422),
  'notice-default-14': async ({ office }) => of(await make.contract(office)).noticeDays === 30,
  'notice-a-day-longer': async ({ office }) => is(make.cancel(office, location(await make.contract(office))), 200),
  'notice-a-day-shorter': async ({ office }) =>
    is(make.cancel(office, location(await make.contract(office)), { endOn: '2025-06-30' }), 422),
  'last-day-of-tariff-refused': ({ office }) => is(make.contract(office, { startOn: '2027-06-30' }), 201),
  'next-contract-a-day-later': async ({ office }) => {
    await make.cancelled(office);
    return is(make.contract(office, { startOn: '2025-07-01' }), 201);
  },
  'reading-below-zero': ({ office }) => is(make.install(office, { initialValues: total(-1) }), 422),
  'reading-one-too-large': ({ office }) => is(make.read(office, 'EL-10001', '2025-08-01', total(1_000_000)), 422),
  'reading-lacks-register': ({ office }) => is(make.read(office, 'EL-10003', '2025-08-01', [{ register: 'day', value: 2000 }]), 422),
  'equal-reading-refused': ({ office }) => is(make.read(office, 'EL-10001', '2025-08-01', total(2700)), 201),
  'reading-of-tomorrow': ({ office }) => is(make.read(office, 'EL-10001', addDays(today(), 1), total(2800)), 422),
  'reading-of-today-refused': ({ office }) => is(make.read(office, 'EL-10001', today(), total(2800)), 201),
  'bill-dated-until-refused': ({ office }) => is(make.bill(office, { issuedOn: '2025-07-01' }), 201),
  'payment-of-nothing': ({ office }) => is(make.pay(office, 0), 422),
  'payment-of-half-a-cent': ({ office }) => is(make.pay(office, 10.005), 422),
  'payment-a-cent-more': ({ office }) => is(make.pay(office, 342.96), 409),
  'payment-of-all-refused': ({ office }) => is(make.pay(office, 342.95), 201),
  'plan-of-one': ({ office }) => is(make.plan(office, 1), 422),
  'plan-of-twelve-refused': ({ office }) => is(make.plan(office, 12), 201),
  'plan-before-bill': ({ office }) => is(make.plan(office, 3, '2025-04-02'), 422),
  'instalment-of-five-refused': async ({ office }) => {
    await make.pay(office, 332.95);
    return is(make.plan(office, 2), 201);
  },
};

export const rich: make.EnergyProbes = {
  'name-counted-in-utf16': ({ office }) => {
    const name = '😀'.repeat(80);
    return isKept(office, 'POST', '/customers', make.customer({ name }), 'name', name);
  },
  'tags-sorted': ({ office }) => isKept(office, 'POST', '/customers', make.customer({ tags: ['vip', 'green'] }), 'tags', ['vip', 'green']),
  'patch-null-ignored': async ({ office }) => of(await patch(office, '/customers/ada1000a', { phone: null })).phone === null,
  'patch-replaces-address': async ({ office }) => {
    const { address } = of(await patch(office, '/customers/ada1000a', { address: { city: 'Ribe' } }));
    return same(address, { street: 'Havnegade 12', postcode: '5000', city: 'Ribe' });
  },
  'patch-adds-tags': async ({ office }) => same(of(await patch(office, '/customers/ada1000a', { tags: ['vip'] })).tags, ['vip']),
  'estimate-of-32-bits': async ({ office }) => {
    const body = make.point({ annualEstimateKwh: 5_000_000_000 });
    return of(await office('PUT', '/supply-points/DK10000009', { body })).annualEstimateKwh === 5_000_000_000;
  },
  'put-keeps-what-is-left-out': async ({ office }) =>
    of(await office('PUT', '/supply-points/DK10000001', { body: make.point() })).annualEstimateKwh === 0,
  'note-lines-joined': async ({ office }) => {
    const note = 'Behind the door.\nRing twice.';
    const got = await make.read(office, 'EL-10001', '2025-08-01', total(2800), { note });
    return (await make.seen(office, location(got))).note === note;
  },
  'second-register-lost': async ({ office }) => {
    const got = await make.read(office, 'EL-10003', '2025-08-01', both(2000, 1500));
    return same((await make.seen(office, location(got))).values, both(2000, 1500));
  },
  'leap-day-refused': async ({ office }) => {
    await make.install(office);
    return is(make.read(office, 'EL-30004', '2024-02-29', total(150)), 201);
  },
  'price-of-three-decimals': ({ office }) => {
    const bands = [band(null, 0.1234)];
    return isKept(office, 'POST', '/tariffs', make.tariff({ bands }), 'bands', bands);
  },
  'cancel-comment-lost': async ({ office }) => {
    const path = location(await make.contract(office));
    await make.cancel(office, path, { comment: 'Too dear.' });
    return same((await make.seen(office, path)).cancellation, { receivedOn: '2025-06-01', reason: 'price', comment: 'Too dear.' });
  },
};
