// Who sends the requests of the probes, what they send, and what several probes do.
import { client, type Got, type Send } from '../../client.ts';
import { type Item, of, type Probes } from '../../probes.ts';
import { credentials } from '../server.ts';

export interface Callers {
  readonly north: Send;
  readonly south: Send;
  /** A technician of the north. */
  readonly bench: Send;
  /** Has no key. */
  readonly stranger: Send;
}

export type LaboratoryProbes = Probes<Callers>;

export function callers(url: string): Callers {
  const send = (key: string): Send => client(url, { 'lab-key': key });
  const { north, south, bench } = credentials;
  return { north: send(north.key), south: send(south.key), bench: send(bench.key), stranger: client(url, {}) };
}

/** A hospital and a practice of the north with discounts of 5 and 7.5 percent, and a client that is not active; one of the south. */
export const CLIENTS = { hospital: 'C1001', practice: 'C1002', inactive: 'C1003', foreign: 'C1004' };
/** A photometer and a counter that are ready, and an instrument whose calibration is over. */
export const INSTRUMENTS = { photometer: 'I101', counter: 'I102', expired: 'I103' };
/** Orders that are reported (the first with an invoice), in progress, reported without an invoice, and received. */
export const ORDERS = { billed: 'L-000001', started: 'L-000002', reported: 'L-000003', received: 'L-000004' };

export const PATCH = { type: 'application/merge-patch+json' };
export const rowsOf = (got: Got): readonly Item[] => (of(got).rows ?? []) as readonly Item[];
export const pagingOf = (got: Got): Item => (of(got).paging ?? {}) as Item;
export const priceOf = (got: Got): Item => of(got).price as Item;
export const statusOf = (got: Got): string =>
  `${got.status} ${String((of(got).error as Item | undefined)?.code ?? of(got).state ?? of(got).status ?? '')}`;
export const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

export const newClient = (send: Send, body: object): Promise<Got> =>
  send('POST', '/clients', { body: { name: 'New Clinic', kind: 'practice', ...body } });

export const CHLORIDE = {
  ...{ name: 'Chloride', discipline: 'chemistry', specimens: ['serum'], unit: 'mmol/l', decimals: 1 },
  ...{ range: { low: 98, high: 107 }, critical: { low: 80, high: 115 }, price: 450, turnaroundHours: 24 },
};
export const putTest = (send: Send, body: object = {}, code = 'CL', headers = {}): Promise<Got> =>
  send('PUT', `/tests/${code}`, { body: { ...CHLORIDE, ...body }, headers });

export const calibrate = (send: Send, id: string, body: object = {}): Promise<Got> =>
  send('POST', `/instruments/${id}/calibrations`, { body: { deviationPercent: 1, performedBy: 'MK', ...body } });

/** A new instrument, which is not calibrated yet. */
export async function newInstrument(send: Send, body: object = {}): Promise<string> {
  const made = await send('POST', '/instruments', { body: { name: 'New', serial: 'NEW-1', tests: ['NA'], calibrationDays: 10, ...body } });
  return String(of(made).id);
}

export const order = (send: Send, body: object = {}): Promise<Got> =>
  send('POST', '/orders', { body: { clientId: CLIENTS.practice, samples: [{ kind: 'serum', tests: ['NA'] }], ...body } });

/** The number of a new order. */
export const numberOf = async (send: Send, body: object = {}): Promise<string> => String(of(await order(send, body)).number);

export const read = (send: Send, number: string): Promise<Got> => send('GET', `/orders/${number}`);
export const patch = (send: Send, path: string, body: object, headers = {}): Promise<Got> =>
  send('PATCH', path, { body, ...PATCH, headers });

export const resultPath = (number: string, code = 'NA', letter = 'A'): string => `/orders/${number}/samples/${letter}/results/${code}`;

export const enter = (send: Send, path: string, value: number, body: object = {}): Promise<Got> =>
  send('PUT', path, { body: { value, analyst: 'TB', instrumentId: INSTRUMENTS.photometer, ...body } });
export const approve = (send: Send, path: string, body: object = {}): Promise<Got> =>
  send('POST', `${path}/approve`, { body: { approver: 'MK', ...body } });
export const release = (send: Send, number: string, body: object = {}): Promise<Got> =>
  send('POST', `/orders/${number}/reports`, { body: { signedBy: 'MK', ...body } });
export const reject = (send: Send, number: string, letter: string): Promise<Got> =>
  send('POST', `/orders/${number}/samples/${letter}/reject`, { body: { reason: 'Clotted' } });
export const cancel = (send: Send, number: string): Promise<Got> => send('POST', `/orders/${number}/cancel`);

/** The flag and the value of sodium after it was entered. */
export async function entered(send: Send, value: number, code = 'NA'): Promise<string> {
  const number = await numberOf(send, { samples: [{ kind: 'serum', tests: [code] }] });
  const got = of(await enter(send, resultPath(number, code), value));
  return `${String(got.value)} ${String(got.flag)}`;
}

/** The number of a new order for sodium whose result is approved. */
export async function approved(send: Send, body: object = {}, value = 140): Promise<string> {
  const number = await numberOf(send, body);
  await enter(send, resultPath(number), value);
  await approve(send, resultPath(number));
  return number;
}

/** The number of a new order for sodium that is reported. */
export async function reported(send: Send, body: object = {}): Promise<string> {
  const number = await approved(send, body);
  await release(send, number);
  return number;
}

/** Corrects sodium, and approves it again. */
export async function correct(send: Send, number: string, value: number): Promise<void> {
  await enter(send, resultPath(number), value, { reason: 'Mixed up' });
  await approve(send, resultPath(number));
}

export const bill = (send: Send, clientId: string, ...orderNos: readonly string[]): Promise<Got> =>
  send('POST', '/invoices', { body: { clientId, orderNos } });
export const credit = (send: Send, number: string, amount: unknown): Promise<Got> =>
  send('POST', `/invoices/${number}/credits`, { body: { amount, reason: 'Too late' } });
export const worklist = (send: Send, body: object = {}): Promise<Got> =>
  send('POST', '/worklists', { body: { instrumentId: INSTRUMENTS.photometer, ...body } });
export const entriesOf = (got: Got): string =>
  (of(got).entries as readonly Item[]).map(({ orderNo, sample, test }) => `${String(orderNo)}${String(sample)}${String(test)}`).join();
