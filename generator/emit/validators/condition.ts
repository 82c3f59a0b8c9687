// A small schema as one boolean expression, for the places that ask whether a value matches and need no issues: `if`, `not`, `contains`.
import type { JsonType, Schema } from '../../model/schema/schema.ts';
import { isSilent } from '../../model/schema/walk.ts';
import { rowOf } from '../../vocabulary.ts';
import { jsonLiteral } from '../text/escape.ts';
import { comparable, isPlain } from './constant.ts';
import { boundLiteral } from './number.ts';
import { elementAccess, isInherited, type Module } from './place.ts';
import { isWide, positiveTypeTest } from './type-test.ts';

/** Keywords that it can say; a schema with any other is for a function. */
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

/** Undefined where the schema is too big for an expression. `value` is an identifier or a property of one; `known` its type, where a test around it tells. */
export function conditionOf(schema: Schema, value: string, module: Module, known?: JsonType): string | undefined {
  if (schema.boolean !== undefined) return String(schema.boolean);
  const keywords = (Object.keys(schema) as (keyof Schema)[]).filter(
    (keyword) => schema[keyword] !== undefined && !isSilent(keyword) && !isIdle(keyword, schema),
  );
  if (!keywords.every((keyword) => SAYABLE.has(keyword))) return undefined;
  const parts: string[] = [];
  for (const type of [schema.type]) {
    if (type === undefined || (known !== undefined && type.includes(known))) continue;
    if (known !== undefined) return undefined;
    const tests = type.map((one) => positiveTypeTest(one, value, module, schema));
    parts.push(tests.length === 1 ? tests.join('') : `(${tests.join(' || ')})`);
  }
  if (schema.const !== undefined) {
    if (!isPlain(schema.const.value)) return undefined;
    parts.push(`${value} === ${jsonLiteral(comparable(schema.const.value, schema, module))}`);
  }
  if (schema.enum !== undefined) {
    if (!schema.enum.every(isPlain) || schema.enum.length === 0 || schema.enum.length > MOST_PARTS) return undefined;
    const tests = schema.enum.map((one) => `${value} === ${jsonLiteral(comparable(one, schema, module))}`);
    parts.push(tests.length === 1 ? tests.join('') : `(${tests.join(' || ')})`);
  }
  for (const [keyword, operator] of OPERATORS) {
    const bound = schema[keyword];
    if (bound !== undefined)
      parts.push(
        `(${isWide(module) ? `!${module.helper('isNumeric')}(${value})` : `typeof ${value} !== 'number'`} || ${value} ${operator} ${boundLiteral(bound, module)})`,
      );
  }
  if (schema.required !== undefined || schema.properties !== undefined) {
    const object = objectCondition(schema, value, module, known);
    if (object === undefined) return undefined;
    if (object !== '') parts.push(object);
  }
  if (parts.length === 0) return 'true';
  return parts.length > MOST_PARTS ? undefined : parts.join(' && ');
}

/** Whether a keyword has no effect, for want of the one that it needs beside it. */
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

function objectCondition(schema: Schema, value: string, module: Module, known: JsonType | undefined): string | undefined {
  // A property of a property would need a name for what is between.
  if (!/^[\w$]+$/.test(value)) return undefined;
  const tests: string[] = [];
  const names = new Set([...(schema.required ?? []), ...(schema.properties?.keys() ?? [])]);
  if (names.size === 0) return '';
  for (const name of names) {
    if (isInherited(name)) return undefined;
    const read = elementAccess(value, name);
    const property = schema.properties?.get(name);
    const required = schema.required?.includes(name) === true;
    const condition = property === undefined ? 'true' : conditionOf(property, read, module);
    if (condition === undefined || condition === 'false') return undefined;
    if (condition === 'true') {
      if (required) tests.push(`${read} !== undefined`);
    } else if (!required) tests.push(`(${read} === undefined || ${condition.includes(' && ') ? `(${condition})` : condition})`);
    else tests.push(condition.includes('===') && !condition.includes('!==') ? condition : `${read} !== undefined && ${condition}`);
  }
  if (tests.length === 0) return '';
  if (tests.length > MOST_PARTS) return undefined;
  const onlyObjects = known === 'object' || (schema.type?.length === 1 && schema.type[0] === 'object');
  // Behind a test for an object already.
  if (onlyObjects) return tests.join(' && ');
  const isObject = `${module.helper('isObject')}(${value})`;
  return `(!${isObject} || ${tests.length === 1 ? tests.join('') : `(${tests.join(' && ')})`})`;
}
