// Emits `minLength`, `maxLength`, `pattern`, and `format` of strings, for a value that is a string.
import { engineFor, type PatternEngine } from '../../../model/patterns/engine.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import { stringLiteral } from '../../text/escape.ts';
import { formatCheck } from '../plan/formats.ts';
import { all, calls, compare, holds, not, type Test } from '../print/expression.ts';
import { branch, type Statement } from '../print/statement.ts';
import { type Module, partName, reportStatement, type Subject } from './subject.ts';

/** `others`: checks of the same text by other schemas, which may have patterns too. */
export function emitString(schema: Schema, subject: Subject, others: readonly Statement[] = []): Statement[] {
  const { value } = subject;
  const { module } = subject.frame;
  const { minLength, maxLength, pattern, format } = schema;
  let statements: Statement[] = [...others];
  if (pattern !== undefined) {
    const report = reportStatement(subject, 'pattern', stringLiteral(pattern), value);
    const engine = engineFor(pattern, maxLength, module.options.patterns ?? 'linear');
    const test = constantTest(pattern, engine, value, subject);
    statements.unshift(...(test === undefined ? [report] : branch(not(test), [report])));
    if (engine.kind === 'bounded') {
      const tooLong = reportStatement(subject, 'maxLength', String(engine.longest), value);
      statements = branch(compare(`${value}.length`, '>', engine.longest), [tooLong], statements);
    }
  }
  // The time that a pattern takes can grow much faster than the text, so it runs only on texts whose length is valid.
  const rejectLength = (test: Test, report: Statement): void => {
    statements = branch(test, [report], statements);
  };
  if (maxLength !== undefined) {
    rejectLength(isLonger(value, maxLength, module), reportStatement(subject, 'maxLength', String(maxLength), value));
  }
  if (minLength !== undefined && minLength > 0) {
    // Only the empty string has less than one code point.
    const test = minLength <= 1 ? compare(`${value}.length`, '<', 1) : calls('isShorter', value, String(minLength));
    rejectLength(test, reportStatement(subject, 'minLength', String(minLength), value));
  }
  const helper = format === undefined ? undefined : formatCheck(format, module.options.formats);
  if (format !== undefined && helper !== undefined) {
    statements.push(...branch(not(calls(helper, value)), [reportStatement(subject, 'format', stringLiteral(format), value)]));
  }
  return statements;
}

/** Whether a text has more code points than a `maxLength` allows. */
export function isLonger(value: string, maxLength: number, module: Module): Test {
  // A string has at most as many code points as code units, so the code points are rarely counted.
  return all(compare(`${value}.length`, '>', maxLength), compare(`${module.helper('codePoints')}(${value})`, '>', maxLength));
}

/** The longest name, in UTF-16 units, that a pattern of names may run on. Undefined: any. */
export function longestName(pattern: string, { options }: Module): number | undefined {
  const engine = engineFor(pattern, undefined, options.patterns ?? 'linear');
  return engine.kind === 'bounded' ? engine.longest : undefined;
}

/**
 * Whether the name of a property matches. A name that is too long for the pattern does not; `emitKeys` refuses such names. Undefined where no engine
 * can run the pattern: no value is valid then, and the model leaves out the operations that would need one.
 */
export function patternTest(pattern: string, name: string, subject: Subject): Test | undefined {
  const engine = engineFor(pattern, undefined, subject.frame.module.options.patterns ?? 'linear');
  const test = constantTest(pattern, engine, name, subject);
  return test === undefined || engine.kind !== 'bounded' ? test : all(compare(`${name}.length`, '<=', engine.longest), test);
}

function constantTest(pattern: string, engine: PatternEngine, value: string, subject: Subject): Test | undefined {
  const expression = patternExpression(pattern, engine, subject.frame.module.linear);
  if (expression === undefined) return undefined;
  return holds(`${subject.frame.unit.constant(partName(subject), 'Pattern', expression)}.test(${value})`);
}

/** An expression for an object with the method `test`. `linear` imports the function that compiles patterns for linear time. */
export function patternExpression(pattern: string, engine: PatternEngine, linear: () => string): string | undefined {
  if (engine.kind === 'none') return undefined;
  const [create, source] = engine.kind === 'linear' ? [linear(), engine.source] : ['new RegExp', withoutCaptures(pattern)];
  return `/* @__PURE__ */ ${create}(${stringLiteral(source)}, '${engine.flags}')`;
}

/**
 * The same expression with non-capturing groups, which run faster. An expression with back references stays as it is, and so do named groups.
 */
function withoutCaptures(pattern: string): string {
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
