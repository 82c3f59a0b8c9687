// What the probes of the festival service send, and how they judge it.
import { client, type Got, type Send, type Sent } from '../../client.ts';
import { ANY, isKept, itemsOf, joined, of, type Probes as ProbesWith, type Probe as ProbeWith, same, times } from '../../probes.ts';
import { seedId } from '../seeds.ts';
import { credentials } from '../server.ts';

/** The senders: the organizers of two accounts, a steward of the first, the devices of each, and somebody without a credential. */
export interface Callers {
  readonly meadow: Send;
  readonly harbour: Send;
  readonly steward: Send;
  readonly seller: Send;
  readonly scanner: Send;
  readonly nobody: Send;
  readonly withKey: (key: string) => Send;
}

export type Probe = ProbeWith<Callers>;
export type Probes = ProbesWith<Callers>;

export function callers(url: string): Callers {
  const withToken = (token: string): Send => client(url, { authorization: `Bearer ${token}` });
  const withKey = (key: string): Send => client(url, { 'x-box-office-key': key });
  const { meadow, harbour, steward } = credentials;
  return {
    meadow: withToken(meadow.token),
    harbour: withToken(harbour.token),
    steward: withToken(steward.token),
    seller: withKey(meadow.deviceKey),
    scanner: withKey(steward.deviceKey),
    nobody: client(url, {}),
    withKey,
  };
}

export const MID = '/festivals/midsummer';
export const SPRING = '/festivals/spring-fair';
export const P = (number: number): string => `/performers/${seedId('a', number)}`;
export const Y = (number: number, festival = MID): string => `${festival}/ticketTypes/${seedId('b', number)}`;
export const L = (number: number, stage = 'main'): string => `${MID}/stages/${stage}/slots/${seedId('c', number)}`;
export const O = (number: number, rest = ''): string => `/orders/${seedId('d', number)}${rest}`;
export const T = (number: number, rest = ''): string => `/tickets/${seedId('e', number)}${rest}`;
export const W = (number: number, rest = ''): string => `/webhooks/${seedId('f', number)}${rest}`;

export const festival = (members: object = {}): object => ({
  title: 'New',
  city: 'Delft',
  timeZone: 'Europe/Amsterdam',
  startDate: '2027-08-06',
  endDate: '2027-08-08',
  capacity: 100,
  currency: 'EUR',
  ...members,
});
export const stage = (members: object = {}): object => ({ title: 'New', kind: 'tent', capacity: 20, ...members });
/** `11T18:00` is that time in June; a whole instant stays as it is. */
const inJune = (text: string): string => (text.length === 8 ? `2027-06-${text}:00Z` : text);
export const slot = (startTime: string, endTime: string, members: object = {}): object => ({
  performerId: seedId('a', 4),
  startTime: inJune(startTime),
  endTime: inJune(endTime),
  ...members,
});
export const performer = (members: object = {}): object => ({ displayName: 'New', country: 'NL', ...members });
export const ticketType = (members: object = {}): object => ({
  title: 'New',
  price: { amountMinor: 1000, currency: 'EUR' },
  quota: 10,
  ...members,
});
export const item = (number: number, quantity: number): object => ({ ticketTypeId: seedId('b', number), quantity });
export const order = (members: object = {}): object => ({
  festivalId: 'midsummer',
  buyer: { name: 'New', email: 'new@mail.example' },
  items: [item(1, 1)],
  ...members,
});
export const batch = (number: number, count: number, festivalId = 'midsummer'): object => ({
  festivalId,
  ticketTypeId: seedId('b', number),
  holders: times(count, (index) => `H${index}`),
});

const MERGE = 'application/merge-patch+json';

/** A body with the media type of its operation. */
export function sentTo(method: string, path: string, body?: object): Sent {
  if (body === undefined) return {};
  if (method !== 'PATCH') return { body };
  if (path.includes('/slots/')) return { raw: JSON.stringify(body), type: 'application/json-patch+json' };
  if (/^\/festivals\/[^/]+\?/.test(path)) return { body, headers: ANY };
  return { raw: JSON.stringify(body), type: MERGE };
}

/** One request of the first account, whose answer has this status. */
export const gives =
  (status: number, method: string, path: string, body?: object): Probe =>
  async ({ meadow }) =>
    (await meadow(method, path, sentTo(method, path, body))).status === status;

/** One request of the first account as it is, whose answer has this status. */
export const sends =
  (status: number, method: string, path: string, sent: Sent): Probe =>
  async ({ meadow }) =>
    (await meadow(method, path, sent)).status === status;

export const post = (status: number, path: string, body?: object): Probe => gives(status, 'POST', path, body);
export const put = (status: number, path: string, body: object): Probe => gives(status, 'PUT', path, body);
export const patch = (status: number, path: string, body: object): Probe => gives(status, 'PATCH', path, body);
/** A change of members of the first festival. */
export const update = (status: number, body: object, mask = Object.keys(body).join()): Probe =>
  patch(status, `${MID}?updateMask=${mask}`, body);

export type Changes = readonly (readonly [method: string, path: string, body?: object])[];

/** Changes that succeed, and then a probe. */
export const after =
  (changes: Changes, last: Probe): Probe =>
  async (all) => {
    for (const [method, path, body] of changes) {
      const { status, bytes } = await all.meadow(method, path, sentTo(method, path, body));
      if (status >= 300) throw new Error(`${method} ${path} gave ${status}: ${bytes}`);
    }
    return last(all);
  };

/** What a GET of the first account shows in a member. */
export const shows =
  (path: string, name: string, value: unknown): Probe =>
  async ({ meadow }) =>
    same(of(await meadow('GET', path))[name], value);

export const shownAfter = (path: string, name: string, value: unknown, ...changes: Changes): Probe =>
  after(changes, shows(path, name, value));

/** One request of the first account, with something to see in its answer. */
export const answers =
  (method: string, path: string, sent: Sent, good: (got: Got) => boolean): Probe =>
  async ({ meadow }) =>
    good(await meadow(method, path, sent));

/** A new resource has this member both in the answer and when it is read again. */
export const keeps =
  (path: string, body: object, name: string, value: unknown): Probe =>
  ({ meadow }) =>
    isKept(meadow, 'POST', path, body, name, value);

/** A list of the first account has these resources, by a member. */
export const lists =
  (path: string, name: string, wanted: string): Probe =>
  async ({ meadow }) =>
    joined(itemsOf(await meadow('GET', path)), name) === wanted;
