// What a scaffold is planned from, and the plan.
import type { HeldOptions } from '../emit/held/held.ts';
import type { Adapter } from './adapter.ts';

export interface ScaffoldOptions {
  /** Absolute path of the folder for the service. */
  readonly folder: string;
  /** Absolute path of the generated code of the service. */
  readonly generated: string;
  readonly importExtension: '.ts' | '.js' | '';
  readonly runtime: string;
  /** The platform of a new `main.ts`. */
  readonly adapter: Adapter;
  /** The types of int64 and date-time in generated code. Default: those of JSON. */
  readonly held?: HeldOptions;
}

export interface ScaffoldPlan {
  /** The text of new and changed files, by absolute path. */
  readonly files: ReadonlyMap<string, string>;
  /** Names of operations that get a handler. */
  readonly added: readonly string[];
  /** Names of operations that have a handler already. */
  readonly kept: readonly string[];
  /** Sentences about what the user has to do. */
  readonly advice: readonly string[];
}
