// Declares the options of emitted code that a user can choose.
import type { PatternOption } from '../../model/patterns/engine.ts';
import type { JsonValue } from '../../model/schema/schema.ts';
import type { HeldOptions } from '../held/forms.ts';
import type { KeptTexts } from './kept.ts';

export interface EmitOptions {
  /** The engine of patterns whose matching time may grow faster than the text. Default: `linear`. */
  readonly patterns?: PatternOption;
  /** How relative imports end: `.ts` for type stripping and bundlers, `.js` for code that `tsc` compiles. */
  readonly importExtension: '.ts' | '.js' | '';
  /** How validators check `format`: by the standards, more leniently, or not at all. */
  readonly formats: 'assert' | 'lenient' | 'annotate';
  /** Whether servers fill in the defaults of parameters. Default: `apply`. */
  readonly parameterDefaults?: 'apply' | 'ignore';
  /** Whether there is a `schema.ts` that the raw client is typed by. */
  readonly schema: boolean;
  /** Whether there is an `examples.ts`. */
  readonly examples: boolean;
  /** Whether there is a `query.ts`. Default: false. */
  readonly query?: boolean;
  /** Whether there is a `zod.ts`. Default: false. */
  readonly zod?: boolean;
  /** Whether there is a `valibot.ts`. Default: false. */
  readonly valibot?: boolean;
  /** Whether there are files of JSON Schema, and whether each holds what it refers to. Default: false. */
  readonly jsonSchema?: boolean | 'bundled';
  /** Whether there is an `mcp.ts`. Default: false. */
  readonly mcp?: boolean;
  /** Absent: there is no `conformance.test.ts`. */
  readonly conformance?: ConformanceOptions | undefined;
  /** The form in which users hold values that JSON has no type for. Default: as they are sent. */
  readonly held?: HeldOptions;
  /** The module that generated code imports the runtime from. */
  readonly runtime: string;
  /** `tags`: each tag has files of its own for what no other tag uses. Default: one folder for everything. */
  readonly split?: 'tags' | undefined;
  /** What is kept of texts for the next version of the service. Default: nothing. */
  readonly kept?: KeptTexts | undefined;
}

/**
 * Where `conformance.test.ts` finds the document and its settings. Paths are relative to its folder, with `/`, and encoded as in a URL, but for
 * `settings`.
 */
export interface ConformanceOptions {
  readonly document: string;
  /** The project folder. */
  readonly root: string;
  readonly overlays: readonly string[];
  /** The module of the user's settings, without an extension: `../../conformance/orders`. */
  readonly settings: string;
  /** The other options that the document is read with, by the names of `TestedDocument`. */
  readonly reading: Readonly<Record<string, JsonValue>>;
}
