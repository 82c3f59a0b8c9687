// Who sends the requests of the probes, what they send, and the ids of what is there from the start.
import { client, type Got, type Send } from '../../client.ts';
import { type Item, of, type Probes } from '../../probes.ts';
import { credentials } from '../server.ts';

export interface Callers {
  readonly willow: Send;
  readonly maple: Send;
  /** The support of the first shop. */
  readonly support: Send;
  /** Has no key. */
  readonly stranger: Send;
  /** Sends with a key of the caller's own. */
  readonly withKey: (key: string) => Send;
}

export type ShopProbes = Probes<Callers>;

export function callers(url: string): Callers {
  const withKey = (key: string): Send => client(url, { 'x-access-token': key });
  const { willow, maple, support } = credentials;
  return { willow: withKey(willow.key), maple: withKey(maple.key), support: withKey(support.key), stranger: client(url, {}), withKey };
}

const PREFIX = '100000000000000';

export const KITCHEN = `${PREFIX}011`;
export const KNIVES = `${PREFIX}012`;
export const GARDEN = `${PREFIX}013`;
export const KNIFE = `${PREFIX}101`;
export const APRON = `${PREFIX}102`;
export const BOARD = `${PREFIX}103`;
export const NOTEBOOK = `${PREFIX}121`;
export const NOOR = `${PREFIX}201`;
export const PAUL = `${PREFIX}202`;
export const LEA = `${PREFIX}221`;
export const CART = `${PREFIX}301`;
export const PLACED = `${PREFIX}401`;
export const SHIPPED = `${PREFIX}402`;
export const UNKNOWN = `${PREFIX}999`;

export const ADDRESS = { line1: 'Am Markt 1', postalCode: '28195', city: 'Bremen', country: 'DE' };
export const VARIANT = { sku: 'TRAY-1', name: 'Small', price: 2500 };
export const PRODUCT = { title: 'Tray', variants: [VARIANT] };
export const PERSON = { email: 'ida@example.net', firstName: 'Ida', lastName: 'Moss' };
export const DISCOUNT = { code: 'TEST05', percentOff: 5, startsAt: '2021-01-01T00:00:00Z' };
export const CHECKOUT = { paymentMethod: 'card', termsAccepted: true, shippingAddress: ADDRESS };
export const LINE = { sku: 'APRON-M', quantity: 1 };

export const idOf = (got: Got): string => String(of(got).id);
export const nodesOf = (got: Got): readonly Item[] => (of(got).nodes ?? []) as readonly Item[];
export const pageInfoOf = (got: Got): Item => (of(got).pageInfo ?? {}) as Item;

/** Whether a request with this body has this status. */
export const answers = async (send: Send, status: number, method: string, path: string, body?: unknown): Promise<boolean> =>
  (await send(method, path, body === undefined ? {} : { body })).status === status;

/** Makes an order of these lines. */
export async function order(send: Send, lines: readonly object[], customerId = PAUL, more: object = {}): Promise<Got> {
  const cart = await send('POST', '/carts', { body: { customerId, lines, ...more } });
  return send('POST', `/carts/${idOf(cart)}/checkout`, { body: CHECKOUT });
}

export const send = (lines: readonly object[]): object => ({ carrier: 'courier', lines });
