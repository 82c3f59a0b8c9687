// Finds places: at a point, by the words of their names, or with names that are like another one.

import type { Tables } from '../deps.ts';
import { boxAround, centreOf, metresBetween, metresTo, type Point } from '../rules/globe.ts';
import { CITY_SIZE, foldedName, isAlike, type PlaceType, sizeOf } from '../rules/places.ts';
import { searchedWords } from '../rules/words.ts';
import { placesIn, placesNamed, withContainers } from './store.ts';
import type { PlaceRow } from './tables.ts';

/** Metres around a location in which places are near it. */
const NEAR = 250;
const FARTHEST = 100_000;
/** Metres around a location in which a new place could be one of those with similar names. */
const SIMILAR = 5000;

type Known = ReadonlyMap<string, PlaceRow>;

export interface Found {
  readonly places: readonly PlaceRow[];
  /** These places and all that contain them. */
  readonly known: Known;
}

interface Filters {
  /** The smallest type of place that is wanted. */
  readonly granularity: PlaceType;
  readonly within?: string | undefined;
  readonly street_address?: string | undefined;
  readonly most: number;
}

export interface Wanted extends Filters {
  readonly point?: Point | undefined;
  /** Metres; absent: the caller does not say. */
  readonly radius?: number | undefined;
  /** Words that the names have. */
  readonly text?: string | undefined;
}

/** The places that are wanted, the nearest first; where there is no point, those with the very name come first, and then the largest. */
export async function findPlaces(tables: Tables, { point, radius, text, ...filters }: Wanted): Promise<Found> {
  const candidates = await candidatesOf(tables, point, radius, text);
  const known = await withContainers(tables, candidates);
  const places = candidates.filter((place) => passes(place, known, filters)).sort(point ? nearestFirst(point) : bestFirst(text ?? ''));
  return { places: places.slice(0, filters.most), known };
}

async function candidatesOf(tables: Tables, point?: Point, radius?: number, text?: string): Promise<readonly PlaceRow[]> {
  if (text === undefined) return point === undefined ? [] : placesAt(tables, point, Math.min(FARTHEST, Math.max(radius ?? 0, NEAR)));
  const named = await placesNamed(tables, searchedWords(text));
  return point === undefined || radius === undefined ? named : named.filter(({ box }) => metresTo(box, point) <= Math.max(radius, NEAR));
}

/** Places up to the size of a city at a point, and all that contain them. Where there are none, the smallest place whose box has the point. */
async function placesAt(tables: Tables, point: Point, radius: number): Promise<readonly PlaceRow[]> {
  const inBox = await placesIn(tables, boxAround(point, radius));
  const small = inBox.filter(({ type, box }) => sizeOf(type) <= CITY_SIZE && metresTo(box, point) <= radius);
  if (small.length > 0) return [...(await withContainers(tables, small)).values()];
  // Boxes of regions and countries have parts of their neighbours, so that only one of them is right.
  const [smallest] = inBox.filter(({ box }) => metresTo(box, point) === 0).sort(nearestFirst(point));
  return smallest === undefined ? [] : [...(await withContainers(tables, [smallest])).values()];
}

/** Places near a point whose names are like another one, the nearest first. */
export async function findSimilar(tables: Tables, point: Point, name: string, filters: Omit<Filters, 'granularity'>): Promise<Found> {
  const near = (await placesIn(tables, boxAround(point, SIMILAR))).filter(({ box }) => metresTo(box, point) <= SIMILAR);
  const known = await withContainers(tables, near);
  const places = near.filter((place) => isAlike(place.name, name) && passes(place, known, { ...filters, granularity: 'poi' }));
  return { places: places.sort(nearestFirst(point)).slice(0, filters.most), known };
}

function passes(place: PlaceRow, known: Known, { granularity, within, street_address }: Omit<Filters, 'most'>): boolean {
  if (sizeOf(place.type) < sizeOf(granularity)) return false;
  if (within !== undefined && !isWithin(place, within, known)) return false;
  return street_address === undefined || foldedName(place.street_address ?? '') === foldedName(street_address);
}

function isWithin({ contained_within }: PlaceRow, outer: string, known: Known): boolean {
  return contained_within.some((id) => {
    const container = known.get(id);
    return id === outer || (container !== undefined && isWithin(container, outer, known));
  });
}

type Order = (left: PlaceRow, right: PlaceRow) => number;

const byId: Order = (left, right) => (left.id < right.id ? -1 : 1);

/** The smallest place that contains the point comes first; among places of one type, the one whose centre is nearest. */
function nearestFirst(point: Point): Order {
  const centre = ({ box }: PlaceRow) => metresBetween(centreOf(box), point);
  return (left, right) =>
    metresTo(left.box, point) - metresTo(right.box, point) ||
    sizeOf(left.type) - sizeOf(right.type) ||
    centre(left) - centre(right) ||
    byId(left, right);
}

function bestFirst(text: string): Order {
  const wanted = foldedName(text);
  const differs = ({ name }: PlaceRow) => (foldedName(name) === wanted ? 0 : 1);
  return (left, right) => differs(left) - differs(right) || sizeOf(right.type) - sizeOf(left.type) || byId(left, right);
}
