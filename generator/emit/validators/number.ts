// `minimum`, `maximum`, their exclusive forms, `multipleOf`, and `format` of numbers, on a value that is a number.
import type { Schema } from '../../model/schema/schema.ts';
import { isExact } from '../held/held.ts';
import { numberLiteral, stringLiteral } from '../text/escape.ts';
import { integerFormats } from './formats.ts';
import { type Module, type Place, reportStatement } from './place.ts';
import { branch, type Statement } from './statement.ts';
import { isWide } from './type-test.ts';

/** A limit that no double holds is exact where values may be so too; comparisons of a number with a `bigint` are. */
export function boundLiteral(bound: number | bigint, module: Module): string {
  return typeof bound === 'bigint' && isWide(module) ? `${bound}n` : numberLiteral(Number(bound));
}

/** Powers that no double prints exactly are written as powers. */
function bound(value: number): string {
  if (Math.abs(value) < 2 ** 53) return numberLiteral(value);
  return value < 0 ? `-(2 ** ${Math.log2(-value)})` : `2 ** ${Math.log2(value)}`;
}

export function emitNumber(schema: Schema, place: Place): Statement[] {
  const { value } = place;
  const { module } = place.frame;
  const statements: Statement[] = [];
  const check = (keyword: string, bound: number | bigint | undefined, test: (bound: string) => string): void => {
    if (bound === undefined) return;
    const literal = boundLiteral(bound, module);
    statements.push(...branch(test(literal), [reportStatement(place, keyword, literal, value)]));
  };
  check('minimum', schema.minimum, (bound) => `${value} < ${bound}`);
  check('maximum', schema.maximum, (bound) => `${value} > ${bound}`);
  check('exclusiveMinimum', schema.exclusiveMinimum, (bound) => `${value} <= ${bound}`);
  check('exclusiveMaximum', schema.exclusiveMaximum, (bound) => `${value} >= ${bound}`);
  check('multipleOf', schema.multipleOf, (step) =>
    // The remainder of doubles is exact; only steps that binary cannot hold need more.
    Number.isInteger(Number(step)) && !isWide(module) ? `${value} % ${step} !== 0` : `!${module.helper('isMultipleOf')}(${value}, ${step})`,
  );
  const range = module.options.formats === 'assert' ? integerFormats.get(schema.format ?? '') : undefined;
  if (range !== undefined && module.options.held !== undefined && isExact(schema, module.options.held)) {
    // These are exact, and so are comparisons of numbers with them.
    const test = `${value} < ${BigInt(range[0])}n || ${value} > ${BigInt(range[1]) - 1n}n`;
    statements.push(...branch(test, [reportStatement(place, 'format', stringLiteral(schema.format ?? ''), value)]));
  } else if (range !== undefined) {
    const whole = schema.type?.length === 1 && schema.type[0] === 'integer' ? '' : `!Number.isInteger(${value}) || `;
    const test = `${whole}${value} < ${bound(range[0])} || ${value} > ${bound(range[1])}`;
    statements.push(...branch(test, [reportStatement(place, 'format', stringLiteral(schema.format ?? ''), value)]));
  }
  return statements;
}
