// The places whose trends a user may choose.

import type { TrendLocation } from '@octavo/interfaces/b-microblog-v1';

const URLS = 'https://places.example.com/woeid';

/** By WOEID, a number that names a place on Earth. */
const PLACES: readonly TrendLocation[] = [
  {
    name: 'Worldwide',
    woeid: 1,
    url: `${URLS}/1`,
    placeType: { name: 'Supername', code: 19 },
    parentid: 0,
    country: '',
    countryCode: null,
  },
  {
    name: 'Denmark',
    woeid: 23424796,
    url: `${URLS}/23424796`,
    placeType: { name: 'Country', code: 12 },
    parentid: 1,
    country: 'Denmark',
    countryCode: 'DK',
  },
  {
    name: 'Vesterhavn',
    woeid: 554902,
    url: `${URLS}/554902`,
    placeType: { name: 'Town', code: 7 },
    parentid: 23424796,
    country: 'Denmark',
    countryCode: 'DK',
  },
];

export function placeOf(woeid: number): TrendLocation | undefined {
  return PLACES.find((place) => place.woeid === woeid);
}
