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
  /** `tags`: what belongs to one tag alone has files of its own. Default: everything stands together. */
  readonly split?: 'tags' | undefined;
}
