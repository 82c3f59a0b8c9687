// What a user can choose about emitted code.
import type { HeldOptions } from './held.ts';

export interface EmitOptions {
  /** How relative imports end: `.ts` for type stripping and bundlers, `.js` for what `tsc` compiles. */
  readonly importExtension: '.ts' | '.js';
  /** Whether validators check `format`, or take it as an annotation. */
  readonly formats: 'assert' | 'annotate';
  /** Whether there is a `schema.ts` that the raw client is typed by. */
  readonly schema: boolean;
  /** Whether there is an `examples.ts`. */
  readonly examples: boolean;
  /** In which form users hold what JSON has no type for. Default: as it is sent. */
  readonly held?: HeldOptions;
  /** What generated code imports the runtime from. */
  readonly runtime: string;
}

/** What the files of a service import each other by. */
export interface Modules {
  readonly types: string;
  readonly operations: string;
  readonly validators: string;
  readonly checks: string;
  readonly transforms: string;
  readonly server: string;
  readonly schema: string;
}

export function modulesOf({ importExtension }: EmitOptions): Modules {
  const path = (file: string): string => `./${file}${importExtension}`;
  return {
    types: path('types'),
    operations: path('operations'),
    validators: path('validators'),
    checks: path('checks'),
    transforms: path('transforms'),
    server: path('server'),
    schema: path('schema'),
  };
}
