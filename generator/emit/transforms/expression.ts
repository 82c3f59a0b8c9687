// The expressions that `transforms.ts` consists of, and what all of one file share.
import type { PatternOption } from '../../model/patterns/engine.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Imports } from '../files/imports.ts';
import type { HeldSchemas } from '../held/held.ts';
import type { LeafConstants } from './leaves.ts';
import type { NameConstants } from './names.ts';

export interface File {
  readonly held: HeldSchemas;
  readonly imports: Imports;
  readonly patterns: PatternOption;
  readonly tests: Map<Schema, string>;
  readonly leaves: LeafConstants;
  readonly names: NameConstants;
}

/** An expression for a transform, or for a function that returns one, since the schema's constant may be declared later in the file. */
export interface Expression {
  readonly text: string;
  readonly isFunction: boolean;
}

export function call(file: File, name: string, ...args: readonly (string | Expression)[]): Expression {
  const texts = args.map((arg) => (typeof arg === 'string' ? arg : arg.text));
  return { text: `/* @__PURE__ */ ${file.imports.value('runtime', name)}(${texts.join(', ')})`, isFunction: false };
}
