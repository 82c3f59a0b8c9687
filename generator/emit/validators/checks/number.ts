// Emits `minimum`, `maximum`, their exclusive forms, `multipleOf`, and `format` of numbers, for a value that is a number.
import type { Schema } from '../../../model/schema/schema.ts';
import { isExact } from '../../held/held.ts';
import { numberLiteral, stringLiteral } from '../../text/escape.ts';
import { integerFormats } from '../plan/formats.ts';
import { any, calls, compare, holds, not } from '../print/expression.ts';
import { branch, type Statement } from '../print/statement.ts';
import { type Module, reportStatement, type Subject } from './subject.ts';
import { isWide } from './type-test.ts';

/** A limit that a double cannot hold is a `bigint` where values may be too; JavaScript compares a number with a `bigint` exactly. */
export function boundLiteral(bound: number | bigint, module: Module): string {
  return typeof bound === 'bigint' && isWide(module) ? `${bound}n` : numberLiteral(Number(bound));
}

/** Powers of two whose decimal digits would be rounded are printed as powers. */
function bound(value: number): string {
  if (Math.abs(value) < 2 ** 53) return numberLiteral(value);
  return value < 0 ? `-(2 ** ${Math.log2(-value)})` : `2 ** ${Math.log2(value)}`;
}

export function emitNumber(schema: Schema, subject: Subject): Statement[] {
  const { value } = subject;
  const { module } = subject.frame;
  const statements: Statement[] = [];
  const check = (keyword: string, bound: number | bigint | undefined, operator: '<' | '<=' | '>' | '>='): void => {
    if (bound === undefined) return;
    const literal = boundLiteral(bound, module);
    statements.push(...branch(compare(value, operator, literal), [reportStatement(subject, keyword, literal, value)]));
  };
  check('minimum', schema.minimum, '<');
  check('maximum', schema.maximum, '>');
  check('exclusiveMinimum', schema.exclusiveMinimum, '<=');
  check('exclusiveMaximum', schema.exclusiveMaximum, '>=');
  if (schema.multipleOf !== undefined) {
    const step = boundLiteral(schema.multipleOf, module);
    // `%` is exact for integers; for a fraction such as 0.1, which a double only approximates, the runtime's function allows for the rounding.
    const isExactStep = Number.isInteger(schema.multipleOf) && !isWide(module);
    const test = isExactStep ? compare(`${value} % ${step}`, '!==', 0) : not(calls('isMultipleOf', value, step));
    statements.push(...branch(test, [reportStatement(subject, 'multipleOf', step, value)]));
  }
  const range = module.options.formats !== 'annotate' ? integerFormats.get(schema.format ?? '') : undefined;
  if (range !== undefined && module.options.held !== undefined && isExact(schema, module.options.held)) {
    // The bounds are `bigint`s, and JavaScript compares numbers with them exactly.
    const test = any(compare(value, '<', `${BigInt(range[0])}n`), compare(value, '>', `${BigInt(range[1]) - 1n}n`));
    statements.push(...branch(test, [reportStatement(subject, 'format', stringLiteral(schema.format ?? ''), value)]));
  } else if (range !== undefined) {
    const isInteger = schema.type?.length === 1 && schema.type[0] === 'integer';
    const fraction = isInteger ? [] : [not(holds(`Number.isInteger(${value})`))];
    const test = any(...fraction, compare(value, '<', bound(range[0])), compare(value, '>', bound(range[1])));
    statements.push(...branch(test, [reportStatement(subject, 'format', stringLiteral(schema.format ?? ''), value)]));
  }
  return statements;
}
