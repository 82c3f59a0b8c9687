// Finds the defaults of an operation's parameters, which servers fill in, and prints them for its route and for the type of its handler.
import { conjuncts, possibleConjuncts } from '../../model/schema/conjuncts.ts';
import { defaultOf } from '../../model/schema/default.ts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';
import type { Imports } from '../files/imports.ts';
import type { EmitOptions } from '../files/options.ts';
import { AS_SENT, type HeldOptions } from '../held/forms.ts';
import { heldAs } from '../held/held.ts';
import { isTemporalText } from '../held/temporal-text.ts';
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
      const value = heldDefault(parameter.schema, held);
      return value === undefined ? [] : [[parameter.name, value]];
    });
    return found.length === 0 ? [] : [[place, Object.fromEntries(found)] as [string, Record<string, JsonValue>]];
  });
}

/** The default of a schema; `undefined` where handlers are promised another type, or it cannot be held as they get it. */
function heldDefault(schema: Schema, held: HeldOptions = AS_SENT): JsonValue | undefined {
  const found = defaultOf(schema);
  return found === undefined || found.misfit !== undefined || !isHeld(schema, found.value, held) ? undefined : found.value;
}

/** Whether a value and its items can be held in the form that handlers get. */
function isHeld(schema: Schema, value: JsonValue, held: HeldOptions): boolean {
  if (!possibleConjuncts([schema]).every((part) => canBeHeld(part, value, held))) return false;
  if (!Array.isArray(value)) return true;
  return conjuncts([schema]).every(({ items }) => items === undefined || value.every((item: JsonValue) => isHeld(items, item, held)));
}

/** A time with an offset, as RFC 3339 writes it. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** Whether the schema's conversion takes the value; where there is none, every value. */
function canBeHeld(schema: Schema, value: JsonValue, options: HeldOptions): boolean {
  const form = heldAs(schema, options);
  switch (form?.kind) {
    case undefined:
    case 'brand':
    // The functions of the user are not run here.
    case 'own':
      return true;
    case 'date':
      return typeof value !== 'string' || isInstant(value);
    case 'temporal':
      return typeof value !== 'string' || isTemporalText(form.type, value);
    case 'integer':
      return isInteger64(schema, value);
  }
}

function isInstant(text: string): boolean {
  return INSTANT.test(text) && !Number.isNaN(Date.parse(text.toUpperCase()));
}

function isInteger64(schema: Schema, value: JsonValue): boolean {
  if (typeof value !== 'number' && typeof value !== 'bigint') return true;
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
  const names = defaults.map(([place, values]) => {
    const own = operation.parameters.filter(({ in: where, name }) => where === place && Object.hasOwn(values, name));
    return `${place}: ${own.map(({ name, codeName }) => stringLiteral(codeName ?? name)).join(' | ')}`;
  });
  return `${imports.type('runtime', 'WithDefaults')}<${input}, { ${names.join('; ')} }>`;
}
