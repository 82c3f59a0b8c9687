// The callers of probes, and what probes of several kinds ask.
import { client, type Got, type Send } from '../../client.ts';
import { type Item, location, of, type Probe, type Probes } from '../../probes.ts';
import { credentials } from '../server.ts';

interface Callers {
  readonly north: Send;
  readonly south: Send;
  readonly reception: Send;
  readonly stranger: Send;
  /** A caller whose key has more after it than that of the north. */
  readonly longer: Send;
}

export type GymProbe = Probe<Callers>;
export type GymProbes = Probes<Callers>;

const keyed = (url: string, key: string): Send => client(url, { 'x-access-key': key });

export const callers = (url: string): Callers => ({
  north: keyed(url, credentials.north.key),
  south: keyed(url, credentials.south.key),
  reception: keyed(url, credentials.reception.key),
  stranger: keyed(url, 'north-owner-0000000000'),
  longer: keyed(url, `${credentials.north.key}0`),
});

const idOf = (end: string): string => `65a1f0c2b3d4e5f60718${end}`;

export const HARBOUR = idOf('2930');
export const HILL = idOf('2931');
export const MAIN = idOf('293a');
export const SMALL = idOf('293b');
export const FLOW = idOf('2940');
export const BOXING = idOf('2941');
export const EVENING = idOf('2950');
export const SPARRING = idOf('2951');
export const RUTH = idOf('2960');
export const LUCA = idOf('2961');
export const BOOKED = idOf('2970');
export const SOUTH = { course: idOf('3941'), session: idOf('3950'), booking: idOf('3970') };

export const studio = (others: object = {}): object => ({
  code: 'BRN07',
  name: 'Old Town',
  address: { street: 'Kramgasse 2', city: 'Bern', postalCode: '3011', country: 'CH' },
  ...others,
});

export const room = (others: object = {}): object => ({ name: 'Attic', capacity: 10, ...others });
export const trainer = (others: object = {}): object => ({
  displayName: 'Tom Ash',
  email: 'tom@example.org',
  specialties: ['yoga'],
  ...others,
});
export const course = (others: object = {}): object => ({ title: 'Core', level: 'all', durationMinutes: 30, ...others });
export const session = (others: object = {}): object => ({ roomId: MAIN, startsAt: '2034-08-01T10:00:00Z', ...others });
export const member = (others: object = {}): object => ({
  firstName: 'Ines',
  lastName: 'Moser',
  email: 'ines.moser@example.org',
  ...others,
});
export const membership = (others: object = {}): object => ({
  credits: 10,
  startsOn: '2034-01-01',
  price: { amount: 99, currency: 'EUR' },
  ...others,
});

/** Sends a merge patch. */
export const patch = (send: Send, path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Got> =>
  send('PATCH', path, { body, type: 'application/merge-patch+json', headers });

/** Whether a new thing is answered with a status. */
export const gives = async (status: number, send: Send, path: string, body: object): Promise<boolean> =>
  (await send('POST', path, { body })).status === status;

export const post = (send: Send, path: string, body?: object): Promise<Got> => send('POST', path, body === undefined ? {} : { body });

/** Makes a thing, and gives its id. */
export async function make(send: Send, path: string, body: object): Promise<string> {
  const got = await post(send, path, body);
  if (got.status !== 201) throw new Error(`${path} gave ${got.status}: ${got.bytes}`);
  return String(of(got).id);
}

export const put = (send: Send, path: string, body: object): Promise<Got> => send('PUT', path, { body });
export const get = (send: Send, path: string): Promise<Got> => send('GET', path);
export const read = async (send: Send, path: string): Promise<Item> => of(await get(send, path));

/** A member with a membership that covers the days of the sessions. */
export async function visitor(send: Send, name: string): Promise<string> {
  const id = await make(send, '/members', member({ firstName: name, email: `${name}@example.org` }));
  await make(send, `/members/${id}/memberships`, membership());
  return id;
}

export const book = (send: Send, sessionId: string, memberId: string): Promise<Got> => post(send, '/bookings', { sessionId, memberId });

/** Takes both spots of the small hall, and gives the ids of the bookings. */
export async function fill(send: Send): Promise<string[]> {
  const made: string[] = [];
  for (const memberId of [RUTH, LUCA]) made.push(await make(send, '/bookings', { sessionId: SPARRING, memberId }));
  return made;
}

/** The credits that are left in the first membership of a member. */
export async function creditsOf(send: Send, memberId: string): Promise<number> {
  const [first] = (await read(send, `/members/${memberId}`)).memberships as readonly { readonly creditsLeft: number }[];
  return first?.creditsLeft ?? -1;
}

export const entriesOf = (got: Got): readonly Item[] => (of(got).entries ?? []) as readonly Item[];
export const pagination = (got: Got): Item => (of(got).pagination ?? {}) as Item;

/** Whether a new thing has a member as it was sent, when it is read where it is. */
export async function keeps(
  send: Send,
  path: string,
  body: object,
  name: string,
  value: unknown,
  wanted: unknown = value,
): Promise<boolean> {
  const made = await post(send, path, { ...body, [name]: value });
  const shown = await read(send, location(made));
  return made.status === 201 && JSON.stringify(shown[name]) === JSON.stringify(wanted);
}
