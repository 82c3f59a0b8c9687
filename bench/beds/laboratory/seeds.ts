// What is there from the start: two laboratories with their catalogue, instruments, clients and orders.
import { pendingResult } from './handlers/orders.ts';
import { flagOf } from './rules.ts';
import { type Lab, type LabName, Store } from './store.ts';
import type { Client, NewTest, Order, Priority, Result, Sample } from './things.ts';
import { resultView } from './views.ts';

const DAY = 86_400_000;
const ago = (days: number): string => new Date(Date.now() - days * DAY).toISOString();

const TESTS: Readonly<Record<LabName, Readonly<Record<string, NewTest>>>> = {
  north: {
    NA: {
      ...{ name: 'Sodium', discipline: 'chemistry', specimens: ['serum', 'urine'], unit: 'mmol/l', decimals: 1 },
      ...{ range: { low: 135, high: 145 }, critical: { low: 120, high: 160 }, price: 421, turnaroundHours: 24, stabilityHours: 720 },
    },
    K: {
      ...{ name: 'Potassium', discipline: 'chemistry', specimens: ['serum'], unit: 'mmol/l', decimals: 2 },
      ...{ range: { low: 3.5, high: 5.1 }, critical: { low: 2.8, high: 6.2 }, price: 425, turnaroundHours: 24, stabilityHours: 168 },
    },
    GLU: {
      ...{ name: 'Glucose', discipline: 'chemistry', specimens: ['serum'], unit: 'mg/dl', decimals: 0 },
      ...{ range: { low: 70, high: 99 }, critical: { low: 40, high: 400 }, price: 380, turnaroundHours: 13, stabilityHours: 72 },
    },
    HGB: {
      ...{ name: 'Haemoglobin', discipline: 'haematology', specimens: ['blood'], unit: 'g/dl', decimals: 1 },
      ...{ range: { low: 12, high: 16 }, critical: { low: 7, high: 20 }, price: 650, turnaroundHours: 6, stabilityHours: 48 },
    },
    NO3: {
      ...{ name: 'Nitrate', discipline: 'environment', specimens: ['water', 'soil'], unit: 'mg/l', decimals: 2 },
      ...{ range: { low: 0, high: 50 }, critical: null, price: 1290, turnaroundHours: 72, stabilityHours: 48 },
    },
  },
  south: {
    NA: {
      ...{ name: 'Sodium', discipline: 'chemistry', specimens: ['serum'], unit: 'mmol/l', decimals: 0 },
      ...{ range: { low: 136, high: 146 }, critical: null, price: 500, turnaroundHours: 48, stabilityHours: 720 },
    },
  },
};

type ClientSeed = Pick<Client, 'name' | 'kind' | 'paymentDays' | 'discountPercent' | 'active' | 'tags'>;

function addClient(store: Store, lab: Lab, seed: ClientSeed): string {
  const client: Client = { id: store.clientId(), ...seed, email: null, createdAt: store.clock.now() };
  lab.clients.set(client.id, client);
  return client.id;
}

function addInstrument(store: Store, lab: Lab, name: string, serial: string, tests: readonly string[], calibrated: number): string {
  const validUntil = ago(calibrated - 30);
  const calibration = { performedAt: ago(calibrated), performedBy: 'MK', deviationPercent: 0.8, passed: true, validUntil };
  const id = store.instrumentId();
  lab.instruments.set(id, { id, name, serial, tests, calibrationDays: 30, calibration });
  return id;
}

function addOrder(store: Store, lab: Lab, client: string, priority: Priority, samples: readonly (readonly [string, ...string[]])[]): Order {
  const receivedAt = store.clock.now();
  const made = samples.map(([kind, ...codes], index): Sample => {
    const letter = String.fromCharCode(65 + index);
    const tests = codes.flatMap((code) => lab.tests.get(code) ?? []);
    return { letter, kind, collectedAt: ago(0.05), site: null, rejected: null, results: tests.map((test) => pendingResult(letter, test)) };
  });
  const order: Order = {
    ...{ number: store.orderNo(), clientId: client, discountPercent: lab.clients.get(client)?.discountPercent ?? 0, receivedAt },
    ...{ samples: made, reports: [], firstPriority: priority, reference: null, priority, note: null, cancelled: false, reported: false },
  };
  lab.orders.set(order.number, order);
  return order;
}

function enter(result: Result | undefined, value: number, instrumentId: string): void {
  if (result === undefined) return;
  const flag = flagOf(value, result.ordered, new Set());
  Object.assign(result, { state: 'entered', revision: 1, value, flag, analyst: 'TB', instrumentId, measuredAt: ago(0.02) });
}

function report(store: Store, order: Order): void {
  const results = order.samples.flatMap((sample) => sample.results);
  for (const result of results) Object.assign(result, { state: 'approved', approver: 'MK' });
  const flags = results.map(({ flag }) => flag);
  const about = { version: 1, orderNo: order.number, supersedes: null, reason: null, signedBy: 'MK', releasedAt: store.clock.now() };
  order.reports.push({ ...about, results: results.map(resultView), flags });
  order.reported = true;
}

function addNorth(store: Store, lab: Lab): void {
  const base = { active: true, tags: [] };
  const harbour = addClient(store, lab, {
    ...base,
    name: 'Harbour Hospital',
    kind: 'hospital',
    paymentDays: 30,
    discountPercent: 5,
    tags: ['daily'],
  });
  const mill = addClient(store, lab, { ...base, name: 'Mill Practice', kind: 'practice', paymentDays: 14, discountPercent: 7.5 });
  addClient(store, lab, { ...base, name: 'Old Agency', kind: 'agency', paymentDays: 30, discountPercent: 0, active: false });
  const photometer = addInstrument(store, lab, 'Photometer 1', 'PH-10332', ['NA', 'K', 'GLU'], 2);
  addInstrument(store, lab, 'Counter', 'CT-7781', ['HGB'], 1);
  addInstrument(store, lab, 'Chromatograph', 'IC-0042', ['NO3'], 40);

  const first = addOrder(store, lab, harbour, 'routine', [['serum', 'NA', 'K']]);
  enter(first.samples[0]?.results[0], 139.4, photometer);
  enter(first.samples[0]?.results[1], 5.3, photometer);
  report(store, first);
  const second = addOrder(store, lab, harbour, 'routine', [
    ['serum', 'NA', 'GLU'],
    ['blood', 'HGB'],
  ]);
  enter(second.samples[0]?.results[0], 147, photometer);
  const third = addOrder(store, lab, mill, 'urgent', [['serum', 'K', 'GLU']]);
  enter(third.samples[0]?.results[0], 4.1, photometer);
  enter(third.samples[0]?.results[1], 102, photometer);
  report(store, third);
  addOrder(store, lab, mill, 'urgent', [['serum', 'NA', 'K']]);

  const sample = second.samples[0];
  const result = sample?.results[1];
  if (sample !== undefined && result !== undefined) {
    result.listed = true;
    const id = store.worklistId();
    lab.worklists.set(id, { id, instrumentId: photometer, entries: [{ order: second, sample, result }], size: 1 });
  }
  const number = store.invoiceNo();
  const lines = [{ orderNo: first.number, amount: 804 }];
  lab.invoices.set(number, {
    number,
    clientId: harbour,
    lines,
    net: 804,
    tax: 0,
    issuedAt: store.clock.now(),
    paymentDays: 30,
    credits: [],
  });
}

export function createStore(): Store {
  const store = new Store();
  const { north, south } = store.labs;
  for (const [name, lab] of Object.entries(store.labs) as [LabName, Lab][])
    for (const [code, test] of Object.entries(TESTS[name])) lab.tests.set(code, { code, revision: 1, ...test });
  addNorth(store, north);
  const client = addClient(store, south, {
    name: 'Valley Water',
    kind: 'company',
    paymentDays: 30,
    discountPercent: 0,
    active: true,
    tags: [],
  });
  addInstrument(store, south, 'Analyser', 'AN-5500', ['NA'], 3);
  addOrder(store, south, client, 'routine', [['serum', 'NA']]);
  return store;
}
