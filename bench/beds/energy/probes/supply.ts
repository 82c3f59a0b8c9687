// Probes of what requests about customers, supply points, meters, readings, tariffs and contracts do to each other.
import { ANY, location, of, statusesOfTwo } from '../../probes.ts';
import * as make from './callers.ts';

const { both, is, patch, post, seen, total } = make;

export const supply: make.EnergyProbes = {
  'two-contracts-at-once': async ({ office }) => {
    const body = { customerId: 'cle1000c', supplyPointCode: 'DK10000003', tariffId: 'tar1000a', startOn: '2025-03-01' };
    return (await statusesOfTwo(office, 'POST', '/contracts', body)) === '201,409';
  },
  'email-case-makes-another': ({ office }) => is(post(office, '/customers', make.customer({ email: 'ADA@example.com' })), 409),
  'email-taken-by-patch': ({ office }) => is(patch(office, '/customers/cle1000c', { email: 'ada@example.com' }), 409),
  'email-of-deleted-stays-taken': async ({ office }) => {
    await office('DELETE', '/customers/dor1000d');
    return is(post(office, '/customers', make.customer({ email: 'dorte@example.com' })), 201);
  },
  'business-loses-company-number': ({ office }) => is(patch(office, '/customers/bro1000b', { companyNumber: null }), 422),
  'deletes-customer-after-cancelling': async ({ office }) => {
    await make.cancelled(office);
    return is(office('DELETE', '/customers/cle1000c'), 409);
  },
  'balance-keeps-void-bills': async ({ office }) => {
    await post(office, '/bills/bil1000a/void');
    return (await seen(office, '/customers/ada1000a')).balance === 0;
  },
  'balance-of-whole-bills': async ({ office }) => {
    await make.pay(office, 100);
    return (await seen(office, '/customers/ada1000a')).balance === 242.95;
  },
  'cancelled-still-supplied': async ({ office }) => {
    await make.cancelled(office);
    return (await seen(office, '/supply-points/DK10000003')).supplied === false;
  },
  'supply-point-names-old-meter': async ({ office }) => {
    await make.exchange(office);
    return (await seen(office, '/supply-points/DK10000001')).meterSerial === 'EL-10009';
  },
  'energy-changes-with-meter': ({ office }) => is(office('PUT', '/supply-points/DK10000001', { body: make.point({ energy: 'gas' }) }), 409),
  'second-meter-installed': async ({ office }) => {
    await make.install(office);
    return is(make.install(office, { serial: 'EL-30005' }), 409);
  },
  'exchange-changes-registers': ({ office }) =>
    is(make.exchange(office, {}, { registers: ['day', 'night'], initialValues: both(0, 0) }), 409),
  'exchange-with-lower-values': ({ office }) => is(make.exchange(office, { finalValues: total(2699) }), 409),
  'exchange-forgets-final-values': async ({ office }) => {
    await make.exchange(office);
    return (await seen(office, '/meters/EL-10001')).latestReadingOn === '2025-09-15';
  },
};

export const readings: make.EnergyProbes = {
  'latest-reading-by-recording': async ({ office }) => {
    await make.read(office, 'EL-10001', '2025-02-01', total(1500));
    return (await seen(office, '/meters/EL-10001')).latestReadingOn === '2025-07-01';
  },
  'removed-meter-read': async ({ office }) => {
    await make.exchange(office);
    return is(make.read(office, 'EL-10001', '2025-10-01', total(3200)), 409);
  },
  'reading-above-later-one': ({ office }) => is(make.read(office, 'EL-10001', '2025-02-01', total(2121)), 409),
  'falls-in-second-register': ({ office }) => is(make.read(office, 'EL-10003', '2025-08-01', both(1700, 1200)), 409),
  'estimate-replaces-estimate': ({ office }) => is(make.read(office, 'EL-10001', '2025-07-01', total(2710), { kind: 'estimated' }), 409),
  'billed-estimate-replaced': async ({ office }) => {
    await make.bill(office);
    return is(make.read(office, 'EL-10001', '2025-07-01', total(2710)), 409);
  },
  'replaced-estimate-gets-new-id': async ({ office }) =>
    of(await make.read(office, 'EL-10001', '2025-07-01', total(2710))).id === 'rea1000d',
  'billed-reading-deleted': async ({ office }) => {
    await make.bill(office);
    return is(office('DELETE', '/readings/rea1000d'), 409);
  },
  'installation-reading-deleted': async ({ office }) => {
    await make.install(office);
    const [first] = await make.content(office, '/meters/EL-30004/readings');
    return is(office('DELETE', `/readings/${first?.id}`), 409);
  },
  'any-reading-deleted': async ({ office }) => {
    await make.read(office, 'EL-10001', '2025-08-01', total(2800));
    return is(office('DELETE', '/readings/rea1000d'), 409);
  },
  'void-bill-keeps-readings': async ({ office }) => {
    await post(office, '/bills/bil1000a/void');
    return (await seen(office, '/readings/rea1000c')).billed === false;
  },
};

export const contracts: make.EnergyProbes = {
  'tariff-name-taken-by-put': ({ office }) =>
    is(office('PUT', '/tariffs/tar1000c', { body: make.tariff({ name: 'HOME classic' }), headers: ANY }), 409),
  'published-tariff-rewritten': ({ office }) => is(office('PUT', '/tariffs/tar1000a', { body: make.tariff(), headers: ANY }), 409),
  'published-twice': ({ office }) => is(post(office, '/tariffs/tar1000a/publish'), 409),
  'tariff-counts-cancelled': async ({ office }) => {
    await make.cancelled(office);
    return (await seen(office, '/tariffs/tar1000a')).activeContracts === 1;
  },
  'contract-on-draft': ({ office }) => is(make.contract(office, { tariffId: 'tar1000c', startOn: '2026-02-01' }), 409),
  'contract-for-other-energy': async ({ office }) =>
    is(make.contract(office, { tariffId: await make.publish(office, { energy: 'gas' }) }), 409),
  'contract-for-other-audience': async ({ office }) =>
    is(make.contract(office, { tariffId: await make.publish(office, { audience: 'business' }) }), 409),
  'contract-after-tariff': ({ office }) => is(make.contract(office, { startOn: '2027-07-01' }), 409),
  'contract-before-meter': ({ office }) => is(make.contract(office, { startOn: '2025-01-14' }), 409),
  'contract-before-end-of-last': async ({ office }) => {
    await make.cancelled(office);
    return is(make.contract(office, { startOn: '2025-06-30' }), 409);
  },
  'term-runs-into-next-month': async ({ office }) => {
    const path = location(await make.contract(office, { startOn: '2025-01-31', minimumTermMonths: 1 }));
    return is(make.cancel(office, path, { receivedOn: '2025-01-02', endOn: '2025-02-28' }), 200);
  },
  'minimum-term-ignored': ({ office }) => is(make.cancel(office, '/contracts/con1000a', { endOn: '2025-12-31' }), 422),
  'cancelled-before-billed': ({ office }) =>
    is(make.cancel(office, '/contracts/con1000b', { receivedOn: '2025-01-01', endOn: '2025-03-01' }), 409),
};
