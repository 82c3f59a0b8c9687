// What the answers of a living mock work on, and what they give. Types only.
import type { Issue } from '@octavo/runtime/conformance';
import type { Random } from '@octavo/runtime/testing';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Service } from '../../model/service.ts';
import type { MockAnswer } from '../protocol.ts';
import type { Delivered } from './commands.ts';
import type { Input } from './places.ts';
import type { Kind, Plan } from './plan/kinds.ts';
import type { Apart } from './stated/apart.ts';
import type { Comparisons } from './stated/comparisons.ts';
import type { Most } from './stated/most.ts';
import type { StatedRules } from './stated/rules.ts';
import type { World } from './world.ts';

/** A response in the form in which handlers of a generated server give it. */
export interface Result {
  readonly status: number;
  readonly contentType?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** What the mock has of the generated code. */
export interface Tools {
  /**
   * The document's example of a response, or with `random` one of its schema; of a success without a status.
   *
   * @throws {ExampleError} where there is none
   */
  example(operation: Operation, status: number | undefined, random?: Random): Result;
  /** The faults of a response by the generated validators. */
  judge(operation: Operation, result: Result): readonly Issue[];
  allows(schema: Schema, value: unknown): boolean;
  /** A value of a schema; `undefined` where none was found. */
  sample(schema: Schema, random: Random): unknown;
  /** A value of the schema of an error that tells of a refusal; `undefined` where the schema has no room for one. */
  errorOf(schema: Schema, status: number, detail: string): unknown;
  now(): Date;
}

export interface Setting {
  readonly plan: Plan;
  readonly world: World;
  readonly tools: Tools;
  readonly random: Random;
  /** The forms of errors of the whole service. */
  readonly errors: Service['errors'];
  readonly stated: StatedRules;
  readonly comparisons: Comparisons;
  /** What a thing may not have a time in common with. */
  readonly apart: (operation: Operation, kind: Kind) => Apart | undefined;
  readonly mostOf: (operation: Operation, kind: Kind) => Most | undefined;
}

export interface Call {
  readonly input: Input;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Path below the base path, with the query. */
  readonly target: string;
  /** The address that the target stands below. */
  readonly base: string;
}

/** `answer`: the document declares no response that would do. `isWithoutState`: the result is of the document, and not of the things. */
export type Living = { readonly deliveries?: readonly Delivered[] } & (
  | { readonly result: Result; readonly isWithoutState?: true }
  | { readonly answer: MockAnswer }
);
