// `const` and `enum`: comparisons for a few plain values, a set for many, deep equality for arrays and objects.

import { rounded } from '../../exact.ts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import { hasType } from '../../model/schema/types.ts';
import { isExact } from '../held/held.ts';
import { jsonLiteral } from '../text/escape.ts';
import { ALWAYS, all, compare, holds, not, type Test } from './expression.ts';
import { type Module, type Place, partName, reportStatement } from './place.ts';
import { branch, rejecting, type Statement } from './statement.ts';

/** Above this many, a set is faster than comparing with each, and shorter. */
const FEW = 16;
const WIDTH = 140;

/** Undefined where the schema has neither; then `type` is not checked yet. Where it has `type` too, only constants of that type count. */
export function emitConstant(schema: Schema, place: Place): Statement[] | undefined {
  if (schema.const === undefined && schema.enum === undefined) return undefined;
  const exact = (value: JsonValue): JsonValue => comparable(value, schema, place.frame.module);
  const allowed = (value: JsonValue): boolean => schema.type === undefined || schema.type.some((type) => hasType(value, type));
  // Of a value that a statement around has narrowed, the compiler takes no comparison with one of another type.
  const possible = (value: JsonValue): boolean => place.known === undefined || hasType(value, place.known);
  const statements: Statement[] = [];
  if (schema.const !== undefined) {
    const value = exact(schema.const.value);
    const test = allowed(value) && possible(value) ? differs(value, place) : ALWAYS;
    statements.push(...fault(test, reportStatement(place, 'const', jsonLiteral(value), place.value)));
  }
  if (schema.enum !== undefined) {
    const values = schema.enum.filter(allowed).map(exact);
    const names = place.frame.unit.constant(partName(place), 'Values', valuesLiteral(values));
    statements.push(...fault(noneOf(values.filter(possible), names, place), reportStatement(place, 'enum', names, place.value)));
  }
  return statements;
}

function fault(test: Test, report: Statement): Statement[] {
  return test.kind === 'constant' ? [report] : rejecting(branch(test, [report]));
}

function noneOf(values: readonly JsonValue[], names: string, place: Place): Test {
  if (values.length === 0) return ALWAYS;
  const plain = values.filter(isPlain);
  const tests = plain.length > FEW ? [not(isInSet(plain, values, names, place))] : plain.map((value) => differs(value, place));
  for (const value of values) if (!isPlain(value)) tests.push(differs(value, place));
  return all(...tests);
}

function isInSet(plain: readonly JsonValue[], values: readonly JsonValue[], names: string, place: Place): Test {
  const members = plain.length === values.length ? names : valuesLiteral(plain);
  const set = place.frame.unit.constant(partName(place), 'Set', `/* @__PURE__ */ new Set<unknown>(${members})`);
  return holds(`${set}.has(${place.value})`);
}

function differs(value: JsonValue, place: Place): Test {
  if (isPlain(value)) return compare(place.value, '!==', jsonLiteral(value));
  return not(holds(`${place.frame.module.helper('deepEqual')}(${place.value}, ${jsonLiteral(value)})`));
}

/** A constant as a valid value would be: an integer that no double holds is a `bigint` only where the schema's are. */
export function comparable(value: JsonValue, schema: Schema, { options }: Module): JsonValue {
  return typeof value === 'bigint' && options.held !== undefined && isExact(schema, options.held) ? value : rounded(value);
}

export function isPlain(value: JsonValue): value is null | boolean | number | bigint | string {
  return typeof value !== 'object' || value === null;
}

/** An array literal of JSON values for a constant. */
export function valuesLiteral(values: readonly JsonValue[]): string {
  const literals = values.map(jsonLiteral);
  const short = `[${literals.join(', ')}]`;
  return short.length <= WIDTH - 40 ? short : `[\n${literals.map((literal) => `  ${literal},\n`).join('')}]`;
}
