// The places of the story and around it: 60 in five countries, from countries to points of interest.

import type { MicroblogPlatform, Tables } from '../deps.ts';
import { placedAt, placedIn } from '../places/placed.ts';
import { addPlaces } from '../places/store.ts';
import type { PlaceRow } from '../places/tables.ts';
import { addToken } from '../places/tokens.ts';
import type { Box } from '../rules/globe.ts';
import type { PlaceType } from '../rules/places.ts';
import { TIDE_WATCH } from './people.ts';

/** Identifiers of places begin with this, and end with two digits of their own. */
const BEGIN = '5a110d31205216';

export const VESTERHAVN = `${BEGIN}6f`;

type Line = readonly [end: string, name: string, latitude: number, longitude: number, container: string];

const COUNTRIES: readonly (readonly [end: string, name: string, code: string, box: Box])[] = [
  ['00', 'Denmark', 'DK', [8.0, 54.55, 15.2, 57.76]],
  ['01', 'Norway', 'NO', [4.6, 57.96, 31.1, 71.19]],
  ['02', 'Germany', 'DE', [5.87, 47.27, 15.04, 55.06]],
  ['03', 'Portugal', 'PT', [-9.53, 36.96, -6.19, 42.15]],
  ['04', 'Netherlands', 'NL', [3.36, 50.75, 7.23, 53.56]],
];

const REGIONS: readonly Line[] = [
  ['10', 'Central Jutland', 56.2, 9.4, '00'],
  ['11', 'Capital Region', 55.85, 12.3, '00'],
  ['12', 'Southern Denmark', 55.35, 9.3, '00'],
  ['13', 'Vestland', 60.9, 6.2, '01'],
  ['14', 'Rogaland', 59.0, 6.0, '01'],
  ['15', 'Lower Saxony', 53.1, 9.2, '02'],
  ['16', 'Schleswig-Holstein', 54.2, 9.8, '02'],
  ['17', 'Algarve', 37.2, -8.2, '03'],
  ['18', 'North Holland', 52.6, 4.9, '04'],
];

const CITIES: readonly Line[] = [
  ['20', 'Strandø', 56.53, 8.02, '00'],
  ['21', 'Copenhagen', 55.68, 12.57, '11'],
  ['22', 'Aarhus', 56.16, 10.2, '10'],
  ['23', 'Esbjerg', 55.47, 8.45, '12'],
  ['24', 'Oslo', 59.91, 10.75, '01'],
  ['25', 'Bergen', 60.39, 5.32, '13'],
  ['26', 'Stavanger', 58.97, 5.73, '14'],
  ['27', 'Hamburg', 53.55, 9.99, '02'],
  ['28', 'Bremen', 53.08, 8.8, '02'],
  ['29', 'Cuxhaven', 53.87, 8.69, '15'],
  ['2a', 'Kiel', 54.32, 10.13, '16'],
  ['2b', 'Lisbon', 38.72, -9.14, '03'],
  ['2c', 'Porto', 41.15, -8.61, '03'],
  ['2d', 'Lagos', 37.1, -8.67, '17'],
  ['2e', 'Amsterdam', 52.37, 4.9, '18'],
  ['2f', 'Den Helder', 52.95, 4.76, '18'],
  ['30', 'Rotterdam', 51.92, 4.48, '04'],
];

const NEIGHBOURHOODS: readonly Line[] = [
  ['70', 'Old Harbour', 56.449, 8.283, '6f'],
  ['71', 'Dune Side', 56.437, 8.252, '6f'],
  ['40', 'Nyhavn', 55.6798, 12.591, '21'],
  ['41', 'Vesterbro', 55.667, 12.555, '21'],
  ['42', 'Nørrebro', 55.697, 12.545, '21'],
  ['43', 'Latin Quarter', 56.158, 10.211, '22'],
  ['44', 'Grünerløkka', 59.923, 10.76, '24'],
  ['45', 'Aker Brygge', 59.91, 10.727, '24'],
  ['46', 'Bryggen', 60.3975, 5.3235, '25'],
  ['47', 'Altona', 53.551, 9.936, '27'],
  ['48', 'St. Pauli', 53.5535, 9.964, '27'],
  ['49', 'Viertel', 53.071, 8.826, '28'],
  ['4a', 'Alfama', 38.7115, -9.13, '2b'],
  ['4b', 'Belém', 38.698, -9.206, '2b'],
  ['4c', 'Ribeira', 41.1405, -8.613, '2c'],
  ['4d', 'Jordaan', 52.374, 4.881, '2e'],
];

const POINTS: readonly Line[] = [
  ['72', 'Vesterhavn Lighthouse', 56.4535, 8.2215, '6f'],
  ['73', 'Fish Auction Hall', 56.4507, 8.2871, '70'],
  ['74', 'Storm Tower', 56.4431, 8.2598, '71'],
  ['50', 'Strandø Landing', 56.5262, 8.0391, '20'],
  ['51', 'Copenhagen Central Station', 55.6727, 12.5646, '41'],
  ['52', 'Aarhus Harbour Bath', 56.1613, 10.2299, '22'],
  ['53', 'Oslo Opera House', 59.9075, 10.7531, '24'],
  ['54', 'Fish Market of Bergen', 60.3946, 5.3253, '25'],
  ['55', 'Landing Stages', 53.5456, 9.9665, '48'],
  ['56', 'Kiel Canal Lock', 54.3664, 10.1424, '2a'],
  ['57', 'Belém Tower', 38.6916, -9.216, '4b'],
  ['58', 'Double-Deck Bridge', 41.14, -8.6094, '4c'],
];

/** Half the width and half the height of a box, in degrees. */
const HALVES: Readonly<Record<Exclude<PlaceType, 'country'>, readonly [number, number]>> = {
  admin: [1.2, 0.8],
  city: [0.1, 0.06],
  neighborhood: [0.014, 0.009],
  poi: [0, 0],
};

function country([end, name, country_code, box]: (typeof COUNTRIES)[number]): PlaceRow {
  const named = { id: BEGIN + end, name, full_name: name, country: name, country_code };
  return { ...named, type: 'country', contained_within: [], street_address: null, ...placedIn(box) };
}

/** All places, each after the one that contains it. */
function places(): readonly PlaceRow[] {
  const all = new Map(COUNTRIES.map((line) => [line[0], country(line)]));
  function add(type: keyof typeof HALVES, [end, name, latitude, longitude, container]: Line, halves = HALVES[type]): void {
    const outer = all.get(container);
    if (outer === undefined) throw new Error(`The place ${name} stands before the one that contains it.`);
    all.set(end, {
      id: BEGIN + end,
      name,
      full_name: `${name}, ${outer.name}`,
      country: outer.country,
      country_code: outer.country_code,
      type,
      contained_within: [outer.id],
      street_address: null,
      ...placedAt([latitude, longitude], halves),
    });
  }
  for (const line of REGIONS) add('admin', line);
  add('city', ['6f', 'Vesterhavn', 56.45, 8.28, '00'], [0.07, 0.04]);
  for (const line of CITIES) add('city', line);
  for (const line of NEIGHBOURHOODS) add('neighborhood', line);
  for (const line of POINTS) add('poi', line);
  return [...all.values()];
}

/** With the token of the example, by which Tide Watch can create a ferry quay. */
export async function seedPlaces(tables: Tables, platform: Pick<MicroblogPlatform, 'story' | 'due'>): Promise<void> {
  await addPlaces(tables, ...places());
  const quay = { user_id: TIDE_WATCH, name: 'Ferry quay', latitude: 56.447, longitude: 8.284 };
  await addToken(platform, tables, { token: '3f8c21d97be04a5c', ...quay, expires_at: platform.story('2026-11-20T13:00:00Z') });
}
