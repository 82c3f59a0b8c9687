// The names that types have in a file.
import type { Schema } from '../../model/schema/schema.ts';

/** Names types in the file that is being printed: it may have to import one, or use another name where its own is taken. */
export interface TypeScope {
  /** The type of a schema that has a name. */
  named(name: string): string;
  /** A type of the language or the platform: `Record`, `Blob`. */
  global(name: string): string;
  /** The type of a brand. */
  brand(name: string): string;
  /** A type of a module that the user names. */
  foreign(module: string, name: string): string;
}

/** The names that `types.ts` asks for. */
export interface TypeNames extends TypeScope {
  /** The name that the file gives to the type of the schema's objects, where it repeats. */
  shared(schema: Schema): string | undefined;
  /** Called with each schema whose description a comment has. */
  noteWords(schema: Schema): void;
}
