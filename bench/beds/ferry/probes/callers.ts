// Who asks, and what several probes send.
import type { Got, Send } from '../../client.ts';
import { location, of, type Probes } from '../../probes.ts';

export type FerryProbes = Probes<Readonly<Record<'nordsund' | 'westfjord' | 'quay', Send>>>;

export const ROUTE = {
  code: 'NOR-SUD',
  name: 'Norrvik – Sudden',
  crossingMinutes: 60,
  fares: { adultCents: 1001, childCents: 500, vehiclePerMetreCents: 300 },
};

export const DECK = { label: 'D', laneMetres: 20, heightMetres: 3, kinds: ['car', 'van'] };
export const SHIP = { name: 'Alkan', callSign: 'ALKA', passengerCapacity: 12, decks: [DECK], homePort: 'NOR', builtOn: '2011-04-30' };
export const CAR = { kind: 'car', plate: 'ABC 123', lengthMetres: 4.5, heightMetres: 1.5 };
export const ADULT = { name: 'Ada', category: 'adult' };
export const INFANT = { name: 'Ib', category: 'infant' };
export const BOOKING = { contact: { name: 'Ada', email: 'ada@example.org' }, passengers: [ADULT] };
export const PATCH = { type: 'application/merge-patch+json' };

export const created = async (send: Send, path: string, body: object): Promise<string> => location(await send('POST', path, { body }));

/** The path of a new sailing of a new ship on a new route. */
export async function newSailing(send: Send, ship: object = {}): Promise<string> {
  const route = await created(send, '/routes', ROUTE);
  const path = await created(send, '/ships', { ...SHIP, ...ship });
  const ids = { routeId: route.slice('/routes/'.length), shipId: path.slice('/ships/'.length) };
  return created(send, '/sailings', { ...ids, departsAt: '2028-02-29T08:00:00+01:00' });
}

export const book = (send: Send, sailing: string, more: object = {}): Promise<Got> =>
  send('POST', `${sailing}/bookings`, { body: { ...BOOKING, ...more } });

export const move = (send: Send, sailing: string, status: string): Promise<Got> =>
  send('PATCH', sailing, { ...PATCH, raw: JSON.stringify({ status }) });

/** The free lane metres of the only deck of a sailing. */
export async function metresOf(send: Send, sailing: string): Promise<unknown> {
  const decks = of(await send('GET', sailing)).decks as readonly { readonly laneMetresFree: unknown }[];
  return decks[0]?.laneMetresFree;
}
