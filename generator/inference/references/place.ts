// Declares the places of a request that may refer to something. Types only.
import type { Location } from '../../base/problem.ts';
import type { Schema } from '../../model/schema/schema.ts';

export interface Place {
  readonly name: string;
  /** JSON pointer into the input; `0` stands for each item of a list. */
  readonly to: string;
  readonly location: Location;
  readonly schemas: readonly Schema[];
  /** The list that each item is in. */
  readonly list?: readonly Schema[];
}
