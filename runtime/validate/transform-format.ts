// Transforms by functions of the user, and brands: types of text that only a check gives.
import { ValidationError } from './check.ts';
import { report } from './report.ts';
import type { Transform } from './transform.ts';

/** The types of values on the wire that functions of a format may read and write. */
export interface FormatWire {
  readonly string: string;
  readonly number: number;
}

/** Values of the user's type are told from those on the wire by their type at run time: a type of texts is a brand. */
type Distinct<Value, Wire> = Value extends Wire ? ['a value of this type looks like one on the wire: give the format a brand'] : [];

/**
 * A format whose values functions of the user read from the wire and write to it. `kinds`: the types that the schema allows there; others, such as
 * null, stay unchanged, and so does a value that is already as the direction wants it. What `read` or `write` throws becomes an issue with the
 * place of the value.
 * `write` is told the first of the kinds, for formats that some schemas have as text and others as a number.
 */
/* @__NO_SIDE_EFFECTS__ */
export function formatTransform<Kinds extends readonly (keyof FormatWire)[], Value>(
  format: string,
  kinds: Kinds,
  read: (wire: FormatWire[Kinds[number]]) => Value,
  write: (value: Value, kind: Kinds[number]) => FormatWire[Kinds[number]],
  ..._distinct: Distinct<Value, FormatWire[Kinds[number]]>
): Transform {
  const isWire = (value: unknown): value is FormatWire[Kinds[number]] => kinds.some((kind) => typeof value === kind);
  const written = (value: unknown): unknown => {
    const wire: unknown = write(value as Value, kinds[0] as Kinds[number]);
    return isWire(wire) ? wire : undefined;
  };
  return {
    convert(value, direction, issues) {
      if (value === null || value === undefined || isWire(value) !== (direction === 'receive')) return value;
      try {
        const made = direction === 'receive' ? read(value as FormatWire[Kinds[number]]) : written(value);
        if (made !== undefined) return made;
      } catch {
        // What it says may repeat the value, which a message must not show.
      }
      report(issues, '', 'format', format, value);
      return value;
    },
  };
}

/** A text that was checked: validators give it this type, and `toBrand`. It is a plain text at run time. */
export type Branded<Name extends string> = string & { readonly __brand: Name };

/**
 * A function that checks a text and gives it the type of its brand. Without `test`, which is for formats without a check, any text has it.
 * The function throws a `ValidationError` for a text that is not valid.
 */
/* @__NO_SIDE_EFFECTS__ */
export function toBrand<Name extends string>(format: string, test?: (text: string) => boolean): (text: string) => Branded<Name> {
  return (text) => {
    const isValid = typeof text === 'string' && test?.(text) !== false;
    if (!isValid) throw new ValidationError([{ path: '', keyword: 'format', expected: format, found: text }]);
    return text as Branded<Name>;
  };
}
