// Who sends the requests of the probes, what they send, and the ids of what is there from the start.
import { client, type Got, type Send } from '../../client.ts';
import { type Item, of, type Probes } from '../../probes.ts';
import { credentials } from '../server.ts';

export interface Callers {
  readonly brook: Send;
  readonly castle: Send;
  /** The caretaker of the first agency. */
  readonly caretaker: Send;
  /** Has no token. */
  readonly stranger: Send;
}

export type TenancyProbes = Probes<Callers>;

export function callers(url: string): Callers {
  const withToken = ({ token }: { readonly token: string }): Send => client(url, { authorization: `Bearer ${token}` });
  const { brook, castle, caretaker } = credentials;
  return { brook: withToken(brook), castle: withToken(castle), caretaker: withToken(caretaker), stranger: client(url, {}) };
}

/** The gate has no flats. */
export const BUILDINGS = { linden: 'lq7d-02km', mill: 'p83v-w1xt', gate: 'g5no-66ad' };
/** There is a draft for 1A, an active lease for 2B, and an ended lease for the small one. The large one has a repair alone. */
export const FLATS = { draft: '4tzm-08ra', let: 'k19c-hh3s', small: 'w0ye-7p2q', large: 'b6rj-x4un', castle: 'y2bb-41su' };
/** Theo has no lease, and Ines has an ended one alone. */
export const TENANTS = { samuel: 'u2n6-yy4c', mira: 'c8ta-1f0z', theo: 'n7hg-d2e9', ines: 'j4ks-5tb8' };
export const LEASES = { active: 'a3wx-9k5b', ended: 'z0pf-r64m', draft: 'h2vd-q81j' };
export const TRADESPEOPLE = { pipes: 'e1pw-55kd', volt: 's9qm-0zz7' };
export const REPAIRS = { reported: 'r5xn-27wa', assigned: 'd0ug-8c3v', done: 't6bh-m14y', castle: 'i5ee-74vx' };

export const ADDRESS = { street: 'Hill Street 1', postalCode: '01067', city: 'Dresden' };

export const building = (others: object = {}): object => ({ name: 'Hill House', address: ADDRESS, floors: 4, ...others });

export const flat = (others: object = {}): object => ({ number: '7', floor: 1, rooms: 2, area: 50, baseRent: 60_000, ...others });

export const tenant = (others: object = {}): object => ({ firstName: 'Pia', lastName: 'Horn', email: 'pia@mail.example', ...others });

export const lease = (others: object = {}): object => ({
  flatId: FLATS.large,
  tenantIds: [TENANTS.theo],
  startsOn: '2031-01-01',
  rent: 100_000,
  ...others,
});

export const repair = (others: object = {}): object => ({ flatId: FLATS.large, title: 'Window sticks', trade: 'carpentry', ...others });

export const payment = (amount: number): object => ({ amount, paidOn: '2030-02-03', method: 'card' });

/** The path of flats of the gate, and those of charges of the active lease. */
export const GATE_FLATS = `/buildings/${BUILDINGS.gate}/flats`;
export const charge = (month: string): string => `/leases/${LEASES.active}/charges/${month}`;

export const post = (send: Send, path: string, body: object): Promise<Got> => send('POST', path, { body });
export const patch = (send: Send, path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Got> =>
  send('PATCH', path, { body, headers });

/** Whether a new thing gets this status. */
export const gives = async (status: number, send: Send, path: string, body: object): Promise<boolean> =>
  (await post(send, path, body)).status === status;

/** Whether a change gets this status. */
export const changes = async (status: number, send: Send, path: string, body: object): Promise<boolean> =>
  (await patch(send, path, body)).status === status;

/** Whether a removal gets this status. */
export const removes = async (status: number, send: Send, path: string): Promise<boolean> => (await send('DELETE', path)).status === status;

/** A new thing. */
export const make = async (send: Send, path: string, body: object): Promise<Item> => of(await post(send, path, body));

/** A thing as it is read. */
export const seen = async (send: Send, path: string): Promise<Item> => of(await send('GET', path));

/** The entries of a slice. */
export const values = async (send: Send, path: string): Promise<readonly Item[]> =>
  ((await seen(send, path)).values ?? []) as readonly Item[];

/** The ids of the entries of a slice. */
export const idsOf = async (send: Send, path: string): Promise<readonly unknown[]> => (await values(send, path)).map(({ id }) => id);
