// Declares the values that a reader has given in the column, in place of those of the example.
import type { Input } from '../console/request/input.ts';

export interface Own {
  readonly input: Input;
  /** How many faults the validators find in it. */
  readonly faults: number;
  /** The request for the address of the console; absent where it is too long for one. */
  readonly link?: string;
}
