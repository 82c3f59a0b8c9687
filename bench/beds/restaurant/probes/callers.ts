// Who sends the probes, and the bodies of things that they make.
import { client, type Got, type Send } from '../../client.ts';
import { type Item, of, type Probe, type Probes } from '../../probes.ts';
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

/** The things of the first house. */
export const ids = {
  parlour: 'Rm4tK8wQz1Lx7Pn2Vb5C',
  /** Four seats, booked for three guests on 2040-06-01 from 18:00 to 20:00. */
  booked: 'Tb9sWq3ZkY6hR1mD8vXa',
  /** Two seats and an open order. */
  taken: 'Tb5gNp1XvC7dS4jL2wQe',
  /** Two seats and no guests. */
  free: 'Tb2fJn7UcE4pG5yK9rHt',
  soup: 'Ds5mX2bN8gT1qL7wF4jS',
  reservation: 'Rs3hC6yP9zK2tB7nW8uQ',
  seated: 'Rs1kD4vM7xG9sF2jZ5pE',
  order: 'Or8vG4kM1xJ6sE9dA3fZ',
  billed: 'Or2nY7cT5bQ3hR8wK6uV',
  bill: 'Bl7qT5wD2rN9yH4cU6pL',
  employee: 'Em1zR8fK5bV3gX6jY2tM',
};

export const PATCH = 'application/merge-patch+json';

export const room = (more: object = {}): Item => ({ name: 'Loft', floor: 2, ...more });
export const table = (more: object = {}): Item => ({ roomId: ids.parlour, label: 'C7', seats: 4, ...more });
export const dish = (more: object = {}): Item => ({ name: 'Leek tart', course: 'main', price: 1200, ...more });
export const reservation = (more: object = {}): Item => ({
  tableId: ids.free,
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
