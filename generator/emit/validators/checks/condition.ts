// Turns a small schema into one boolean expression for `if`, `not` and `contains`, which need the result but no issues.

import { rowOf } from '../../../base/vocabulary.ts';
import type { JsonType, JsonValue, Schema } from '../../../model/schema/schema.ts';
import { isSilent } from '../../../model/schema/walk.ts';
import { jsonLiteral } from '../../text/escape.ts';
import { ALWAYS, all, any, calls, compare, NEVER, not, type Test } from '../print/expression.ts';
import { comparable, isPlain } from './constant.ts';
import { boundLiteral } from './number.ts';
import { elementAccess, isInherited, type Module } from './subject.ts';
import { hasTypeTest, isWide } from './type-test.ts';

/** The keywords that an expression can check; a schema with any other needs a function. */
const SAYABLE: ReadonlySet<string> = new Set([
  'type',
  'const',
  'enum',
  'required',
  'properties',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
]);
const MOST_PARTS = 4;

/**
 * Undefined where the schema is too big for an expression. `known` is the value's type, where an outer test has checked it. `isMember`: the value
 * is a property of another one; an expression reads no properties of it, since that would need a local variable for the value.
 */
export function conditionOf(schema: Schema, value: string, module: Module, known?: JsonType, isMember = false): Test | undefined {
  if (schema.boolean !== undefined) return schema.boolean ? ALWAYS : NEVER;
  const keywords = (Object.keys(schema) as (keyof Schema)[]).filter(
    (keyword) => schema[keyword] !== undefined && !isSilent(keyword) && !isIdle(keyword, schema),
  );
  if (!keywords.every((keyword) => SAYABLE.has(keyword))) return undefined;
  const parts: Test[] = [];
  if (schema.type !== undefined && (known === undefined || !schema.type.includes(known))) {
    if (known !== undefined) return undefined;
    parts.push(any(...schema.type.map((one) => hasTypeTest(one, value, module, schema))));
  }
  const equals = (constant: JsonValue): Test => compare(value, '===', jsonLiteral(comparable(constant, schema, module)));
  if (schema.const !== undefined) {
    if (!isPlain(schema.const.value)) return undefined;
    parts.push(equals(schema.const.value));
  }
  if (schema.enum !== undefined) {
    if (!schema.enum.every(isPlain) || schema.enum.length === 0 || schema.enum.length > MOST_PARTS) return undefined;
    parts.push(any(...schema.enum.map(equals)));
  }
  for (const [keyword, operator] of OPERATORS) {
    const bound = schema[keyword];
    if (bound === undefined) continue;
    const isNoNumber = isWide(module) ? not(calls('isNumeric', value)) : compare(`typeof ${value}`, '!==', "'number'");
    parts.push(any(isNoNumber, compare(value, operator, boundLiteral(bound, module))));
  }
  if (schema.required !== undefined || schema.properties !== undefined) {
    const object = isMember ? undefined : objectCondition(schema, value, module, known);
    if (object === undefined) return undefined;
    parts.push(object);
  }
  return parts.length > MOST_PARTS ? undefined : all(...parts);
}

/** Whether a keyword has no effect because the keyword that it depends on is absent. */
function isIdle(keyword: string, schema: Schema): boolean {
  const beside = rowOf(keyword)?.beside;
  return beside !== undefined && schema[beside] === undefined;
}

const OPERATORS = [
  ['minimum', '>='],
  ['maximum', '<='],
  ['exclusiveMinimum', '>'],
  ['exclusiveMaximum', '<'],
] as const;

function objectCondition(schema: Schema, value: string, module: Module, known: JsonType | undefined): Test | undefined {
  const tests: Test[] = [];
  const names = new Set([...(schema.required ?? []), ...(schema.properties?.keys() ?? [])]);
  for (const name of names) {
    if (isInherited(name)) return undefined;
    const read = elementAccess(value, name);
    const property = schema.properties?.get(name);
    const condition = property === undefined ? ALWAYS : conditionOf(property, read, module, undefined, true);
    if (condition === undefined || condition === NEVER) return undefined;
    if (schema.required?.includes(name) !== true) {
      if (condition !== ALWAYS) tests.push(any(compare(read, '===', 'undefined'), condition));
    } else if (failsOnUndefined(condition)) tests.push(condition);
    else tests.push(all(compare(read, '!==', 'undefined'), condition));
  }
  if (tests.length === 0) return ALWAYS;
  if (tests.length > MOST_PARTS) return undefined;
  // An outer test has checked that the value is an object.
  if (known === 'object' || (schema.type?.length === 1 && schema.type[0] === 'object')) return all(...tests);
  return any(not(calls('isObject', value)), all(...tests));
}

/** Whether the condition requires a type or a constant, so that `undefined` fails it. */
function failsOnUndefined(test: Test): boolean {
  if (test.kind === '&&') return test.tests.some(failsOnUndefined);
  if (test.kind === '||') return test.tests.every(failsOnUndefined);
  return test.kind === 'comparison' && test.operator === '===';
}
