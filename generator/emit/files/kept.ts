// What a watch keeps of the texts of a document, so that they are not printed again while the schema that they are printed of is the same object.
import type { Schema } from '../../model/schema/schema.ts';
import type { Wording } from '../../model/wording.ts';
import type { TypeNames } from './type-names.ts';

/** Belongs to one document and its options. */
export interface KeptTexts {
  readonly validators: WeakMap<Schema, KeptValidator>;
  readonly types: WeakMap<Schema, KeptType>;
  /** By the name of a file that notes them: the descriptions of schemas that it depends on. */
  readonly words: Map<string, Map<Schema, string>>;
  /** The files of the last version. */
  files: KeptFiles | undefined;
}

/** The files of a version of the service, by their names in the table of files. */
interface KeptFiles {
  readonly wording: Wording;
  /** By path. */
  readonly texts: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The same in pieces, of those that have places for the words of operations. */
  readonly pieces: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  readonly offered: ReadonlyMap<string, readonly Offered[]>;
}

/** A declaration that a file exports for others to import. */
export interface Offered {
  readonly name: string;
  readonly kind: 'type' | 'value';
}

export function createKeptTexts(): KeptTexts {
  return { validators: new WeakMap(), types: new WeakMap(), words: new Map(), files: undefined };
}

/** A declaration of `types.ts`, with all that it depends on beside the schema and the options of the document. */
interface KeptType {
  readonly text: string;
  /** Schemas whose descriptions it depends on, and these. */
  readonly saying: readonly Schema[];
  readonly said: readonly string[];
  /** Each question to the file, and its answer, in the order in which they were asked. */
  readonly asked: readonly (readonly [question: (file: TypeNames) => string | undefined, answer: string | undefined])[];
}

interface KeptValidator {
  /** All that the declarations depend on beside the schema and the options of the document. */
  readonly asked: string;
  readonly printed: PrintedValidator;
}

/** Declarations of `validators.ts`. */
export interface PrintedValidator extends Used {
  readonly chunks: readonly string[];
}

/** What declarations use of the rest of the file and of other files. */
export interface Used {
  /** Functions and types of the runtime. */
  readonly helpers: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  /** Validators of this file or another. */
  readonly called: ReadonlySet<string>;
  /** Whether patterns are compiled for linear time. */
  readonly isLinear: boolean;
  readonly shared: ReadonlySet<SharedFunction>;
}

/** A function that several validators use, with its own constants and functions. */
export interface SharedFunction {
  /** The end of its name: `IdLogin_x5b1c0a9f`. */
  readonly name: string;
  readonly text: string;
  readonly used: Used;
}
