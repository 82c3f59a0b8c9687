// Asks for places: by where they are, by the words of their names, and by what contains them.

import { type Given, prepare } from '../../platform/store/prepare.ts';
import type { Tables } from '../deps.ts';
import { rows } from '../people/store.ts';
import type { Box } from '../rules/globe.ts';
import { wordsOf } from '../rules/words.ts';
import type { PlaceRow } from './tables.ts';

/** No question reads more places than this. */
const MOST_READ = 1000;
/** Words of a name by which a place is found. */
const MOST_WORDS = 20;

export function findPlace(tables: Tables, id: string): Promise<PlaceRow | undefined> {
  return rows.find(tables, 'b_places', id);
}

const inBox = prepare((tables: Tables, given: Given<Record<'west' | 'south' | 'east' | 'north' | 'most', number>>) =>
  tables
    .selectFrom('b_places')
    .selectAll()
    .where('south', '<=', given('north'))
    .where('north', '>=', given('south'))
    .where('west', '<=', given('east'))
    .where('east', '>=', given('west'))
    .orderBy('id')
    .limit(given('most')),
);

/** Places that lie in a box, at least in part. */
export function placesIn(tables: Tables, [west, south, east, north]: Box): Promise<readonly PlaceRow[]> {
  return inBox.all(tables, { west, south, east, north, most: MOST_READ });
}

const withWords = prepare((tables: Tables, given: Given<{ words: readonly string[]; count: number; most: number }>) =>
  tables
    .selectFrom('b_places')
    .selectAll()
    .where(
      'id',
      'in',
      tables
        .selectFrom('b_place_words')
        .select('place_id')
        .where('word', 'in', given.list('words'))
        .groupBy('place_id')
        .having((where) => where.fn.countAll(), '=', given('count')),
    )
    .orderBy('id')
    .limit(given('most')),
);

/** Places whose names have all of the words. */
export async function placesNamed(tables: Tables, words: readonly string[]): Promise<readonly PlaceRow[]> {
  return words.length === 0 ? [] : withWords.all(tables, { words, count: words.length, most: MOST_READ });
}

/** Places by their identifiers, with all that contain them. */
export async function withContainers(tables: Tables, places: readonly PlaceRow[]): Promise<ReadonlyMap<string, PlaceRow>> {
  const known = new Map(places.map((place) => [place.id, place]));
  let added = places;
  while (added.length > 0) {
    const missing = new Set(added.flatMap(({ contained_within }) => contained_within).filter((id) => !known.has(id)));
    added = await rows.among(tables, 'b_places', 'id', [...missing]);
    for (const place of added) known.set(place.id, place);
  }
  return known;
}

/** Adds places with the words by which they are found, within a unit of work. */
export async function addPlaces(tables: Tables, ...places: readonly PlaceRow[]): Promise<void> {
  const words = places.flatMap(({ id, full_name }) =>
    wordsOf(full_name)
      .slice(0, MOST_WORDS)
      .map((word) => ({ word, place_id: id })),
  );
  await rows.insert(tables, 'b_places', places);
  await rows.insert(tables, 'b_place_words', words);
}
