// What is known of an operation that was refused, where ways to prepare for it are looked for.
import type { Edge } from '../../../inference/edge.ts';
import { singular, stemOf, wordsOf } from '../../../inference/prose/index.ts';
import { collectionIn } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';

export interface Known {
  readonly operations: readonly Operation[];
  readonly edges: readonly Edge[];
  readonly refusal: string;
}

/** The operation that is refused, and what makes the thing that is prepared for it. */
export interface KnownOf extends Known {
  readonly operation: Operation;
  readonly producer: Operation;
}

/** The stems of all words of a text. */
export function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.split(/[^\p{L}]+/u).map(stemOf));
}

/** Whether words name what an operation makes: `No room of this type is left` names the rooms of `POST /rooms`. */
export function namesMade(words: ReadonlySet<string>, operation: Operation): boolean {
  return wordsOf(singular(collectionIn(operation))).every((word) => words.has(stemOf(word)));
}
