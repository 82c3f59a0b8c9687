// What a user can choose about emitted code.
import type { HeldOptions } from '../held/held.ts';

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
  /** Whether what belongs to a tag alone has files of its own. Default: it has not. */
  readonly split?: 'tags' | undefined;
}

/** What the files of a service import each other by, where they stand in one folder; see `Part.locate`. */
export interface Modules {
  readonly types: string;
  readonly operations: string;
  readonly validators: string;
  readonly checks: string;
  readonly transforms: string;
  readonly client: string;
  readonly server: string;
  readonly schema: string;
  readonly examples: string;
  readonly exampleFacts: string;
}

export function modulesOf({ importExtension }: Pick<EmitOptions, 'importExtension'>): Modules {
  const path = (file: string): string => `./${file}${importExtension}`;
  return {
    types: path('types'),
    operations: path('operations'),
    validators: path('validators'),
    checks: path('checks'),
    transforms: path('transforms'),
    client: path('client'),
    server: path('server'),
    schema: path('schema'),
    examples: path('examples'),
    exampleFacts: path('example-facts'),
  };
}
