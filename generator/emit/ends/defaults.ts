// Finds the defaults of an operation's parameters, which servers fill in, and prints them for its route and for the type of its handler.
import { conjuncts, possibleConjuncts } from '../../model/schema/conjuncts.ts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import { possibleTypes, typeOfValue } from '../../model/schema/types.ts';
import type { Operation } from '../../model/service.ts';
import type { Imports } from '../files/imports.ts';
import type { EmitOptions } from '../files/options.ts';
import { AS_SENT, type HeldOptions, heldAs } from '../held/held.ts';
import { jsonLiteral, stringLiteral } from '../text/escape.ts';

const PLACES = ['query', 'header', 'cookie'] as const;

/** For each place, the optional parameters that have a default, and their defaults in the form on the wire. */
function defaultsOf(
  operation: Operation,
  { parameterDefaults, held }: EmitOptions,
): readonly [string, Readonly<Record<string, JsonValue>>][] {
  if (parameterDefaults === 'ignore') return [];
  return PLACES.flatMap((place) => {
    const found = operation.parameters.flatMap((parameter): [string, JsonValue][] => {
      if (parameter.in !== place || parameter.required) return [];
      const value = defaultOf(parameter.schema, held);
      return value === undefined ? [] : [[parameter.name, value]];
    });
    return found.length === 0 ? [] : [[place, Object.fromEntries(found)] as [string, Record<string, JsonValue>]];
  });
}

/** The default of a schema or of one that holds with it; `undefined` where it is not of the type that handlers are promised. */
function defaultOf(schema: Schema, held: HeldOptions = AS_SENT): JsonValue | undefined {
  const value = conjuncts([schema]).find((part) => part.default !== undefined)?.default;
  return value !== undefined && fitsType(schema, value, held) ? value : undefined;
}

/** Whether a value is of the type of the schema, as far as `type`, `enum`, `const` and `items` say it, and can be held as handlers get it. */
function fitsType(schema: Schema, value: JsonValue, held: HeldOptions): boolean {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return false;
  if ((possibleTypes(schema) & typeOfValue(value)) === 0) return false;
  if (!possibleConjuncts([schema]).every((part) => canBeHeld(part, value, held))) return false;
  return conjuncts([schema]).every((part) => {
    const { items, prefixItems } = part;
    const values = part.const === undefined ? part.enum : [part.const.value];
    if (values?.some((one) => jsonLiteral(one) === jsonLiteral(value)) === false) return false;
    if (!Array.isArray(value)) return true;
    return prefixItems === undefined && (items === undefined || value.every((item: JsonValue) => fitsType(items, item, held)));
  });
}

/** A time with an offset, as RFC 3339 writes it. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** Whether the schema's conversion takes the value; where there is none, every value. */
function canBeHeld(schema: Schema, value: JsonValue, options: HeldOptions): boolean {
  const form = heldAs(schema, options);
  if (form === 'date') return typeof value !== 'string' || (INSTANT.test(value) && !Number.isNaN(Date.parse(value.toUpperCase())));
  if (form === undefined || (typeof value !== 'number' && typeof value !== 'bigint')) return true;
  if (!Number.isSafeInteger(value) && typeof value !== 'bigint') return false;
  const integer = BigInt(value);
  return integer === (schema.format === 'uint64' ? BigInt.asUintN(64, integer) : BigInt.asIntN(64, integer));
}

/** The field of the route; none for an operation without defaults. */
export function defaultsField(operation: Operation, options: EmitOptions): string[] {
  const defaults = defaultsOf(operation, options);
  return defaults.length === 0 ? [] : [`defaults: ${jsonLiteral(Object.fromEntries(defaults))}`];
}

/** The input as the handler gets it: `WithDefaults<SearchInput, { query: 'limit' | 'offset' }>`. */
export function handlerInput(operation: Operation, options: EmitOptions, imports: Imports): string {
  const input = imports.type('operations', `${operation.typeName}Input`);
  const defaults = defaultsOf(operation, options);
  if (defaults.length === 0) return input;
  const names = defaults.map(([place, values]) => `${place}: ${Object.keys(values).map(stringLiteral).join(' | ')}`);
  return `${imports.type('runtime', 'WithDefaults')}<${input}, { ${names.join('; ')} }>`;
}
