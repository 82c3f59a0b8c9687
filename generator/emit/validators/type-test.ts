// Tests of a value's JSON type, for and against, in the form that TypeScript narrows by.
import type { JsonType } from '../../model/schema.ts';
import type { Module } from './place.ts';

/** True where the value has the type. A number that JSON has no form for (`NaN`, infinity) is no number. */
export function positiveTypeTest(type: JsonType, value: string, module: Module): string {
  switch (type) {
    case 'null':
      return `${value} === null`;
    case 'array':
      return `Array.isArray(${value})`;
    case 'object':
      return `${module.helper('isObject')}(${value})`;
    case 'integer':
      return `typeof ${value} === 'number' && Number.isInteger(${value})`;
    case 'number':
      return `typeof ${value} === 'number' && Number.isFinite(${value})`;
    case 'string':
    case 'boolean':
      return `typeof ${value} === '${type}'`;
  }
}

export function negativeTypeTest(type: JsonType, value: string, module: Module): string {
  switch (type) {
    case 'null':
      return `${value} !== null`;
    case 'array':
      return `!Array.isArray(${value})`;
    case 'object':
      return `!${module.helper('isObject')}(${value})`;
    case 'integer':
      return `typeof ${value} !== 'number' || !Number.isInteger(${value})`;
    case 'number':
      return `typeof ${value} !== 'number' || !Number.isFinite(${value})`;
    case 'string':
    case 'boolean':
      return `typeof ${value} !== '${type}'`;
  }
}
