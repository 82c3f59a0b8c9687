// Declares the options of emitted code that a user can choose.
import type { PatternOption } from '../../model/patterns/engine.ts';
import type { HeldOptions } from '../held/held.ts';

export interface EmitOptions {
  /** What runs patterns whose matching time may grow faster than the text. Default: `linear`. */
  readonly patterns?: PatternOption;
  /** How relative imports end: `.ts` for type stripping and bundlers, `.js` for code that `tsc` compiles. */
  readonly importExtension: '.ts' | '.js' | '';
  /** How validators check `format`: by the standards, more leniently, or not at all. */
  readonly formats: 'assert' | 'lenient' | 'annotate';
  /** Whether there is a `schema.ts` that the raw client is typed by. */
  readonly schema: boolean;
  /** Whether there is an `examples.ts`. */
  readonly examples: boolean;
  /** The form in which users hold values that JSON has no type for. Default: as they are sent. */
  readonly held?: HeldOptions;
  /** The module that generated code imports the runtime from. */
  readonly runtime: string;
  /** `tags`: each tag has files of its own for what no other tag uses. Default: one folder for everything. */
  readonly split?: 'tags' | undefined;
}
