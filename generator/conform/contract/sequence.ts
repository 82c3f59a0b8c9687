// Declares the parts of sequences: operations that use values of the answers of others. Types only.

import type { Location } from '../../base/problem.ts';
import type { Operation } from '../../model/service.ts';

/** A value of an answer that an input of another operation can take. */
export interface Edge {
  readonly producer: Operation;
  /** JSON pointer into the result: `/body/id`, `/headers/Location`. */
  readonly from: string;
  readonly consumer: Operation;
  /** JSON pointer into the input: `/path/id`. */
  readonly to: string;
  /** How it was found: declared in `links`, by names and shapes, or given by the user. */
  readonly by: 'link' | 'name' | 'location-header' | 'override';
  /** The link, or the parameter of the consumer. */
  readonly location: Location;
}
