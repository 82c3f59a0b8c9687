// What a user can choose about emitted code.

export interface EmitOptions {
  /** How relative imports end: `.ts` for type stripping and bundlers, `.js` for what `tsc` compiles. */
  readonly importExtension: '.ts' | '.js';
  /** Whether validators check `format`, or take it as an annotation. */
  readonly formats: 'assert' | 'annotate';
  /** Whether there is a `schema.ts` that the raw client is typed by. */
  readonly schema: boolean;
  /** What generated code imports the runtime from. */
  readonly runtime: string;
}
