// Checks a value by a schema of OpenAPI 3.0, as far as the document of this service uses schemas.
import { isDeepStrictEqual } from 'node:util';
import { formats } from './formats.ts';

export type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean;
  readonly minProperties?: number;
  /** How the length of a text is counted, where it is not in characters. */
  readonly 'x-length'?: 'bytes';
};

/** What is wrong, and where: the name of a parameter, or a pointer into the body. */
export interface Wrong {
  readonly name: string;
  readonly message: string;
}

export type Resolve = (schema: Schema) => Schema;

type Say = (message: string, name?: string) => void;

function checkText(text: string, schema: Schema, say: Say): void {
  const length = schema['x-length'] === 'bytes' ? Buffer.byteLength(text) : [...text].length;
  if (length < (schema.minLength ?? 0)) say(`must have ${schema.minLength} characters or more`);
  if (length > (schema.maxLength ?? Infinity)) say(`may have ${schema.maxLength} characters`);
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(text)) say(`must match ${schema.pattern}`);
  if (schema.format !== undefined && formats[schema.format]?.(text) === false) say(`must be a ${schema.format}`);
}

function checkNumber(value: number, schema: Schema, say: Say): void {
  if (schema.type === 'integer' && !Number.isInteger(value)) say('must be an integer');
  const least = schema.minimum ?? -Infinity;
  if (schema.exclusiveMinimum === true ? value <= least : value < least) say(`is too small`);
  if (value > (schema.maximum ?? Number.MAX_VALUE)) say(`is too large`);
  if (schema.multipleOf !== undefined && !Number.isInteger(value / schema.multipleOf)) say(`must be in steps of ${schema.multipleOf}`);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isObject,
};

/** A checker of values. Each thing that is wrong comes with its name, which begins with the one that is given. */
export function checkerOf(resolve: Resolve): (value: unknown, schema: Schema, name: string) => Wrong[] {
  function checkList(list: readonly unknown[], schema: Schema, name: string, say: Say): Wrong[] {
    if (list.length < (schema.minItems ?? 0)) say(`must have ${schema.minItems} items or more`);
    if (list.length > (schema.maxItems ?? Infinity)) say(`may have ${schema.maxItems} items`);
    const isTwice = list.some((one, index) => list.slice(0, index).some((other) => isDeepStrictEqual(one, other)));
    if (schema.uniqueItems === true && isTwice) say('has an item twice');
    const { items } = schema;
    return items === undefined ? [] : list.flatMap((one, index) => check(one, items, `${name}/${index}`));
  }

  function checkObject(value: Readonly<Record<string, unknown>>, schema: Schema, name: string, say: Say): Wrong[] {
    const { properties = {}, required = [] } = schema;
    if (Object.keys(value).length < (schema.minProperties ?? 0)) say('must have a member');
    for (const one of required) if (!Object.hasOwn(value, one)) say('is missing', `${name}/${one}`);
    return Object.entries(value).flatMap(([key, one]) => {
      const found = Object.hasOwn(properties, key) ? properties[key] : undefined;
      if (found !== undefined) return check(one, found, `${name}/${key}`);
      if (schema.additionalProperties === false) say('is unknown', `${name}/${key}`);
      return [];
    });
  }

  function check(value: unknown, given: Schema, name: string): Wrong[] {
    const schema = resolve(given);
    const wrong: Wrong[] = [];
    const say: Say = (message, where = name) => {
      wrong.push({ name: where, message });
    };
    if (value === null && schema.nullable === true) return [];
    if (schema.type !== undefined && TYPES[schema.type]?.(value) === false) return [{ name, message: `must be of type ${schema.type}` }];
    if (schema.enum !== undefined && !schema.enum.includes(value)) say(`must be one of ${schema.enum.join(', ')}`);
    if (typeof value === 'string') checkText(value, schema, say);
    if (typeof value === 'number') checkNumber(value, schema, say);
    if (Array.isArray(value)) wrong.push(...checkList(value, schema, name, say));
    else if (isObject(value)) wrong.push(...checkObject(value, schema, name, say));
    return wrong;
  }

  return check;
}
