// Declares what the printers of types share: the names that a file uses, the type of an inner schema, and the context in which a schema applies.
import { directConjuncts } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { isPlainRef } from '../../model/schema/walk.ts';
import type { TypeScope } from '../files/type-names.ts';
import type { Held } from '../held/forms.ts';
import type { Type } from '../text/type-text.ts';
import type { Kinds } from './kinds.ts';

/** A scope, and the types of schemas in it. */
export interface Types extends TypeScope {
  /** The type of a schema: its name, where it has one. */
  of(schema: Schema): Type;
  /** The form of the schema's own integers or strings; `undefined` where they are held as they are sent. */
  held(schema: Schema): Held | undefined;
  /** The name that the file gives to the type of the schema's objects, where it repeats. */
  shared(schema: Schema): string | undefined;
  /** Called with each schema whose description a comment has. */
  noteWords(schema: Schema): void;
  /** What a property that the schemas mention is called. */
  memberName(name: string, schemas: readonly Schema[]): string;
  /** Whether users hold all values as they are sent. */
  readonly asSent: boolean;
  /** All forms in which users hold some format, whether a schema has it or not. */
  readonly forms: readonly Held[];
}

/** Facts about a value to which other schemas apply as well. */
export interface TypeContext {
  /** The kinds of value that the other schemas allow. */
  readonly kinds: Kinds;
  /** The schemas around this one: a branch that only requires a property finds the property's type there. */
  readonly around: readonly Schema[];
}

/** The schemas that apply to the same value by `$ref` and `allOf`: named ones, and inline ones (the schema itself first). */
export interface Pieces {
  readonly named: readonly Schema[];
  readonly inline: readonly Schema[];
}

export function piecesOf(schema: Schema): Pieces {
  const named = new Set<Schema>();
  const inline: Schema[] = [];
  const isHeir = schema.name !== undefined && !isPlainRef(schema);
  const visit = (piece: Schema): void => {
    inline.push(piece);
    for (const applied of directConjuncts(piece)) {
      // The type of a base with a discriminator is a union of its heirs: an heir has the members of the base itself.
      if (applied.name === undefined || (isHeir && applied.discriminator?.inherited === true)) visit(applied);
      else named.add(applied);
    }
  };
  visit(schema);
  return { named: [...named], inline };
}

/** One schema that requires all of these; a single schema is returned as it is. */
export function allOf(schemas: readonly Schema[]): Schema {
  const [first, second] = schemas;
  if (first === undefined) throw new RangeError('No schemas to ask for.');
  return second === undefined ? first : { key: '', location: first.location, allOf: schemas };
}
