// Declares the rows of places, to which posts are attached.

import { json, key, type RowOf, table, text, textOf } from '../../platform/store/table.ts';

const places = table(
  'b_places',
  {
    id: key(text),
    name: text,
    full_name: text,
    country: text,
    country_code: text,
    type: textOf<'poi' | 'neighborhood' | 'city' | 'admin' | 'country' | 'unknown'>(),
    /** West, south, east and north, in degrees. */
    box: json<[number, number, number, number]>(),
    contained_within: json<string[]>(),
  },
  { since: '002-posts' },
);

export const placeTables = [places] as const;

export type PlaceRow = RowOf<typeof places>;
