// The entry `@octavo/runtime/refine`: what JSON Schema says of a value and the schemas of other libraries have no exact word for. Generated `zod.ts`
// and `valibot.ts` import it; it imports neither library, since both follow Standard Schema.
import { phraseOf } from '../contract/format-issue.ts';
import { hasType } from '../contract/json-type.ts';
import { deepEqual, hasUniqueItems } from './equality.ts';
import { codePoints, countProperties, isMultipleOf, isObject, isShorter, type ObjectValue, ownProperty } from './values.ts';

/** A schema of any library that follows Standard Schema. */
export interface AnySchema {
  readonly '~standard': { readonly validate: (value: unknown) => SchemaResult | Promise<SchemaResult> };
}

export interface SchemaResult {
  readonly issues?: readonly SchemaIssue[] | undefined;
}

export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** One fault of a value, and where in the value. */
export interface Refusal {
  readonly message: string;
  readonly path: readonly PropertyKey[];
}

/** What is wrong with a value; values that the check does not speak of pass. */
export type Refinement = (value: unknown) => readonly Refusal[];

/** The context of `superRefine`. */
export interface ZodContext {
  addIssue(issue: { code: 'custom'; message: string; path: PropertyKey[] }): void;
}

/** The checks as the function that `superRefine` of Zod takes. */
export function forZod(...checks: readonly Refinement[]): (value: unknown, context: ZodContext) => void {
  return (value, context) => {
    for (const check of checks)
      for (const { message, path } of check(value)) context.addIssue({ code: 'custom', message, path: [...path] });
  };
}

/** A step of the path of an issue of Valibot. */
export interface ValibotStep {
  type: 'unknown';
  origin: 'value';
  input: unknown;
  key: unknown;
  value: unknown;
}

/** The context of `rawCheck`. */
export interface ValibotContext<Value> {
  readonly dataset: { readonly typed: true; readonly value: Value } | { readonly typed: boolean; readonly value: unknown };
  addIssue(issue: { message: string; path?: [ValibotStep, ...ValibotStep[]] }): void;
}

/** The checks as the function that `rawCheck` of Valibot takes. */
export function forValibot<Value>(...checks: readonly Refinement[]): (context: ValibotContext<Value>) => void {
  return ({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const check of checks) {
      for (const { message, path } of check(dataset.value)) {
        const [first, ...others] = stepsOf(dataset.value, path);
        addIssue(first === undefined ? { message } : { message, path: [first, ...others] });
      }
    }
  };
}

function stepsOf(value: unknown, path: readonly PropertyKey[]): ValibotStep[] {
  let input = value;
  return path.map((key) => {
    const inner: unknown = typeof input === 'object' && input !== null ? (input as Record<PropertyKey, unknown>)[key] : undefined;
    const step: ValibotStep = { type: 'unknown', origin: 'value', input, key, value: inner };
    input = inner;
    return step;
  });
}

const NONE: readonly Refusal[] = [];

function refusal(keyword: string, expected: unknown, path: readonly PropertyKey[] = [], found?: unknown): readonly Refusal[] {
  return [{ message: phraseOf({ keyword, expected, found }), path }];
}

function issuesOf(schema: AnySchema, value: unknown): readonly SchemaIssue[] {
  const result = schema['~standard'].validate(value);
  if (result instanceof Promise) throw new TypeError('The schema of a refinement must not be asynchronous.');
  return result.issues ?? [];
}

function matches(schema: AnySchema, value: unknown): boolean {
  return issuesOf(schema, value).length === 0;
}

function refusals(schema: AnySchema, value: unknown, path: readonly PropertyKey[] = []): readonly Refusal[] {
  return issuesOf(schema, value).map((issue) => ({
    message: issue.message,
    path: [...path, ...(issue.path ?? []).map((step) => (typeof step === 'object' ? step.key : step))],
  }));
}

/** The value is of one of these JSON types. */
export function ofType(...types: readonly string[]): Refinement {
  const isOne = (value: unknown): boolean =>
    types.some((type) => hasType(value, type)) && (typeof value !== 'number' || Number.isFinite(value));
  return (value) => (isOne(value) ? NONE : refusal('type', types, [], value));
}

/** The value is one of these. */
export function equalTo(...values: readonly unknown[]): Refinement {
  return (value) => (values.some((one) => deepEqual(one, value)) ? NONE : refusal('enum', values));
}

/** A text of so many characters, counted as JSON Schema counts: in code points. */
export function length(least: number, most: number = Number.POSITIVE_INFINITY): Refinement {
  return (value) => {
    if (typeof value !== 'string') return NONE;
    if (isShorter(value, least)) return refusal('minLength', least);
    return value.length > most && codePoints(value) > most ? refusal('maxLength', most) : NONE;
  };
}

/** A text that matches a pattern, which runs on no text that is longer than `longest` UTF-16 units. */
export function matching(pattern: { test(text: string): boolean }, source: string, longest: number = Number.POSITIVE_INFINITY): Refinement {
  return (value) => (typeof value !== 'string' || (value.length <= longest && pattern.test(value)) ? NONE : refusal('pattern', source));
}

/** A text in a format. */
export function inFormat(check: (text: string) => boolean, format: string): Refinement {
  return (value) => (typeof value !== 'string' || check(value) ? NONE : refusal('format', format));
}

export interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

/** A number within bounds. */
export function within({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Bounds): Refinement {
  return (value) => {
    if (typeof value !== 'number') return NONE;
    if (minimum !== undefined && value < minimum) return refusal('minimum', minimum);
    if (maximum !== undefined && value > maximum) return refusal('maximum', maximum);
    if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return refusal('exclusiveMinimum', exclusiveMinimum);
    return exclusiveMaximum !== undefined && value >= exclusiveMaximum ? refusal('exclusiveMaximum', exclusiveMaximum) : NONE;
  };
}

/** A number without a fraction. */
export const integer: Refinement = (value) =>
  typeof value !== 'number' || Number.isInteger(value) ? NONE : refusal('type', 'integer', [], value);

/** A multiple in decimal: 19.99 is one of 0.01. */
export function multipleOf(step: number): Refinement {
  const isMultiple = Number.isInteger(step) ? (value: number) => value % step === 0 : (value: number) => isMultipleOf(value, step);
  return (value) => (typeof value !== 'number' || isMultiple(value) ? NONE : refusal('multipleOf', step));
}

/** A list of so many items. */
export function itemCount(least: number, most: number = Number.POSITIVE_INFINITY): Refinement {
  return (value) => {
    if (!Array.isArray(value)) return NONE;
    if (value.length < least) return refusal('minItems', least);
    return value.length > most ? refusal('maxItems', most) : NONE;
  };
}

/** A list whose items are all different. */
export const uniqueItems: Refinement = (value) => (!Array.isArray(value) || hasUniqueItems(value) ? NONE : refusal('uniqueItems', true));

/** A list in which so many items match. */
export function containing(schema: AnySchema, least = 1, most: number = Number.POSITIVE_INFINITY): Refinement {
  return (value) => {
    if (!Array.isArray(value)) return NONE;
    const count = value.filter((item) => matches(schema, item)).length;
    if (count < least) return refusal('contains', least);
    return count > most ? refusal('maxContains', most) : NONE;
  };
}

/** A list whose first items match these, and the others `rest`. */
export function itemsOf(first: readonly AnySchema[], rest?: AnySchema): Refinement {
  return (value) =>
    !Array.isArray(value)
      ? NONE
      : value.flatMap((item: unknown, index) => {
          const schema = first[index] ?? rest;
          return schema === undefined ? NONE : refusals(schema, item, [index]);
        });
}

/** An object that has these properties. */
export function having(...names: readonly string[]): Refinement {
  return onObject((value) => names.flatMap((name) => (ownProperty(value, name) === undefined ? refusal('required', name, [name]) : NONE)));
}

/** An object whose properties with these names match, where they are there. */
export function properties(schemas: Readonly<Record<string, AnySchema>>): Refinement {
  const entries = Object.entries(schemas);
  return onObject((value) =>
    entries.flatMap(([name, schema]) => {
      const member = ownProperty(value, name);
      return member === undefined ? NONE : refusals(schema, member, [name]);
    }),
  );
}

/** Each property whose name matches a pattern matches its schema. */
export function patterned(...rows: readonly (readonly [pattern: { test(text: string): boolean }, schema: AnySchema])[]): Refinement {
  return onMembers((name, member) => rows.flatMap(([pattern, schema]) => (pattern.test(name) ? refusals(schema, member, [name]) : NONE)));
}

/** Each property with another name matches the schema. */
export function others(schema: AnySchema, names: readonly string[], patterns: readonly { test(text: string): boolean }[] = []): Refinement {
  const known = new Set(names);
  return onMembers((name, member) =>
    known.has(name) || patterns.some((pattern) => pattern.test(name)) ? NONE : refusals(schema, member, [name]),
  );
}

/** There is no property with another name. */
export function noOthers(names: readonly string[], patterns: readonly { test(text: string): boolean }[] = []): Refinement {
  const known = new Set(names);
  return onMembers((name) =>
    known.has(name) || patterns.some((pattern) => pattern.test(name)) ? NONE : refusal('additionalProperties', false, [name]),
  );
}

/** The name of each property matches. */
export function propertyNames(schema: AnySchema): Refinement {
  return onMembers((name) => refusals(schema, name).map(({ message }) => ({ message, path: [name] })));
}

/** An object of so many properties. */
export function propertyCount(least: number, most: number = Number.POSITIVE_INFINITY): Refinement {
  return onObject((value) => {
    const count = countProperties(value);
    if (count < least) return refusal('minProperties', least);
    return count > most ? refusal('maxProperties', most) : NONE;
  });
}

/** Where an object has a property, it has these too. */
export function needing(needs: Readonly<Record<string, readonly string[]>>): Refinement {
  const entries = Object.entries(needs);
  return onObject((value) =>
    entries.flatMap(([name, needed]) =>
      ownProperty(value, name) === undefined
        ? NONE
        : needed.flatMap((other) => (ownProperty(value, other) === undefined ? refusal('dependentRequired', other, [other]) : NONE)),
    ),
  );
}

/** Where an object has a property, the object matches. */
export function whereThere(schemas: Readonly<Record<string, AnySchema>>): Refinement {
  const entries = Object.entries(schemas);
  return onObject((value) =>
    entries.flatMap(([name, schema]) => (ownProperty(value, name) === undefined ? NONE : refusals(schema, value))),
  );
}

/** The value matches another schema too. */
export function also(schema: AnySchema): Refinement {
  return (value) => refusals(schema, value);
}

/** The value does not match. */
export function not(schema: AnySchema): Refinement {
  return (value) => (matches(schema, value) ? refusal('not', 'what it must not be') : NONE);
}

/** The value matches one of the schemas at least. */
export function anyOf(...schemas: readonly AnySchema[]): Refinement {
  return (value) =>
    schemas.some((schema) => matches(schema, value)) ? NONE : [{ message: 'must match at least one of the alternatives', path: [] }];
}

/** The value matches exactly one of the schemas. */
export function oneOf(...schemas: readonly AnySchema[]): Refinement {
  return (value) => {
    const count = schemas.filter((schema) => matches(schema, value)).length;
    return count === 1 ? NONE : [{ message: `must match exactly one of the alternatives, but matches ${count}`, path: [] }];
  };
}

/** An object whose property says which schema it matches. */
export function tagged(name: string, branches: readonly (readonly [tags: readonly string[], schema: AnySchema])[]): Refinement {
  return (value) => {
    if (!isObject(value)) return refusal('type', 'object', [], value);
    const tag = ownProperty(value, name);
    const branch = branches.find(([tags]) => tags.some((one) => one === tag));
    if (branch !== undefined) return refusals(branch[1], value);
    return refusal(
      'discriminator',
      branches.flatMap(([tags]) => tags),
      [name],
    );
  };
}

/** A value that matches the first schema matches the second, and another one the third. */
export function either(condition: AnySchema, yes: AnySchema | undefined, no?: AnySchema): Refinement {
  return (value) => {
    const schema = matches(condition, value) ? yes : no;
    return schema === undefined ? NONE : refusals(schema, value);
  };
}

function onObject(check: (value: ObjectValue) => readonly Refusal[]): Refinement {
  return (value) => (isObject(value) ? check(value) : NONE);
}

/** The properties that are `undefined` are not sent. */
function onMembers(check: (name: string, member: unknown) => readonly Refusal[]): Refinement {
  return onObject((value) => Object.entries(value).flatMap(([name, member]) => (member === undefined ? NONE : check(name, member))));
}
