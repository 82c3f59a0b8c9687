// Builds the part of a node that a schema's own keywords make: values, and kinds of values with their limits.
import { hasType } from '@octavo/runtime/facts';
import { rounded } from '../../base/exact.ts';
import type { JsonType, JsonValue, Schema } from '../../model/schema/schema.ts';
import { saysMoreOfArrays } from '../types/array-type.ts';
import { kindsOf, OBJECT } from '../types/kinds.ts';
import { saysMoreOfObjects } from '../types/object-type.ts';
import {
  arrayChecks,
  boundsOf,
  equalTo,
  guardedChecks,
  hasIntegerFormat,
  itemChecks,
  itemCounts,
  multipleOf,
  nativePattern,
  stringChecks,
} from './checks.ts';
import { type Form, type Literal, NEVER, plain, UNKNOWN } from './node.ts';
import { objectPart } from './objects.ts';
import { type Building, OBJECT_KEYWORDS, OTHER_KEYWORDS, type Part } from './parts.ts';

/** The part that the schema's own keywords make; `undefined` where it has none. */
export function ownPart(schema: Schema, building: Building): Part | undefined {
  if (schema.const !== undefined || schema.enum !== undefined) return valuesPart(schema, building);
  const isObject = OBJECT_KEYWORDS.some((keyword) => schema[keyword] !== undefined);
  const types = schema.type ?? (isObject && kindsOf(schema) === OBJECT ? (['object'] as const) : undefined);
  if (types === undefined) {
    if (!isObject && !OTHER_KEYWORDS.some((keyword) => schema[keyword] !== undefined)) return undefined;
    const checks = guardedChecks(schema, building.checks);
    if (checks.length === 0) return undefined;
    return { node: { ...UNKNOWN, checks }, isNative: !saysMoreOfObjects(schema) && !saysMoreOfArrays(schema) };
  }
  const parts = types.filter((type) => type !== 'integer' || !types.includes('number')).map((type) => kindPart(schema, type, building));
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  if (parts.length === 0) return { node: NEVER, isNative: true };
  const branches = parts.map(({ node }) => node);
  return { node: plain({ kind: 'union', branches, exclusive: false }), isNative: parts.every(({ isNative }) => isNative) };
}

/** `const` and `enum`. */
function valuesPart(schema: Schema, building: Building): Part {
  const { type, const: constant } = schema;
  const listed = schema.enum ?? (constant === undefined ? [] : [constant.value]);
  const allowed = listed.map(rounded).filter((value) => type === undefined || type.some((one) => hasType(value, one)));
  const isNative =
    (schema.enum === undefined || constant === undefined) && allowed.every((value) => Number.isFinite(value) || !isNumber(value));
  const both = schema.enum !== undefined && constant !== undefined ? [equalTo([constant.value])] : [];
  if (allowed.length === 0) return { node: NEVER, isNative: false };
  const { type: _, ...others } = schema;
  const checks = [...both, ...guardedChecks(others, building.checks)];
  const values = allowed.filter(isLiteral);
  if (values.length < allowed.length) return { node: { ...UNKNOWN, checks: [equalTo(allowed), ...checks] }, isNative: false };
  return { node: { form: { kind: 'literal', values: [...new Set(values)] }, checks }, isNative };
}

function kindPart(schema: Schema, type: JsonType, building: Building): Part {
  switch (type) {
    case 'null':
    case 'boolean':
      return { node: plain({ kind: type }), isNative: true };
    case 'string': {
      const pattern = nativePattern(schema, building.checks);
      const filled = schema.minLength === 1;
      const form: Form = { kind: 'string', filled, ...(pattern === undefined ? {} : { pattern }) };
      return { node: { form, checks: stringChecks(schema, building.checks, pattern !== undefined) }, isNative: true };
    }
    case 'integer':
    case 'number': {
      const form: Form = {
        kind: 'number',
        integer: type === 'integer' || hasIntegerFormat(schema, building.checks),
        bounds: boundsOf(schema, building.checks),
      };
      return { node: { form, checks: multipleOf(schema) }, isNative: true };
    }
    case 'array':
      return arrayPart(schema, building);
    case 'object':
      return objectPart(schema, building);
  }
}

function arrayPart(schema: Schema, building: Building): Part {
  const { prefixItems = [], items, minItems = 0, maxItems } = schema;
  const more = arrayChecks(schema, building.checks);
  if (prefixItems.length === 0 && items?.boolean !== false) {
    const least = minItems === 0 ? {} : { least: minItems };
    const most = maxItems === undefined ? {} : { most: maxItems };
    const form: Form = { kind: 'array', items: items === undefined ? UNKNOWN : building.node(items), ...least, ...most };
    const isEmpty = maxItems === 0 || (items !== undefined && kindsOf(items) === 0);
    return { node: { form, checks: more }, isNative: !isWrittenOut(minItems) && !isEmpty };
  }
  if (prefixItems.length > 0 && minItems === prefixItems.length && maxItems === undefined) {
    const rest = items?.boolean === false ? {} : { rest: items === undefined ? UNKNOWN : building.node(items) };
    const form: Form = { kind: 'tuple', items: prefixItems.map((item) => building.node(item)), ...rest };
    return { node: { form, checks: more }, isNative: true };
  }
  const checks = [...itemCounts(schema), ...itemChecks(schema, building.checks), ...more];
  return { node: { form: { kind: 'array', items: UNKNOWN }, checks }, isNative: false };
}

/** Whether the type of a list repeats its first items: `[T, ...T[]]`. */
function isWrittenOut(minItems: number): boolean {
  return minItems > 0 && minItems <= 4;
}

function isNumber(value: JsonValue): value is number {
  return typeof value === 'number';
}

function isLiteral(value: JsonValue): value is Literal {
  return value === null || (typeof value !== 'object' && typeof value !== 'bigint');
}
