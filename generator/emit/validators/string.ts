// Emits `minLength`, `maxLength`, `pattern`, and `format` of strings, for a value that is a string.
import { patternFlags } from '../../model/schema/patterns.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { stringLiteral } from '../text/escape.ts';
import { all, calls, compare, holds, not, type Test } from './expression.ts';
import { stringFormats } from './formats.ts';
import { branch, type Statement } from './statement.ts';
import { partName, reportStatement, type Subject } from './subject.ts';

/** `others`: checks of the same text by other schemas, which may have patterns too. */
export function emitString(schema: Schema, subject: Subject, others: readonly Statement[] = []): Statement[] {
  const { value } = subject;
  const { module } = subject.frame;
  const { minLength, maxLength, pattern, format } = schema;
  let statements: Statement[] = [...others];
  if (pattern !== undefined) {
    const report = reportStatement(subject, 'pattern', stringLiteral(pattern), value);
    const test = patternTest(pattern, value, subject);
    statements.unshift(...(test === undefined ? [report] : branch(not(test), [report])));
  }
  // The time that a pattern takes can grow much faster than the text, so it runs only on texts whose length is valid.
  const rejectLength = (test: Test, report: Statement): void => {
    statements = branch(test, [report], statements);
  };
  if (maxLength !== undefined) {
    // A string has at most as many code points as code units, so the code points are rarely counted.
    const test = all(compare(`${value}.length`, '>', maxLength), compare(`${module.helper('codePoints')}(${value})`, '>', maxLength));
    rejectLength(test, reportStatement(subject, 'maxLength', String(maxLength), value));
  }
  if (minLength !== undefined && minLength > 0) {
    // Only the empty string has less than one code point.
    const test = minLength <= 1 ? compare(`${value}.length`, '<', 1) : calls('isShorter', value, String(minLength));
    rejectLength(test, reportStatement(subject, 'minLength', String(minLength), value));
  }
  if (format !== undefined && module.options.formats === 'assert') {
    const helper = stringFormats.get(format);
    if (helper !== undefined) {
      statements.push(...branch(not(calls(helper, value)), [reportStatement(subject, 'format', stringLiteral(format), value)]));
    }
  }
  return statements;
}

/** Undefined for an invalid regular expression: no value is valid then, and the model leaves out the operations that would need one. */
export function patternTest(pattern: string, value: string, subject: Subject): Test | undefined {
  const flags = patternFlags(pattern);
  if (flags === undefined) return undefined;
  return holds(
    `${subject.frame.unit.constant(partName(subject), 'Pattern', patternLiteral(withoutCaptures(pattern), flags))}.test(${value})`,
  );
}

export function patternLiteral(source: string, flags: string): string {
  return `/* @__PURE__ */ new RegExp(${stringLiteral(source)}, '${flags}')`;
}

/**
 * The same expression with non-capturing groups, which run faster. An expression with back references stays as it is, and so do named groups.
 */
export function withoutCaptures(pattern: string): string {
  if (!pattern.includes('(') || /\\[1-9k]/.test(pattern)) return pattern;
  let result = '';
  let inClass = false;
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern.charAt(index);
    result += character;
    if (character === '\\') result += pattern.charAt(++index);
    else if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    else if (character === '(' && !inClass && pattern.charAt(index + 1) !== '?') result += '?:';
  }
  return result;
}
