// Who sends the requests of the probes, and what they send.
import { client, type Got, type Send } from '../../client.ts';
import { type Item, location, of, type Probes } from '../../probes.ts';
import { credentials } from '../server.ts';

export interface Callers {
  readonly office: Send;
  /** The office of another supplier. */
  readonly other: Send;
  readonly desk: Send;
  /** Has no key. */
  readonly stranger: Send;
}

export type EnergyProbes = Probes<Callers>;

export function callers(url: string): Callers {
  const send = (name: keyof typeof credentials): Send => client(url, { 'energy-key': credentials[name].key });
  return { office: send('office'), other: send('other'), desk: send('desk'), stranger: client(url, {}) };
}

export const is = async (got: Promise<Got>, status: number): Promise<boolean> => (await got).status === status;
export const post = (send: Send, path: string, body?: object): Promise<Got> => send('POST', path, body === undefined ? {} : { body });
export const patch = (send: Send, path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Got> =>
  send('PATCH', path, { body, headers, type: 'application/merge-patch+json' });

/** A thing as it is read. */
export const seen = async (send: Send, path: string): Promise<Item> => of(await send('GET', path));
/** The things of a page, and what it tells of itself. */
export const content = async (send: Send, path: string): Promise<readonly Item[]> => (await seen(send, path)).content as readonly Item[];
export const pageInfo = async (send: Send, path: string): Promise<Item> => (await seen(send, path)).page as Item;

export const customer = (others: object = {}): object => ({
  kind: 'private',
  name: 'Pia Horn',
  email: 'pia.horn@example.com',
  address: { street: 'Torvet 1', postcode: '8900', city: 'Randers' },
  ...others,
});

export const point = (others: object = {}): object => ({
  energy: 'electricity',
  address: { street: 'Torvet 1', postcode: '8900', city: 'Randers' },
  capacityKw: 25,
  ...others,
});

export const total = (value: number): object[] => [{ register: 'total', value }];
export const both = (day: number, night: number): object[] => [
  { register: 'day', value: day },
  { register: 'night', value: night },
];

/** Installs a meter at the supply point that has none. */
export const install = (send: Send, others: object = {}): Promise<Got> =>
  post(send, '/supply-points/DK10000004/meters', {
    serial: 'EL-30004',
    digits: 6,
    registers: ['total'],
    installedOn: '2024-01-01',
    initialValues: total(100),
    ...others,
  });

/** Exchanges the meter of Ada. */
export const exchange = (send: Send, others: object = {}, newMeter: object = {}): Promise<Got> =>
  post(send, '/meters/EL-10001/exchange', {
    exchangedOn: '2025-09-15',
    finalValues: total(3100),
    newMeter: { serial: 'EL-10009', digits: 6, registers: ['total'], initialValues: total(0), ...newMeter },
    ...others,
  });

export const read = (send: Send, serial: string, readOn: string, values: object[], others: object = {}): Promise<Got> =>
  post(send, `/meters/${serial}/readings`, { readOn, kind: 'actual', values, ...others });

export const tariff = (others: object = {}): object => ({
  name: 'Home Night',
  energy: 'electricity',
  audience: 'private',
  bands: [{ upToKwh: null, price: 0.25 }],
  standingCharge: 0.4,
  taxPercent: 25,
  validFrom: '2025-01-01',
  ...others,
});

/** Drafts and publishes a tariff, and gives its id. */
export async function publish(send: Send, others: object = {}): Promise<string> {
  const { id } = of(await post(send, '/tariffs', tariff(others)));
  await post(send, `/tariffs/${id}/publish`);
  return String(id);
}

/** Makes a contract for Clemens at the supply point that has a meter for day and night. */
export const contract = (send: Send, others: object = {}): Promise<Got> =>
  post(send, '/contracts', {
    customerId: 'cle1000c',
    supplyPointCode: 'DK10000003',
    tariffId: 'tar1000a',
    startOn: '2025-03-01',
    ...others,
  });

export const cancel = (send: Send, path: string, others: object = {}): Promise<Got> =>
  post(send, `${path}/cancel`, { receivedOn: '2025-06-01', endOn: '2025-07-01', reason: 'price', ...others });

/** Makes a contract that ends on 1 July 2025. */
export async function cancelled(send: Send, others: object = {}): Promise<string> {
  const path = location(await contract(send, others));
  await cancel(send, path);
  return path;
}

/** Bills what Ada used from April to June 2025. */
export const bill = (send: Send, others: object = {}): Promise<Got> =>
  post(send, '/contracts/con1000a/bills', { until: '2025-07-01', ...others });

/** Bills the contract that a probe made, up to the latest reading of the meter. */
export async function billNew(send: Send, others: object = {}): Promise<Item> {
  return of(await post(send, `${location(await contract(send, others))}/bills`, { until: '2025-06-01' }));
}

/** Voids the first bill of Ada, and bills it again: 810 kWh and 90 days. */
export async function billAgain(send: Send): Promise<Item> {
  await post(send, '/bills/bil1000a/void');
  return of(await bill(send, { until: '2025-04-01', issuedOn: '2025-04-03' }));
}

/** Pays on the first bill of Ada, on which 342.95 are open. */
export const pay = (send: Send, amount: number, reference = 'first', others: object = {}): Promise<Got> =>
  post(send, '/bills/bil1000a/payments', { reference, amount, method: 'card', paidOn: '2025-04-10', ...others });

const PLAN = '/bills/bil1000a/instalment-plan';

export const plan = (send: Send, count: number, firstDueOn = '2025-05-31'): Promise<Got> => post(send, PLAN, { count, firstDueOn });

/** A member of all instalments of the first bill of Ada. */
export async function instalments(send: Send, name: string): Promise<unknown[]> {
  const { instalments: all } = await seen(send, PLAN);
  return (all as readonly Item[]).map((one) => one[name]);
}
