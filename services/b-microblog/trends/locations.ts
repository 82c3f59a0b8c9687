// The places that have trends. Users choose one of them.

import type { TrendLocation } from '@octavo/interfaces/b-microblog-v1';
import { metresBetween, type Point } from '../rules/globe.ts';

const URLS = 'https://places.example.com/woeid';
export const WORLD = 1;

interface Location extends TrendLocation {
  /** Degrees; the world and countries have none. */
  readonly centre?: Point;
}

const TYPES = { Supername: 19, Country: 12, Town: 7 } as const;

function location(name: string, woeid: number, type: keyof typeof TYPES, more: Partial<Location> = {}): Location {
  const kind = { name: type, code: TYPES[type] };
  return { name, woeid, url: `${URLS}/${woeid}`, placeType: kind, parentid: WORLD, country: '', countryCode: null, ...more };
}

function country(name: string, woeid: number, countryCode: string): Location {
  return location(name, woeid, 'Country', { country: name, countryCode });
}

const town = (
  name: string,
  woeid: number,
  { name: country, woeid: parentid, countryCode }: Location,
  ...centre: [number, number]
): Location => location(name, woeid, 'Town', { country, parentid, countryCode: countryCode ?? null, centre });

const DENMARK = country('Denmark', 23424796, 'DK');
const NORWAY = country('Norway', 23424910, 'NO');
const GERMANY = country('Germany', 23424829, 'DE');
const PORTUGAL = country('Portugal', 23424925, 'PT');

/** By WOEID, a number that names a place on Earth. */
const LOCATIONS: readonly Location[] = [
  location('Worldwide', WORLD, 'Supername', { parentid: null }),
  DENMARK,
  town('Vesterhavn', 554902, DENMARK, 56.45, 8.28),
  town('Copenhagen', 554890, DENMARK, 55.68, 12.57),
  town('Aarhus', 552015, DENMARK, 56.16, 10.2),
  NORWAY,
  town('Oslo', 862592, NORWAY, 59.91, 10.75),
  town('Bergen', 857105, NORWAY, 60.39, 5.32),
  GERMANY,
  town('Hamburg', 656958, GERMANY, 53.55, 9.99),
  town('Bremen', 641142, GERMANY, 53.08, 8.8),
  PORTUGAL,
  town('Lisbon', 742676, PORTUGAL, 38.72, -9.14),
  town('Porto', 746203, PORTUGAL, 41.15, -8.61),
];

export const TREND_LOCATIONS: readonly TrendLocation[] = LOCATIONS.map(({ centre: _, ...shown }) => shown);

export function placeOf(woeid: number): TrendLocation | undefined {
  return TREND_LOCATIONS.find((place) => place.woeid === woeid);
}

/** Whether a place is another one, or lies in it. */
export function isWithin(woeid: number | null, outer: number): boolean {
  if (outer === WORLD || woeid === outer) return true;
  return woeid !== null && placeOf(woeid)?.parentid === outer;
}

/** The nearest towns, at most so many. */
export function nearestTo(point: Point, most: number): readonly TrendLocation[] {
  const towns = LOCATIONS.flatMap((place) => (place.centre === undefined ? [] : [{ place, far: metresBetween(point, place.centre) }]));
  return towns
    .sort((left, right) => left.far - right.far)
    .slice(0, most)
    .flatMap(({ place }) => placeOf(place.woeid) ?? []);
}
