// Rules of places: which are smaller, which names are alike, and what an accuracy says.

/** From the smallest to the largest. */
const TYPES = ['poi', 'neighborhood', 'city', 'admin', 'country'] as const;

export type PlaceType = (typeof TYPES)[number];

/** 0 for the smallest type of place. */
export function sizeOf(type: PlaceType | 'unknown'): number {
  return type === 'unknown' ? 0 : TYPES.indexOf(type);
}

/** Places up to this size say where somebody is: larger ones are known by them. */
export const CITY_SIZE = sizeOf('city');

const METRES_IN_FOOT = 0.3048;

/** The radius in metres that an accuracy says: `500`, `500m` or `500ft`; `undefined` for what is none. */
export function metresOf(accuracy: string): number | undefined {
  const [, number, unit] = /^\s*(\d{1,9}(?:\.\d{1,9})?)\s*(m|ft)?\s*$/i.exec(accuracy) ?? [];
  if (number === undefined) return undefined;
  return Number(number) * (unit?.toLowerCase() === 'ft' ? METRES_IN_FOOT : 1);
}

/** A name as it is compared: without case, diacritics and signs. */
export function foldedName(name: string): string {
  const folded = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** Names are alike if they have this part of their pairs of letters in common. */
const ALIKE = 0.5;

export function isAlike(name: string, other: string): boolean {
  const [left, right] = [foldedName(name), foldedName(other)];
  if (left === '' || right === '') return false;
  if (left === right) return true;
  const [first, second] = [pairsOf(left), pairsOf(right)];
  const both = [...first].filter((pair) => second.has(pair)).length;
  return (2 * both) / Math.max(1, first.size + second.size) >= ALIKE;
}

function pairsOf(name: string): ReadonlySet<string> {
  const letters = [...name];
  return new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`));
}
