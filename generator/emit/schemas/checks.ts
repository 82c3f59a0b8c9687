// Turns keywords that Zod and Valibot have no exact word for into checks of the runtime.
import { phraseOf } from '@octavo/runtime/facts';
import { rounded } from '../../base/exact.ts';
import { engineFor, type PatternOption } from '../../model/patterns/engine.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { EmitOptions } from '../files/options.ts';
import { jsonLiteral, numberLiteral, stringLiteral } from '../text/escape.ts';
import { patternExpression } from '../validators/checks/string.ts';
import { formatCheck, integerFormats } from '../validators/plan/formats.ts';
import { type Argument, type Bounds, type Check, code, NEVER, type Node } from './node.ts';

/** What the checks of one file are made with. */
export interface CheckScope {
  readonly options: Pick<EmitOptions, 'formats' | 'patterns'>;
  /** Whether integers of the schema keep all their digits. */
  isExact(schema: Schema): boolean;
  /** Imports a function of `@octavo/runtime`. */
  runtime(name: string): string;
  /** Imports the function that compiles patterns for linear time. */
  linear(): string;
  node(schema: Schema): Node;
  /** The schema where a match may also make the value invalid. */
  asked(schema: Schema): Node;
}

export function stringChecks(schema: Schema, scope: CheckScope, hasPattern: boolean): Check[] {
  const { minLength = 0, maxLength, pattern, format } = schema;
  const checks: Check[] = [];
  if (minLength > 1 || maxLength !== undefined) checks.push(counted('length', minLength, maxLength));
  if (pattern !== undefined && !hasPattern) checks.push(patternCheck(pattern, maxLength, scope));
  const check = format === undefined ? undefined : formatCheck(format, scope.options.formats);
  if (check !== undefined) checks.push(formatted(scope.runtime(check), format ?? ''));
  return checks;
}

function formatted(test: string, format: string): Check {
  const predicate = { test, message: phraseOf({ keyword: 'format', expected: format }) };
  return { call: 'inFormat', with: [code(test), code(stringLiteral(format))], predicate };
}

function counted(call: string, least = 0, most?: number): Check {
  return { call, with: [code(String(least)), ...(most === undefined ? [] : [code(String(most))])] };
}

/** The expression for a pattern that the engine of the language runs in linear time. */
export function nativePattern({ pattern }: Schema, { options }: CheckScope): string | undefined {
  if (pattern === undefined) return undefined;
  const engine = engineFor(pattern, undefined, options.patterns ?? 'linear');
  return engine.kind === 'native' ? patternExpression(pattern, engine, () => '')?.replace('/* @__PURE__ */ ', '') : undefined;
}

function patternCheck(pattern: string, maxLength: number | undefined, scope: CheckScope): Check {
  const option: PatternOption = scope.options.patterns ?? 'linear';
  // Both libraries run all checks of a text, so that `maxLength` bounds a pattern only here.
  const free = engineFor(pattern, undefined, option);
  const engine = free.kind === 'native' || free.kind === 'linear' ? free : engineFor(pattern, maxLength, option);
  const expression = patternExpression(pattern, engine, scope.linear)?.replace('/* @__PURE__ */ ', '');
  if (expression === undefined) return { call: 'also', with: [{ node: NEVER }] };
  const longest = engine.kind === 'bounded' ? engine.longest : free === engine ? undefined : 2 * (maxLength ?? 0);
  const limit = longest === undefined ? [] : [code(String(longest))];
  return { call: 'matching', with: [code(expression), code(stringLiteral(pattern)), ...limit] };
}

/** The pattern of a property's name, as an object with `test`. `undefined` where no engine runs it: no value is valid then. */
function namePattern(pattern: string, { options, linear }: Pick<CheckScope, 'options' | 'linear'>): Argument | undefined {
  const engine = engineFor(pattern, undefined, options.patterns ?? 'linear');
  if (engine.kind === 'bounded') return undefined;
  const expression = patternExpression(pattern, engine, linear);
  return expression === undefined ? undefined : code(expression.replace('/* @__PURE__ */ ', ''));
}

/** Whether the names of properties have a pattern that only a validator can run safely. */
export function hasSlowNames({ patternProperties }: Schema, options: CheckScope['options']): boolean {
  return [...(patternProperties?.keys() ?? [])].some((pattern) => namePattern(pattern, { options, linear: String }) === undefined);
}

/** The bounds of a number, those of its format among them. */
export function boundsOf(schema: Schema, scope: CheckScope): Bounds {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, format = '' } = schema;
  const range = scope.options.formats === 'annotate' ? undefined : integerFormats.get(format);
  const least = range === undefined ? minimum : Math.max(range[0], Number(minimum ?? Number.NEGATIVE_INFINITY));
  const isExact = range !== undefined && scope.isExact(schema);
  const most = range === undefined || isExact ? maximum : Math.min(range[1], Number(maximum ?? Number.POSITIVE_INFINITY));
  const below = isExact ? Math.min(range[1], Number(exclusiveMaximum ?? Number.POSITIVE_INFINITY)) : exclusiveMaximum;
  return {
    ...(least === undefined ? {} : { minimum: Number(least) }),
    ...(most === undefined ? {} : { maximum: Number(most) }),
    ...(exclusiveMinimum === undefined ? {} : { exclusiveMinimum: Number(exclusiveMinimum) }),
    ...(below === undefined ? {} : { exclusiveMaximum: Number(below) }),
  };
}

/** Whether the format of a number allows integers only. */
export function hasIntegerFormat({ format = '' }: Schema, { options }: CheckScope): boolean {
  return options.formats !== 'annotate' && integerFormats.has(format);
}

export function multipleOf({ multipleOf: step }: Schema): Check[] {
  return step === undefined ? [] : [{ call: 'multipleOf', with: [code(numberLiteral(step))] }];
}

export function arrayChecks(schema: Schema, scope: CheckScope): Check[] {
  const { contains, minContains, maxContains } = schema;
  return [
    ...(schema.uniqueItems === true ? [{ call: 'uniqueItems', with: [] }] : []),
    ...(contains === undefined
      ? []
      : [{ call: 'containing', with: [{ node: scope.asked(contains) }, ...counted('', minContains ?? 1, maxContains).with] }]),
  ];
}

/** The checks of a list that its form does not make: its first items, and the others. */
export function itemChecks(schema: Schema, scope: CheckScope): Check[] {
  const { prefixItems = [], items } = schema;
  if (prefixItems.length === 0 && items === undefined) return [];
  const rest = items?.boolean !== undefined || items === undefined ? [] : [{ node: scope.node(items) }];
  const first = { list: prefixItems.map((item) => ({ node: scope.node(item) })) };
  return [{ call: 'itemsOf', with: [first, ...rest] }, ...(items?.boolean === false ? [counted('itemCount', 0, prefixItems.length)] : [])];
}

export function itemCounts({ minItems, maxItems }: Schema): Check[] {
  return minItems === undefined && maxItems === undefined ? [] : [counted('itemCount', minItems, maxItems)];
}

/** The checks of an object beside those of its properties. */
export function objectChecks(schema: Schema, scope: CheckScope): Check[] {
  const { minProperties, maxProperties, propertyNames, dependentRequired, patternProperties } = schema;
  const checks: Check[] = [];
  const patterns = [...(patternProperties ?? [])].map(
    ([pattern, part]): Argument => ({ list: [namePattern(pattern, scope) ?? code(''), { node: scope.node(part) }] }),
  );
  if (patterns.length > 0) checks.push({ call: 'patterned', with: patterns });
  if (propertyNames !== undefined) checks.push({ call: 'propertyNames', with: [{ node: scope.node(propertyNames) }] });
  if (minProperties !== undefined || maxProperties !== undefined) checks.push(counted('propertyCount', minProperties, maxProperties));
  if (dependentRequired !== undefined) {
    const needs = [...dependentRequired].map(([name, needed]): readonly [string, Argument] => [name, code(jsonLiteral(needed))]);
    checks.push({ call: 'needing', with: [{ record: needs }] });
  }
  return checks;
}

/** `additionalProperties` with a schema, or beside `patternProperties`. */
export function otherChecks(schema: Schema, scope: CheckScope): Check[] {
  const { additionalProperties: rest, patternProperties } = schema;
  if (rest === undefined || rest.boolean === true) return [];
  const names = code(jsonLiteral([...(schema.properties?.keys() ?? [])]));
  const patterns = [...(patternProperties?.keys() ?? [])].map((pattern) => namePattern(pattern, scope) ?? code(''));
  const after = patterns.length === 0 ? [names] : [names, { list: patterns }];
  return rest.boolean === false ? [{ call: 'noOthers', with: after }] : [{ call: 'others', with: [{ node: scope.node(rest) }, ...after] }];
}

export function propertyChecks(parts: readonly (readonly [name: string, schema: Schema])[], scope: CheckScope): Check[] {
  if (parts.length === 0) return [];
  const record = parts.map(([name, part]): readonly [string, Argument] => [name, { node: scope.node(part) }]);
  return [{ call: 'properties', with: [{ record }] }];
}

export function having(names: readonly string[]): Check[] {
  return names.length === 0 ? [] : [{ call: 'having', with: names.map((name) => code(stringLiteral(name))) }];
}

/** All keywords that speak of one kind of value each, for a schema that does not say which. */
export function guardedChecks(schema: Schema, scope: CheckScope): Check[] {
  const bounds = Object.entries(boundsOf(schema, scope)).map(([name, bound]): readonly [string, Argument] => [
    name,
    code(numberLiteral(bound)),
  ]);
  return [
    ...((schema.minLength ?? 0) === 1 && schema.maxLength === undefined ? [counted('length', 1)] : []),
    ...stringChecks(schema, scope, false),
    ...(bounds.length === 0 ? [] : [{ call: 'within', with: [{ record: bounds }] }]),
    ...(hasIntegerFormat(schema, scope) ? [{ call: 'integer', with: [] }] : []),
    ...multipleOf(schema),
    ...itemCounts(schema),
    ...itemChecks(schema, scope),
    ...arrayChecks(schema, scope),
    ...propertyChecks([...(schema.properties ?? [])], scope),
    ...having(schema.required ?? []),
    ...objectChecks(schema, scope),
    ...otherChecks(schema, scope),
  ];
}

/** `not`, `if`, `then`, `else` and `dependentSchemas`. */
export function conditionalChecks(schema: Schema, scope: CheckScope): Check[] {
  const { not, if: condition, then: yes, else: no, dependentSchemas } = schema;
  const checks: Check[] = [];
  if (not !== undefined) checks.push({ call: 'not', with: [{ node: scope.asked(not) }] });
  if (condition !== undefined && (yes !== undefined || no !== undefined)) {
    const last = no === undefined ? [] : [{ node: scope.node(no) }];
    const first = yes === undefined ? code('undefined') : { node: scope.node(yes) };
    checks.push({ call: 'either', with: [{ node: scope.asked(condition) }, first, ...last] });
  }
  if (dependentSchemas !== undefined) {
    const record = [...dependentSchemas].map(([name, part]): readonly [string, Argument] => [name, { node: scope.node(part) }]);
    checks.push({ call: 'whereThere', with: [{ record }] });
  }
  return checks;
}

/** The value is one of these, which are not all texts, numbers, booleans or null. */
export function equalTo(values: readonly unknown[]): Check {
  return { call: 'equalTo', with: values.map((value) => code(jsonLiteral(rounded(value)))) };
}
