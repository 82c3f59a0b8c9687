// What a user says of the things of a document, for a mock that remembers. Types only.
import type { Location } from './problem.ts';

/** What the things of a collection are. What is not said stays as the document has it. */
export interface ThingOption {
  /** The member that identifies a thing in paths. */
  readonly id?: string;
  /** The member with the state of a thing: one with an `enum`. */
  readonly state?: string;
  /** Members whose value only one thing of the collection may have. */
  readonly unique?: readonly string[];
  /** Operations on one thing, by `operationId` or as `POST /orders/{id}/ship`, and the states that they lead to. */
  readonly actions?: Readonly<Record<string, string>>;
}

/** What is said of one collection; `false`: it has no things, and is answered from the document. */
export interface ThingNote {
  /** The path of the collection: `/orders`. */
  readonly path: string;
  readonly option: ThingOption | false;
  /** Where it is said. */
  readonly location: Location;
  /** `mock.things` or `x-thing`. */
  readonly by: string;
}
