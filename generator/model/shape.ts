// A parameter's schema → its shape: which primitive types its text may become, and whether it is one value, a list or a set of fields.
import type { JsonType, JsonValue, Schema } from './schema.ts';
import type { ParameterShape, ParameterStyle, PrimitiveType } from './service.ts';

/** Bits of the types that a schema leaves possible; `number` has both of its bits. */
const NULL = 1;
const BOOLEAN = 2;
export const INTEGER = 4;
const FRACTION = 8;
export const STRING = 16;
export const ARRAY = 32;
const OBJECT = 64;
const ANY = 127;
const PRIMITIVE = NULL | BOOLEAN | INTEGER | FRACTION | STRING;

const BITS: Readonly<Record<JsonType, number>> = {
  null: NULL,
  boolean: BOOLEAN,
  integer: INTEGER,
  number: INTEGER | FRACTION,
  string: STRING,
  array: ARRAY,
  object: OBJECT,
};

export type ShapeOutcome = { readonly shape: ParameterShape; readonly loss?: string } | { readonly fault: string };

export function shapeOf(schema: Schema, style: ParameterStyle): ShapeOutcome {
  const types = possibleTypes(schema);
  const primitives = types & PRIMITIVE & ~NULL;
  if (types === ANY || types === 0) return { shape: { kind: 'primitive', types: primitiveTypes(ANY) } };
  if ((types & ARRAY) !== 0 && (types & OBJECT) === 0) {
    const items = nested(conjuncts(schema).flatMap((part) => [part.items, ...(part.prefixItems ?? [])]));
    if (items === undefined) return { fault: 'its items are arrays or objects, which no style of the standard can write' };
    const shape: ParameterShape = { kind: 'array', items };
    return primitives === 0 ? { shape } : { shape, loss: 'a single value and a list of one look the same: the server reads a list' };
  }
  if ((types & OBJECT) !== 0) {
    if ((types & ARRAY) !== 0) return { fault: 'it may be an array or an object, which look the same in its style' };
    if (primitives !== 0) return { fault: `it may be an object or a single value, which the style ${style} cannot tell apart` };
    return objectShape(schema);
  }
  return { shape: { kind: 'primitive', types: primitiveTypes(types) } };
}

function objectShape(schema: Schema): ShapeOutcome {
  const parts = conjuncts(schema);
  const byName = new Map<string, Schema[]>();
  for (const part of parts) {
    for (const [name, property] of part.properties ?? []) byName.set(name, [...(byName.get(name) ?? []), property]);
  }
  const properties = new Map<string, readonly PrimitiveType[]>();
  for (const [name, schemas] of byName) {
    const types = nested(schemas);
    if (types === undefined) return { fault: `its property ${name} is an array or an object, which no style of the standard can write` };
    properties.set(name, types);
  }
  const open = parts.flatMap((part) => [part.additionalProperties, ...(part.patternProperties?.values() ?? [])]);
  const closed = parts.some((part) => part.additionalProperties?.boolean === false && part.patternProperties === undefined);
  const additional = closed ? [] : nested(open.filter((item) => item?.boolean !== false));
  if (additional === undefined) return { fault: 'its further properties are arrays or objects, which no style of the standard can write' };
  return { shape: { kind: 'object', properties, additional } };
}

/** What may stand inside a list or a field: primitives only. `undefined` where it must be more than that. */
function nested(schemas: readonly (Schema | undefined)[]): readonly PrimitiveType[] | undefined {
  let types = 0;
  for (const schema of schemas) if (schema !== undefined) types |= possibleTypes(schema);
  if (types === 0 || types === ANY) return primitiveTypes(ANY);
  return (types & PRIMITIVE) === 0 ? undefined : primitiveTypes(types);
}

/** In the order in which a text is tried. A schema that says nothing reads text as text: nothing is guessed from its looks. */
function primitiveTypes(types: number): readonly PrimitiveType[] {
  if (types === ANY) return ['string'];
  const found: PrimitiveType[] = [];
  if ((types & FRACTION) !== 0) found.push('number');
  else if ((types & INTEGER) !== 0) found.push('integer');
  if ((types & BOOLEAN) !== 0) found.push('boolean');
  if ((types & NULL) !== 0) found.push('null');
  if ((types & STRING) !== 0) found.push('string');
  return found;
}

/**
 * The types that a schema leaves possible, through references and combinations. `not` and conditions are not looked into: a shape says how
 * text is read, the validator judges what was read.
 */
export function possibleTypes(schema: Schema, known: Map<Schema, number> = new Map(), depth = 0): number {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const { boolean: truth, ref, dynamicRef, allOf, anyOf, oneOf } = schema;
  if (truth !== undefined) return truth ? ANY : 0;
  // A file is in a field of its own: it is read as it comes.
  if (schema.file === true) return STRING;
  let types = ownTypes(schema);
  if (depth > MAX_DEPTH) return types;
  // A way back to itself adds nothing.
  known.set(schema, ANY);
  const all = [...(allOf ?? [])];
  if (ref !== undefined) all.push(ref);
  if (dynamicRef !== undefined) all.push(dynamicRef.target);
  for (const part of all) types &= possibleTypes(part, known, depth + 1);
  for (const branches of [anyOf, oneOf]) {
    if (branches === undefined) continue;
    let union = 0;
    for (const branch of branches) union |= possibleTypes(branch, known, depth + 1);
    types &= union;
  }
  known.set(schema, types);
  return types;
}

/** Chains of references longer than this are no parameter's. */
const MAX_DEPTH = 500;

function ownTypes(schema: Schema): number {
  let types = ANY;
  if (schema.type !== undefined) types = schema.type.reduce((sum, type) => sum | BITS[type], 0);
  if (schema.const !== undefined) types &= typesOfValues([schema.const.value]);
  if (schema.enum !== undefined) types &= typesOfValues(schema.enum);
  // Without `type`, fields or items say what is meant: a text is neither.
  if (types === ANY && (schema.properties !== undefined || schema.patternProperties !== undefined)) return OBJECT;
  if (types === ANY && (schema.items !== undefined || schema.prefixItems !== undefined)) return ARRAY;
  return types;
}

function typesOfValues(values: readonly JsonValue[]): number {
  let types = 0;
  for (const value of values) {
    if (value === null) types |= NULL;
    else if (Array.isArray(value)) types |= ARRAY;
    else if (typeof value === 'object') types |= OBJECT;
    else if (typeof value === 'boolean') types |= BOOLEAN;
    else if (typeof value === 'number') types |= Number.isInteger(value) ? INTEGER : INTEGER | FRACTION;
    else types |= STRING;
  }
  return types;
}

/** The schema and all that judge the same value with it, branches too. */
function conjuncts(schema: Schema): Schema[] {
  const met = new Set<Schema>([schema]);
  for (const part of met) {
    if (part.ref !== undefined) met.add(part.ref);
    if (part.dynamicRef !== undefined) met.add(part.dynamicRef.target);
    for (const item of [...(part.allOf ?? []), ...(part.anyOf ?? []), ...(part.oneOf ?? [])]) met.add(item);
  }
  return [...met];
}
