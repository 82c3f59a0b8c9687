// What the probes of the bike service send, and how they judge it.
import { client, type Got, type Send, type Sent } from '../../client.ts';
import { ANY, type Item, isKept, itemsOf, joined, of, type Probes as ProbesWith, type Probe as ProbeWith, same } from '../../probes.ts';
import { seedId } from '../seeds.ts';
import { credentials } from '../server.ts';

/** The senders: two companies and a reader of the first, each to the fleet and to the office, and somebody without a credential. */
export interface Callers {
  readonly velo: Send;
  readonly office: Send;
  readonly rad: Send;
  readonly radOffice: Send;
  readonly reader: Send;
  readonly readerOffice: Send;
  readonly nobody: Send;
  readonly withToken: (token: string) => Send;
  readonly withLogin: (login: string) => Send;
}

export type Probe = ProbeWith<Callers>;
export type Probes = ProbesWith<Callers>;

export function callers(url: string): Callers {
  const withToken = (token: string): Send => client(url, { authorization: `Bearer ${token}` });
  const withLogin = (login: string): Send => client(url, { authorization: `Basic ${Buffer.from(login).toString('base64')}` });
  const { velo, rad, reader } = credentials;
  return {
    velo: withToken(velo.token),
    office: withLogin(`${velo.username}:${velo.password}`),
    rad: withToken(rad.token),
    radOffice: withLogin(`${rad.username}:${rad.password}`),
    reader: withToken(reader.token),
    readerOffice: withLogin(`${reader.username}:${reader.password}`),
    nobody: client(url, {}),
    withToken,
    withLogin,
  };
}

export const S = (number: number, rest = ''): string => `/stations/${seedId('e', number)}${rest}`;
export const B = (number: number, rest = ''): string => `/bikes/DE-100${number}${rest}`;
export const K = (number: number): string => `/bookings/${seedId('b', number)}`;
export const C = (number: number): string => `/customers/${seedId('c', number)}`;

export const station = (members: object = {}): object => ({
  name: 'New',
  city: 'Gouda',
  location: { lat: 52.01, lon: 4.71 },
  opensAt: '07:00',
  closesAt: '22:00',
  capacity: 5,
  ...members,
});
export const bike = (members: object = {}): object => ({ model: 'New', kind: 'city', weightKg: 15, dailyRate: '10.00', ...members });
export const repair = (members: object = {}): object => ({
  startedAt: '2026-03-02T09:15:00+01:00',
  minutes: 45,
  cost: '38.40',
  summary: 'A new chain.',
  ...members,
});
export const booking = (members: object = {}): object => ({
  plate: 'DE-1001',
  customerId: seedId('c', 1),
  from: '2027-05-03',
  to: '2027-05-05',
  ...members,
});
export const customer = (members: object = {}): object => ({ name: 'New', email: 'new@mail.example', pin: '4821', ...members });
export const address = { street: 'Kade 1', postcode: '1234 AB', city: 'Gouda', country: 'NL' };

/** A body for a bike that exists, whatever its ETag. */
export const any = (body: object, headers: Readonly<Record<string, string>> = {}): Sent => ({ body, headers: { ...ANY, ...headers } });

export const listOf = ({ json }: Got): readonly Item[] => (json ?? []) as readonly Item[];

const ofOffice = (path: string): boolean => /^\/(customers|tokens)/.test(path);

/** The first company's caller for a path. */
export const first = ({ velo, office }: Callers, path: string): Send => (ofOffice(path) ? office : velo);

/** One request of the first company, whose answer has this status. */
export const gives =
  (status: number, method: string, path: string, sent?: Sent): Probe =>
  async (all) =>
    (await first(all, path)(method, path, sent)).status === status;

export const post = (status: number, path: string, body: object): Probe => gives(status, 'POST', path, { body });
export const put = (status: number, path: string, body: object): Probe => gives(status, 'PUT', path, { body });
export const patch = (status: number, path: string, body: object): Probe => gives(status, 'PATCH', path, any(body));

/** Changes that succeed, and then one with this status. */
export const after =
  (changes: readonly (readonly [method: string, path: string, body?: object])[], last: Probe): Probe =>
  async (all) => {
    for (const [method, path, body] of changes) {
      const { status } = await first(all, path)(method, path, body === undefined ? {} : any(body));
      if (status >= 300) throw new Error(`${method} ${path} gave ${status}.`);
    }
    return last(all);
  };

/** What a GET of the first company shows in a member. */
export const shows =
  (path: string, name: string, value: unknown): Probe =>
  async (all) =>
    same(of(await first(all, path)('GET', path))[name], value);

/** A new thing has this member both in the answer and when it is read again. */
export const keeps =
  (method: 'POST' | 'PUT', path: string, body: object, name: string, value: unknown): Probe =>
  (all) =>
    isKept(first(all, path), method, path, body, name, value);

/** A list or page of the first company has these things, by a member. */
export const lists =
  (path: string, name: string, wanted: string): Probe =>
  async (all) => {
    const got = await first(all, path)('GET', path);
    return joined(Array.isArray(got.json) ? listOf(got) : itemsOf(got), name) === wanted;
  };
