// Declares the options of a scaffold, and its plan.
import type { HeldOptions } from '../emit/held/forms.ts';
import type { Adapter } from './adapter.ts';

/** `node`: the runner of Node.js, which needs no package. */
export type TestRunner = 'node' | 'vitest';

export interface ScaffoldOptions {
  /** Absolute path of the folder for the service. */
  readonly folder: string;
  /** Absolute path of the generated code of the service. */
  readonly generated: string;
  readonly importExtension: '.ts' | '.js' | '';
  readonly runtime: string;
  /** The platform of a new `main.ts`. */
  readonly adapter: Adapter;
  /** The program that runs the test of a new server. */
  readonly testRunner: TestRunner;
  /** Whether `octavo dev` runs nothing yet, so that a new server gets a module for `serve`. */
  readonly servesNothing: boolean;
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
  /** Whether the server is new, so that the user has yet to start it. */
  readonly isNew: boolean;
  /** Sentences about what the user has to do. */
  readonly advice: readonly string[];
}
