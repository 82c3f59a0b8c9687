// What the probes of the parcel service ask: callers, bodies and short questions.
import { client, type Got, type Send } from '../../client.ts';
import { type Item, of, type Probe } from '../../probes.ts';
import { seedId } from '../seeds.ts';
import { credentials } from '../server.ts';

export interface Callers {
  readonly north: Send;
  readonly south: Send;
  readonly clerk: Send;
  readonly nobody: Send;
}

export const callers = (url: string): Callers => {
  const by = (token: string): Send => client(url, { authorization: `Bearer ${token}` });
  const { north, south, clerk } = credentials;
  return { north: by(north.token), south: by(south.token), clerk: by(clerk.token), nobody: by('pct_unknown_1') };
};

export const adr = (number: number): string => seedId('adr', number);
export const shp = (number: number): string => seedId('shp', number);
export const MERGE = 'application/merge-patch+json';

export const address = (others: object = {}): Item => ({
  name: 'A',
  lines: ['B 1'],
  city: 'Ghent',
  postal_code: '9000',
  country: 'BE',
  ...others,
});
export const parcel = (others: object = {}): Item => ({ dimensions: { length: 10, width: 10, height: 10 }, weight_g: 700, ...others });
export const shipment = (others: object = {}): Item => ({ sender: adr(1), recipient: adr(3), ...others });
export const item = (others: object = {}): Item => ({
  description: 'Books',
  quantity: 1,
  value: { amount: 5, currency: 'EUR' },
  ...others,
});
export const customs = (...items: readonly Item[]): Item => shipment({ customs: { purpose: 'gift', items } });
export const pickup = (others: object = {}): Item => ({
  address: adr(1),
  window: { start: '2031-05-01T08:00:00Z', end: '2031-05-01T10:00:00Z' },
  shipments: [shp(2)],
  ...others,
});

export const post = (send: Send, path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Got> =>
  send('POST', `/v1/${path}`, { body, headers });
export const patch = (send: Send, path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Got> =>
  send('PATCH', `/v1/${path}`, { body, type: MERGE, headers });
export const get = (send: Send, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Got> =>
  send('GET', `/v1/${path}`, { headers });

/** Whether a request of the first account gets this status. */
export const posts =
  (status: number, path: string, body: object, headers: Readonly<Record<string, string>> = {}): Probe<Callers> =>
  async ({ north }) =>
    (await post(north, path, body, headers)).status === status;
export const patches =
  (status: number, path: string, body: object): Probe<Callers> =>
  async ({ north }) =>
    (await patch(north, path, body)).status === status;
export const gets =
  (status: number, path: string): Probe<Callers> =>
  async ({ north }) =>
    (await get(north, path)).status === status;

/** Makes a thing and gives its id. */
export const made = async (send: Send, path: string, body: object): Promise<string> => String(of(await post(send, path, body)).id);

/** The first rate of a shipment. */
export async function rate(send: Send, id: string): Promise<string> {
  const { items } = await get(send, `shipments/${id}/rates`);
  return String(items[0]?.id);
}
