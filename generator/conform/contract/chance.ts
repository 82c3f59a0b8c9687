// Numbers and texts by chance, for values that no run before had: a service may remember what it was sent. All chance of a run comes from here, so
// that a test can fix it.

import { createRandom } from '@octavo/runtime/facts';

/** From 0 up to, and without, 1. */
let source: () => number = Math.random;

/** Lets chance follow from a number, the same each time: for tests, whose services remember nothing. */
export function fixChance(seed: number): void {
  const random = createRandom(seed);
  source = () => random.integer(0, 2 ** 32 - 1) / 2 ** 32;
}

/** An integer from `least` on and below `end`. */
export function chanceInt(least: number, end: number): number {
  return least + Math.floor(source() * (end - least));
}

/** A word of lower-case letters. */
export function chanceLetters(length: number): string {
  return Array.from({ length }, () => String.fromCodePoint(97 + chanceInt(0, 26))).join('');
}

/** A word that no text has yet. */
export function newWord(): string {
  return `zq${chanceLetters(8)}`;
}

/** A UUID of version 4 (RFC 9562, section 5.4). */
export function chanceUuid(): string {
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (place) =>
    (place === 'x' ? chanceInt(0, 16) : chanceInt(8, 12)).toString(16),
  );
}
