// Tests of the JSON type of a value, in the form that TypeScript narrows by.
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import type { JsonType, Schema } from '../../../model/schema/schema.ts';
import { hasExactIntegers } from '../../held/forms.ts';
import { isExact } from '../../held/held.ts';
import { all, any, calls, compare, holds, not, type Test } from '../print/expression.ts';
import type { Module } from './subject.ts';

/** Whether 64-bit integers arrive as `bigint` where a double cannot hold them. */
export function isWide({ options }: Module): boolean {
  return options.held !== undefined && hasExactIntegers(options.held);
}

/** Whether valid integers of the schema may arrive as `bigint`; without a schema, whether any integer may. */
function takesBigint(schema: Schema | undefined, { options }: Module): boolean {
  const { held } = options;
  if (held === undefined || !hasExactIntegers(held)) return false;
  return schema === undefined || possibleConjuncts([schema]).some((part) => isExact(part, held));
}

/**
 * Holds where the value has the type; `NaN` and infinities, which JSON cannot express, are not numbers. `schema` is the schema with the `type`;
 * undefined for the keywords of a schema without one.
 */
export function hasTypeTest(type: JsonType, value: string, module: Module, schema: Schema | undefined): Test {
  switch (type) {
    case 'null':
      return compare(value, '===', 'null');
    case 'array':
      return holds(`Array.isArray(${value})`);
    case 'object':
      return calls('isObject', value);
    case 'integer':
      if (takesBigint(schema, module)) return calls('isExactInteger', value);
      return all(compare(`typeof ${value}`, '===', "'number'"), holds(`Number.isInteger(${value})`));
    case 'number':
      if (takesBigint(schema, module)) return calls('isNumeric', value);
      return all(compare(`typeof ${value}`, '===', "'number'"), holds(`Number.isFinite(${value})`));
    case 'string':
    case 'boolean':
      return compare(`typeof ${value}`, '===', `'${type}'`);
  }
}

/** The negation of `hasTypeTest`, in the form that TypeScript narrows by. */
export function lacksTypeTest(type: JsonType, value: string, module: Module, schema: Schema | undefined): Test {
  const test = hasTypeTest(type, value, module, schema);
  return test.kind === '&&' ? any(...test.tests.map(not)) : not(test);
}
