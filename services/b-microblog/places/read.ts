// Answers which places there are: by identifier, at a point, by a search, and with similar names.

import { isIP } from 'node:net';
import type { Place, PlaceSearch } from '@octavo/interfaces/b-microblog-v1';
import { refuse } from '@octavo/runtime';
import { type ContextV1, type MicroblogPlatform, originV1Of } from '../deps.ts';
import type { Point } from '../rules/globe.ts';
import { metresOf, type PlaceType } from '../rules/places.ts';
import { type Found, findPlaces, findSimilar, type Wanted } from './find.ts';
import { showWholePlace } from './show-v1.ts';
import { findPlace, withContainers } from './store.ts';
import { giveToken } from './tokens.ts';

export type PlaceDeps = Pick<MicroblogPlatform, 'store' | 'clock' | 'ids' | 'due' | 'originOf'>;

const MOST = 20;

interface Shared {
  readonly lat?: number | undefined;
  readonly long?: number | undefined;
  readonly contained_within?: string | undefined;
  readonly 'attribute:street_address'?: string | undefined;
  readonly callback?: string | undefined;
}

interface Search extends Shared {
  readonly query?: string | undefined;
  readonly ip?: string | undefined;
  readonly accuracy?: string | undefined;
  readonly granularity?: PlaceType;
  readonly max_results?: number | undefined;
}

/** @throws the refusal 404 */
export async function placeAnswer(deps: PlaceDeps, id: string) {
  const row = await findPlace(deps.store.read, id);
  if (row === undefined) throw refuse(404, {});
  const known = await withContainers(deps.store.read, [row]);
  return { status: 200 as const, body: showWholePlace(row, known, originV1Of(deps)) satisfies Place };
}

type At = Search & { readonly lat: number; readonly long: number };

/** @throws the refusal 404 with code 13 where no place is near */
export async function placesAtAnswer(deps: PlaceDeps, query: At) {
  const found = await findPlaces(deps.store.read, wantedOf(query, [query.lat, query.long]));
  requireSome(found);
  return { status: 200 as const, body: searchBody(deps, 'reverse_geocode', query, found) };
}

/** @throws the refusals 400 of half a location and of what is no IP address, and 404 with code 13 where no place is near */
export async function searchAnswer(deps: PlaceDeps, query: Search = {}) {
  const point = pointOf(query);
  await requireContainer(deps, query);
  const found = await findPlaces(deps.store.read, { ...wantedOf(query, point), text: query.query });
  // A name that no place has is no fault, but where the caller is, there should be one.
  if (query.query === undefined) requireSome(found);
  return { status: 200 as const, body: searchBody(deps, 'search', query, found) };
}

interface Similar extends Shared {
  readonly lat: number;
  readonly long: number;
  readonly name: string;
}

/** With the token by which the caller can create a place of this name. */
export async function similarAnswer(deps: PlaceDeps, { principal: { user } }: ContextV1, query: Similar) {
  await requireContainer(deps, query);
  const { lat, long, name } = query;
  const filters = { within: query.contained_within, street_address: query['attribute:street_address'], most: MOST };
  const found = await findSimilar(deps.store.read, [lat, long], name, filters);
  const token = await giveToken(deps, { user_id: user, name, latitude: lat, longitude: long });
  return { status: 200 as const, body: searchBody(deps, 'similar_places', query, found, token) };
}

/** How many are wanted is a wish, which is granted as far as it can be. */
function wantedOf({ granularity = 'neighborhood', max_results = MOST, ...query }: Search, point: Point | undefined): Wanted {
  return {
    point,
    radius: radiusOf(query.accuracy),
    granularity,
    within: query.contained_within,
    street_address: query['attribute:street_address'],
    most: Math.min(MOST, Math.max(1, max_results)),
  };
}

function radiusOf(accuracy: string | undefined): number | undefined {
  const metres = accuracy === undefined ? undefined : metresOf(accuracy);
  if (accuracy !== undefined && metres === undefined)
    throw refuse(400, { detail: 'accuracy must be a number of metres, or of feet with `ft`.' });
  return metres;
}

function pointOf({ lat, long, ip }: Search): Point | undefined {
  if (lat !== undefined && long !== undefined) return [lat, long];
  if (lat !== undefined || long !== undefined) throw refuse(400, { code: 3, detail: 'A location has both lat and long.' });
  if (ip === undefined) return undefined;
  if (isIP(ip) === 0) throw refuse(400, { detail: 'ip must be an IP address.' });
  const point = NETS.find(([start]) => ip.toLowerCase().startsWith(start))?.[1];
  if (point === undefined) throw refuse(404, { code: 13, detail: 'No place is known for the IP address.' });
  return point;
}

/** The networks that are for documentation (RFC 5737 and 3849), and where they are here. */
const NETS: readonly (readonly [start: string, point: Point])[] = [
  ['192.0.2.', [56.447, 8.284]],
  ['198.51.100.', [53.55, 9.99]],
  ['203.0.113.', [38.72, -9.14]],
  ['2001:db8:', [59.91, 10.75]],
];

function requireSome({ places }: Found): void {
  if (places.length === 0) throw refuse(404, { code: 13 });
}

async function requireContainer({ store }: PlaceDeps, { contained_within: id }: Shared): Promise<void> {
  if (id !== undefined && (await findPlace(store.read, id)) === undefined)
    throw refuse(404, { code: 13, detail: `There is no place ${id}.` });
}

type Kind = 'reverse_geocode' | 'search' | 'similar_places';

function searchBody(
  deps: PlaceDeps,
  type: Kind,
  query: Search & { readonly name?: string },
  { places, known }: Found,
  token?: string,
): PlaceSearch {
  const origin = originV1Of(deps);
  const shown = places.map((place) => showWholePlace(place, known, origin));
  return { query: shownQuery(origin, type, query), result: { places: shown, ...(token !== undefined && { token }) } };
}

/** The query as it was understood. Answers are JSON, whatever the callback. */
function shownQuery(origin: string, type: Kind, { callback: _, ...query }: Search): PlaceSearch['query'] {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const { lat, long, ...others } = Object.fromEntries(given) as Search;
  const search = given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  return {
    params: {
      ...(type === 'reverse_geocode' && { accuracy: 0 }),
      ...others,
      ...(type === 'search' && { autocomplete: false }),
      ...(lat !== undefined && long !== undefined && { coordinate: { coordinates: [long, lat], type: 'Point' } }),
    },
    type,
    url: `${origin}/1.1/geo/${type}.json?${search}`,
  };
}
