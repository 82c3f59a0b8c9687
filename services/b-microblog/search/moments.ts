// Terms that say when a post was published, by which a part of the index of SQLite is searched: FTS5 looks at the bounds of a query only where it has
// found a post, and would otherwise go through the whole index for words that never meet.

import { STEPS } from '../rules/identifiers.ts';

/** Places of the order that one term stands for: 65 seconds. */
const PLACES = STEPS * 2 ** 16;
const BASE = 4;
/** Enough until the year 2109. */
const DIGITS = 13;
/** No term of another kind begins with it. */
const LETTER = 'z';

const termOf = (number: number, digits: number) => LETTER + number.toString(BASE).padStart(digits, '0');

const numberOf = (seq: number) => Math.floor(seq / PLACES);

/** The term of a post, by its place in the order. */
export function momentTerm(seq: number): string {
  return termOf(numberOf(seq), DIGITS);
}

/** What the terms of all posts from one place of the order to another begin with, and those of few others. */
export function momentsBetween(first: number, last: number): readonly string[] {
  const prefixes: string[] = [];
  const end = numberOf(last) + 1;
  for (let number = numberOf(first); number < end; ) {
    let [size, digits] = [1, DIGITS];
    while (digits > 1 && number % (size * BASE) === 0 && number + size * BASE <= end) {
      size *= BASE;
      digits -= 1;
    }
    prefixes.push(termOf(number / size, digits));
    number += size;
  }
  return prefixes;
}
