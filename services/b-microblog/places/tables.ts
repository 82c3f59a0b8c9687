// Declares the rows of places, to which posts are attached, and of the tokens by which callers create them.

import { double, integer, json, key, nullable, type RowOf, since, table, text, textOf } from '../../platform/store/table.ts';
import type { PlaceType } from '../rules/places.ts';

/** The migration that makes places searchable. */
const SEARCH = '008-places';

const places = table(
  'b_places',
  {
    id: key(text),
    name: text,
    full_name: text,
    country: text,
    country_code: text,
    type: textOf<PlaceType | 'unknown'>(),
    /** West, south, east and north, in degrees. */
    box: json<[number, number, number, number]>(),
    /** The smallest place that contains it, if there is one. */
    contained_within: json<string[]>(),
    /** The box again, by which places are found. */
    west: since(SEARCH, double, 0),
    south: since(SEARCH, double, 0),
    east: since(SEARCH, double, 0),
    north: since(SEARCH, double, 0),
    street_address: since(SEARCH, nullable(text)),
  },
  { since: '002-posts' },
);

/** The words by which places are found. */
const words = table('b_place_words', { word: key(text), place_id: key(text) }, { since: SEARCH });

/** That a user may create a place of this name at this location, once. */
const tokens = table(
  'b_place_tokens',
  { token: key(text), user_id: text, name: text, latitude: double, longitude: double, expires_at: integer },
  { since: SEARCH, indexes: { expiry: ['expires_at'] } },
);

export const placeTables = [places, words, tokens] as const;

export type PlaceRow = RowOf<typeof places>;
export type PlaceTokenRow = RowOf<typeof tokens>;
