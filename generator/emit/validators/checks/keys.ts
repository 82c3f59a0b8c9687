// Emits loops over the keys of an object, for `patternProperties`, `additionalProperties`, `propertyNames` and `unevaluatedProperties`.
import { conjuncts } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import { jsonLiteral, stringLiteral } from '../../text/escape.ts';
import { all, any, compare, holds, not, type Test } from '../print/expression.ts';
import { member as memberPath } from '../print/path.ts';
import { branch, type Statement } from '../print/statement.ts';
import { isLonger, longestName, patternTest } from './string.ts';
import { memberSubject, partName, reportStatement, type Subject } from './subject.ts';

/** Above this many names, a lookup in a set is faster and shorter than a comparison with each. */
const FEW = 16;

/**
 * A loop over the properties that no test of `skip` matches; no statement where `body` checks nothing. `for…in` is by far the fastest loop over
 * keys, and objects parsed from JSON inherit no enumerable properties.
 */
export function loopOverKeys(
  subject: Subject,
  skip: (key: string) => readonly Test[],
  body: (here: Subject, key: string) => Statement[],
): Statement[] {
  const { locals } = subject.frame;
  const key = locals.add('key');
  const member = locals.add('member');
  const path = memberPath(subject.path, key);
  const checks = body(memberSubject(subject, member, path, 'Member'), key);
  locals.release(key, member);
  if (checks.length === 0) return [];
  const skipped = skip(key);
  return [
    {
      head: `for (const ${key} in ${subject.value})`,
      body: [
        ...(skipped.length === 0 ? [] : [{ test: any(...skipped), yes: ['continue;'] }]),
        { declare: `const ${member} = ${subject.value}[${key}];` },
        ...branch(compare(member, '!==', 'undefined'), checks),
      ],
    },
  ];
}

/** Tests of which one holds where the key is one of the names. */
export function isOneOf(key: string, names: readonly string[], subject: Subject): Test[] {
  const compared = names.map((name) => compare(key, '===', stringLiteral(name)));
  if (names.length <= FEW) return compared;
  const set = subject.frame.unit.constant(partName(subject), 'Names', `/* @__PURE__ */ new Set(${jsonLiteral(names)})`);
  return [holds(`${set}.has(${key})`)];
}

/** One loop for `patternProperties`, `additionalProperties` and `propertyNames`. */
export function emitKeys(schema: Schema, subject: Subject): Statement[] {
  const { patternProperties, propertyNames, additionalProperties: additional } = schema;
  if (patternProperties === undefined && additional === undefined && propertyNames === undefined) return [];
  const { emit } = subject.frame.module;
  const known = (key: string): Test[] => isOneOf(key, [...(schema.properties?.keys() ?? [])], subject);
  const rest = (here: Subject): Statement[] => {
    if (additional === undefined) return [];
    return additional.boolean === false ? [reportStatement(here, 'additionalProperties', 'false', here.value)] : emit(additional, here);
  };
  if (patternProperties === undefined && propertyNames === undefined) return loopOverKeys(subject, known, rest);
  return loopOverKeys(
    subject,
    () => [],
    (here, key) => {
      const statements = propertyNames === undefined ? [] : emit(propertyNames, { ...here, value: key, hint: `${subject.hint ?? ''}Name` });
      const unmatched = known(key).map(not);
      for (const [pattern, part] of patternProperties ?? []) {
        const checks = part.boolean === false ? [reportStatement(here, 'patternProperties', 'false', here.value)] : emit(part, here);
        if (checks.length === 0 && additional === undefined) continue;
        const longest = longestName(pattern, subject.frame.module);
        if (longest !== undefined) {
          const tooLong = reportStatement(here, 'patternProperties', stringLiteral(pattern), here.value);
          statements.push(...branch(compare(`${key}.length`, '>', longest), [tooLong]));
        }
        const test = patternTest(pattern, key, subject);
        if (test === undefined) {
          statements.push(reportStatement(here, 'patternProperties', stringLiteral(pattern), here.value));
          continue;
        }
        statements.push(...branch(test, checks));
        unmatched.push(not(test));
      }
      const left = rest(here);
      const checks = [...statements, ...(unmatched.length === 0 ? left : branch(all(...unmatched), left))];
      // The patterns run only on names whose length is valid, as those of texts do.
      const longest = Math.min(...conjuncts(propertyNames === undefined ? [] : [propertyNames]).map((part) => part.maxLength ?? Infinity));
      if (longest === Infinity || patternProperties === undefined) return checks;
      const tooLong = reportStatement(here, 'maxLength', String(longest), key);
      return branch(isLonger(key, longest, subject.frame.module), [tooLong], checks);
    },
  );
}
