// What a form of values is, and how a text says how many.
import { NUMBERS } from '../words.ts';

/** A form, and values that do not have it, made of one that does; the surest first. */
export interface Form {
  /** One phrase: `an ISO 4217 code`. */
  readonly says: string;
  readonly wrong: (value: string) => readonly (string | number)[];
  /** A value that has it: the same where it has it already. */
  readonly fit: (value: string) => string | number;
  /** Whether it says more than a `format` of the schema does. */
  readonly isBesideFormat?: true;
}

/** A number in figures or as a word. */
export const COUNT = `(\\d+|${NUMBERS.join('|')})`;
