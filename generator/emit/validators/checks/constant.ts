// Emits `const` and `enum`: comparisons for a few primitive values, a set for many, deep equality for arrays and objects.

import { hasType } from '@octavo/runtime/facts';
import { rounded } from '../../../base/exact.ts';
import type { JsonValue, Schema } from '../../../model/schema/schema.ts';
import { isExact } from '../../held/held.ts';
import { jsonLiteral } from '../../text/escape.ts';
import { WIDTH } from '../../text/width.ts';
import { ALWAYS, all, calls, compare, holds, not, type Test } from '../print/expression.ts';
import { branch, rejecting, type Statement } from '../print/statement.ts';
import { type Module, partName, reportStatement, type Subject } from './subject.ts';

/** Above this many values, a lookup in a set is faster and shorter than a comparison with each. */
export const FEW = 16;

/** Undefined where the schema has neither; the caller then checks `type`. Where the schema has `type` too, only constants of that type are valid. */
export function emitConstant(schema: Schema, subject: Subject): Statement[] | undefined {
  if (schema.const === undefined && schema.enum === undefined) return undefined;
  const exact = (value: JsonValue): JsonValue => comparable(value, schema, subject.frame.module);
  const allowed = (value: JsonValue): boolean => schema.type === undefined || schema.type.some((type) => hasType(value, type));
  // TypeScript rejects a comparison of a narrowed value with a constant of another type.
  const possible = (value: JsonValue): boolean => subject.known === undefined || hasType(value, subject.known);
  const statements: Statement[] = [];
  if (schema.const !== undefined) {
    const value = exact(schema.const.value);
    const test = allowed(value) && possible(value) ? differs(value, subject) : ALWAYS;
    statements.push(...fault(test, reportStatement(subject, 'const', jsonLiteral(value), subject.value)));
  }
  if (schema.enum !== undefined) {
    const values = schema.enum.filter(allowed).map(exact);
    const names = valuesConstant(subject, values);
    statements.push(...fault(noneOf(values.filter(possible), names, subject), reportStatement(subject, 'enum', names, subject.value)));
  }
  return statements;
}

function fault(test: Test, report: Statement): Statement[] {
  return test.kind === 'constant' ? [report] : rejecting(branch(test, [report]));
}

function noneOf(values: readonly JsonValue[], names: string, subject: Subject): Test {
  if (values.length === 0) return ALWAYS;
  const plain = values.filter(isPlain);
  const tests = plain.length > FEW ? [not(isInSet(plain, values, names, subject))] : plain.map((value) => differs(value, subject));
  for (const value of values) if (!isPlain(value)) tests.push(differs(value, subject));
  return all(...tests);
}

function isInSet(plain: readonly JsonValue[], values: readonly JsonValue[], names: string, subject: Subject): Test {
  const members = plain.length === values.length ? names : valuesLiteral(plain);
  const set = subject.frame.unit.constant(partName(subject), 'Set', `/* @__PURE__ */ new Set<unknown>(${members})`);
  return holds(`${set}.has(${subject.value})`);
}

function differs(value: JsonValue, subject: Subject): Test {
  if (isPlain(value)) return compare(subject.value, '!==', jsonLiteral(value));
  return not(calls('deepEqual', subject.value, jsonLiteral(value)));
}

/** The constant in the form of a valid value: an integer that a double cannot hold is a `bigint` only where the schema's integers are. */
export function comparable(value: JsonValue, schema: Schema, { options }: Module): JsonValue {
  return typeof value === 'bigint' && options.held !== undefined && isExact(schema, options.held) ? value : rounded(value);
}

export function isPlain(value: JsonValue): value is null | boolean | number | bigint | string {
  return typeof value !== 'object' || value === null;
}

/** A constant with an array of JSON values. */
export function valuesConstant(subject: Subject, values: readonly JsonValue[], part = ''): string {
  // TypeScript infers no usable type for an array that is empty or has an array inside.
  const type = values.length === 0 || values.some(hasArray) ? 'readonly unknown[]' : undefined;
  return subject.frame.unit.constant(partName(subject, part), 'Values', valuesLiteral(values), type);
}

function hasArray(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.values(value).some(hasArray);
}

/** An array literal of JSON values. */
function valuesLiteral(values: readonly JsonValue[]): string {
  const literals = values.map(jsonLiteral);
  const short = `[${literals.join(', ')}]`;
  return short.length <= WIDTH - 40 ? short : `[\n${literals.map((literal) => `  ${literal},\n`).join('')}]`;
}
