// Who sends the probes, and the bodies of things that they make.
import { client, type Got, type Send } from '../../client.ts';
import { type Item, of, type Probe, type Probes } from '../../probes.ts';
import { LINDEN } from '../seeds.ts';
import { credentials } from '../server.ts';

export interface Callers {
  readonly linden: Send;
  readonly harbourside: Send;
  readonly waiter: Send;
  readonly stranger: Send;
  /** Sends with this key. */
  readonly withKey: (key: string) => Send;
}

export type RestaurantProbe = Probe<Callers>;
export type RestaurantProbes = Probes<Callers>;

export function callers(url: string): Callers {
  const withKey = (key: string): Send => client(url, { 'x-house-key': key });
  return {
    linden: withKey(credentials.linden.key),
    harbourside: withKey(credentials.harbourside.key),
    waiter: withKey(credentials.waiter.key),
    stranger: client(url, {}),
    withKey,
  };
}

export { LINDEN as ids };

export const PATCH = 'application/merge-patch+json';

export const room = (more: object = {}): Item => ({ name: 'Loft', floor: 2, ...more });
export const table = (more: object = {}): Item => ({ roomId: LINDEN.room, label: 'C7', seats: 4, ...more });
export const dish = (more: object = {}): Item => ({ name: 'Leek tart', course: 'main', price: 1200, ...more });
export const reservation = (more: object = {}): Item => ({
  tableId: LINDEN.free,
  startsAt: '2042-02-03T18:00:00Z',
  party: 2,
  guest: { name: 'Ada Pires' },
  ...more,
});
export const employee = (more: object = {}): Item => ({ name: 'Juno Bell', role: 'host', email: 'juno@example.org', pin: '1234', ...more });
export const ingredient = (more: object = {}): Item => ({ name: 'Leeks', unit: 'piece', stock: 40, ...more });

export const patch = (send: Send, path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Got> =>
  send('PATCH', path, { body, type: PATCH, headers });

export const idOf = (got: Got): string => String(of(got).id);
export const docsOf = (got: Got): readonly Item[] => (of(got).docs ?? []) as readonly Item[];

/** Whether a request of the first manager has this status. */
export const gives =
  (status: number, method: string, path: string, body?: object, type?: string): RestaurantProbe =>
  async ({ linden }) =>
    (await linden(method, path, { ...(body && { body }), ...(type !== undefined && { type }) })).status === status;

/** Makes a table of the first house. */
export const newTable = async (send: Send): Promise<string> => idOf(await send('POST', '/tables', { body: table() }));
export const newDish = async (send: Send, more: object = {}): Promise<string> => idOf(await send('POST', '/dishes', { body: dish(more) }));
export const newReservation = async (send: Send, more: object = {}): Promise<string> =>
  idOf(await send('POST', '/reservations', { body: reservation(more) }));
