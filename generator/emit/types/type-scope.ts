// Declares what the printers of types share: how the file names things, the type of an inner schema, and the context that a schema applies in.
import { directConjuncts } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { TypeScope } from '../files/imports.ts';
import type { Held } from '../held/held.ts';
import type { Type } from '../text/type-text.ts';
import type { Kinds } from './kinds.ts';

/** A scope, and the types of schemas in it. */
export interface Types extends TypeScope {
  /** The type of a schema: its name, where it has one. */
  of(schema: Schema): Type;
  /** What the schema's own integers or texts are held as, where that is not as they are sent. */
  held(schema: Schema): Held | undefined;
  /** Whether the file has any that are. */
  readonly asSent: boolean;
}

/** What is known where a schema applies to a value that other schemas apply to as well. */
export interface TypeContext {
  /** The kinds of value that are left for it. */
  readonly kinds: Kinds;
  /** The schemas around it: where a branch that only requires a property finds the property's type. */
  readonly around: readonly Schema[];
}

/** The schemas that apply to the same value by `$ref` and `allOf`: those with a name, and those written in place (the schema itself first). */
export interface Pieces {
  readonly named: readonly Schema[];
  readonly inline: readonly Schema[];
}

export function piecesOf(schema: Schema): Pieces {
  const named = new Set<Schema>();
  const inline: Schema[] = [];
  const visit = (piece: Schema): void => {
    inline.push(piece);
    for (const applied of directConjuncts(piece)) {
      if (applied.name === undefined) visit(applied);
      else named.add(applied);
    }
  };
  visit(schema);
  return { named: [...named], inline };
}

/** The schema that asks for all of these at once: of one, itself. */
export function allOf(schemas: readonly Schema[]): Schema {
  const [first, second] = schemas;
  if (first === undefined) throw new RangeError('No schemas to ask for.');
  return second === undefined ? first : { key: '', location: first.location, allOf: schemas };
}
