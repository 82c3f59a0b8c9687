// What may bring a thing into a state in which an operation succeeds: types only.
import type { Pair } from '../../../inference/spans.ts';
import type { Operation } from '../../../model/service.ts';

export interface Step {
  readonly operation: Operation;
  /** The place of its input that names the thing. */
  readonly place: string;
  /** In place of the body that it would have. */
  readonly body?: unknown;
  /** A value in one place of its input: the state that it brings the thing to. */
  readonly set?: { readonly place: string; readonly value: string };
  /** The states that the document lists beside the one that it sets, in their order. */
  readonly among?: readonly string[];
  /** Whether it makes something below the thing, without which other steps may do. */
  readonly isBelow?: true;
  /** Where the step is about what the thing stands below or names: its place in the input of what made the thing. */
  readonly above?: string;
  /** Places of its input that have what the thing was made with, and where that has it: the day of the thing. */
  readonly alike?: readonly { readonly to: string; readonly from: string }[];
  /** Where the step is about what a step before it has made below the thing, that step: a quote of the job is accepted. */
  readonly on?: Operation;
}

export type Having = { readonly maker: Operation } & ( // Its first and its last day, counted from today.
  | { readonly pair: Pair; readonly days: readonly [number, number] }
  | { readonly set: { readonly place: string; readonly value: boolean | number | string } }
  // The value that the request has in members of this name, or else the first one of these.
  | { readonly alike: { readonly place: string; readonly name: string; readonly values: readonly string[] } }
);

export interface Preparation {
  /** What makes the thing, and the place of the operation that names it. */
  readonly producer: Operation;
  readonly place: string;
  readonly steps: readonly Step[];
  /**
   * What the thing, or something that it stands below or names, must have had from the start: a time from before now until later, or a value.
   * `maker` makes that, or is the producer itself.
   */
  readonly having?: Having;
  /** Other things that the operation names, each of which is prepared too. */
  readonly also?: readonly Preparation[];
  /** Whether all else that the body names is made anew, since others may have used up what there is. */
  readonly allNew?: true;
}
