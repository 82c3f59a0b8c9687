// Declares how operations use values of the answers of others. Types only.
import type { Location } from '../base/problem.ts';
import type { Operation } from '../model/service.ts';

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

/** `{ from: 'createBook', value: '/body/ref', to: 'readBook', as: '/path/book' }`. */
export interface OverrideLink {
  /** Id of the operation that gives the value. */
  readonly from: string;
  /** JSON pointer into its result: `/body/…` or `/headers/…`. */
  readonly value: string;
  /** Id of the operation that takes it. */
  readonly to: string;
  /** JSON pointer into its input. */
  readonly as: string;
}
