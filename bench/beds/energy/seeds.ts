// What the two suppliers have at the start.
import { billOf } from './billing.ts';
import { keepReading } from './readings.ts';
import { type Contract, type CustomerData, type Meter, Store, type SupplyPointData, type TariffData } from './store.ts';
import type { Call } from './wire.ts';

const address = { street: 'Havnegade 12', postcode: '5000', city: 'Odense' };

function customer(store: Store, id: string, data: Partial<CustomerData> & { name: string; email: string }): void {
  const usual: Omit<CustomerData, 'name' | 'email'> = { kind: 'private', phone: null, companyNumber: null, address, tags: [], notes: '' };
  store.customers.set(id, { id, ...usual, ...data, createdAt: store.clock.now() });
}

function point(store: Store, code: string, data: Partial<SupplyPointData>): void {
  store.supplyPoints.set(code, { code, energy: 'electricity', address, capacityKw: 25, annualEstimateKwh: 3500, ...data });
}

/** A meter with its readings: days with the values of the registers. Estimates have a tilde before the day. */
function meter(
  store: Store,
  data: Omit<Meter, 'removedOn'>,
  readings: Readonly<Record<string, readonly number[]>>,
  ids: readonly string[] = [],
): void {
  const made: Meter = { ...data, removedOn: null };
  store.meters.set(made.serial, made);
  for (const [index, [day, values]] of Object.entries(readings).entries()) {
    const known = made.registers.map((register, place) => ({ register, value: values[place] ?? 0 }));
    const kind = day.startsWith('~') ? 'estimated' : 'actual';
    const reading = { readOn: day.replace('~', ''), kind, values: known, note: null } as const;
    keepReading(store, made, index === 0 ? 'installation' : 'recorded', reading, ids[index]);
  }
}

const BANDS = [
  { upToKwh: 300, price: 0.3215 },
  { upToKwh: 1000, price: 0.2875 },
  { upToKwh: null, price: 0.2433 },
];

function tariff(store: Store, id: string, state: 'draft' | 'published', data: Partial<TariffData> & { name: string }): void {
  const usual: Omit<TariffData, 'name'> = {
    energy: 'electricity',
    audience: 'private',
    bands: BANDS,
    nightPrice: null,
    standingCharge: 0.3475,
    taxPercent: 25,
    validFrom: '2024-01-01',
    validTo: null,
  };
  store.tariffs.set(id, { id, state, ...usual, ...data });
}

function contract(
  store: Store,
  data: Pick<Contract, 'id' | 'customerId' | 'supplyPointCode' | 'tariffId' | 'startOn'>,
  months = 0,
): Contract {
  const made = { ...data, noticeDays: 30, minimumTermMonths: months, endOn: null, cancellation: null };
  store.contracts.set(made.id, made);
  return made;
}

function bill(store: Store, of: Contract, until: string, issuedOn: string, id: string): void {
  const call: Call = { has: () => false, store, stores: [store], path: () => '', query: {}, body: undefined, header: () => undefined };
  store.bills.set(id, billOf(call, of, until, issuedOn, id));
}

function nord(): Store {
  const store = new Store();
  customer(store, 'ada1000a', { name: 'Ada Lindqvist', email: 'ada@example.com', phone: '+45 11223344', tags: ['paperless', 'green'] });
  const bakery = { kind: 'business', companyNumber: '20304050' } as const;
  customer(store, 'bro1000b', { name: 'Brodal Bageri', email: 'office@brodal.example', ...bakery, tags: ['large'] });
  customer(store, 'cle1000c', { name: 'Clemens Aagaard', email: 'clemens@example.com' });
  customer(store, 'dor1000d', { name: 'Dorte Friis', email: 'dorte@example.com', notes: 'Moves in spring.' });
  point(store, 'DK10000001', {});
  point(store, 'DK10000002', { energy: 'gas', capacityKw: 120.5, annualEstimateKwh: 480_000 });
  point(store, 'DK10000003', { capacityKw: 17 });
  point(store, 'DK10000004', { capacityKw: 8.5 });
  const readings = { '2024-12-01': [1000], '2025-01-01': [1310], '2025-04-01': [2120], '~2025-07-01': [2700] };
  const ids = ['rea1000a', 'rea1000b', 'rea1000c', 'rea1000d'];
  meter(
    store,
    { serial: 'EL-10001', supplyPointCode: 'DK10000001', digits: 6, registers: ['total'], installedOn: '2024-12-01' },
    readings,
    ids,
  );
  const gas = { '2024-06-01': [500], '2025-01-01': [40_500], '~2025-04-01': [99_817] };
  meter(store, { serial: 'GA-20001', supplyPointCode: 'DK10000002', digits: 7, registers: ['total'], installedOn: '2024-06-01' }, gas);
  const both = { '2025-01-15': [20, 10], '2025-03-01': [420, 310], '2025-06-01': [1633, 1241] };
  meter(
    store,
    { serial: 'EL-10003', supplyPointCode: 'DK10000003', digits: 5, registers: ['day', 'night'], installedOn: '2025-01-15' },
    both,
  );
  tariff(store, 'tar1000a', 'published', { name: 'Home Classic', nightPrice: 0.1999, validTo: '2027-06-30' });
  const works = { energy: 'gas', audience: 'business', taxPercent: 19.5, bands: [{ upToKwh: null, price: 0.0815 }] } as const;
  tariff(store, 'tar1000b', 'published', { name: 'Works Gas', ...works });
  tariff(store, 'tar1000c', 'draft', { name: 'Home Sun', validFrom: '2026-01-01' });
  const of = { customerId: 'ada1000a', supplyPointCode: 'DK10000001', tariffId: 'tar1000a', startOn: '2025-01-01' };
  bill(store, contract(store, { id: 'con1000a', ...of }, 12), '2025-04-01', '2025-04-03', 'bil1000a');
  const bread = { customerId: 'bro1000b', supplyPointCode: 'DK10000002', tariffId: 'tar1000b', startOn: '2025-01-01' };
  bill(store, contract(store, { id: 'con1000b', ...bread }), '2025-04-01', '2025-04-01', 'bil1000b');
  return store;
}

function syd(): Store {
  const store = new Store();
  customer(store, 'zoe2000a', { name: 'Zoe Winther', email: 'zoe@example.org' });
  point(store, 'DK20000001', {});
  const readings = { '2025-01-01': [100], '2025-04-01': [900] };
  meter(store, { serial: 'EL-20001', supplyPointCode: 'DK20000001', digits: 6, registers: ['total'], installedOn: '2025-01-01' }, readings);
  tariff(store, 'tar2000a', 'published', { name: 'Syd Strøm' });
  const of = { customerId: 'zoe2000a', supplyPointCode: 'DK20000001', tariffId: 'tar2000a', startOn: '2025-01-01' };
  bill(store, contract(store, { id: 'con2000a', ...of }), '2025-04-01', '2025-04-01', 'bil2000a');
  return store;
}

export const seeded = (): Record<'nord' | 'syd', Store> => ({ nord: nord(), syd: syd() });
