// Emits `anyOf` and `oneOf`: by JSON type or by a tag where the branches exclude each other, otherwise by checking each branch.
import type { JsonType, Schema } from '../../../model/schema/schema.ts';
import { tagsOfBranches } from '../../../model/schema/tags.ts';
import { stringLiteral } from '../../text/escape.ts';
import { describe, disjoint, requiredStrings, typesOf } from '../plan/facts.ts';
import { all, any, compare, eachHelper, holds, not, type Test, textOf } from '../print/expression.ts';
import { property } from '../print/path.ts';
import { branch, rejecting, type Statement } from '../print/statement.ts';
import { callExpression } from './call.ts';
import { conditionOf } from './condition.ts';
import { valuesConstant } from './constant.ts';
import { isInherited, pathText, readProperty, reportStatement, type Subject } from './subject.ts';
import { hasTypeTest, lacksTypeTest } from './type-test.ts';
import { evaluatesNothing } from './unevaluated.ts';

export function emitUnion(schema: Schema, keyword: 'anyOf' | 'oneOf', subject: Subject): Statement[] {
  const all = schema[keyword];
  if (all === undefined) return [];
  // A branch that always matches decides `anyOf`, unless a variable collects what the others evaluate.
  if (keyword === 'anyOf' && subject.seen === undefined && all.some((part) => part.boolean === true)) return [];
  const parts = all.filter((part) => part.boolean !== false);
  const [first] = parts;
  if (first === undefined) return [reportStatement(subject, keyword, '[]', subject.value)];
  if (parts.length === 1) return subject.frame.module.emit(first, subject);
  if (keyword === 'oneOf' && schema.discriminator?.decides === true) {
    return byTexts(schema.discriminator.propertyName, parts, tagsOfBranches(schema, parts), subject, schema);
  }
  return byType(parts, subject) ?? byTag(parts, subject, schema) ?? byCondition(parts, keyword, subject) ?? byTrial(all, keyword, subject);
}

/** Where no two branches share a type, the value's type selects the branch, so only the issues of that branch are reported. */
function byType(parts: readonly Schema[], subject: Subject): Statement[] | undefined {
  if (subject.known !== undefined) return undefined;
  const branches: { part: Schema; types: ReadonlySet<JsonType> }[] = [];
  for (const part of parts) {
    const types = typesOf(part);
    if (types === undefined || types.size === 0) return undefined;
    if (branches.some((other) => !disjoint(other.types, types))) return undefined;
    branches.push({ part, types });
  }
  const { module } = subject.frame;
  const plain: { readonly part: Schema; readonly type: JsonType }[] = [];
  const checked: { test: Test; checks: Statement[] }[] = [];
  for (const { part, types } of branches) {
    const [only] = types;
    const known = types.size === 1 ? only : undefined;
    const checks = subject.frame.module.emit(part, { ...subject, known });
    if (checks.length === 0) plain.push(...[...types].map((type) => ({ part, type })));
    else checked.push({ test: any(...[...types].map((type) => hasTypeTest(type, subject.value, module, part))), checks });
  }
  const expected = `[${branches.flatMap(({ types }) => [...types].map(stringLiteral)).join(', ')}]`;
  const failed = reportStatement(subject, 'type', expected, subject.value);
  const none = plain.map(({ part, type }) => lacksTypeTest(type, subject.value, module, part));
  let chain: Statement[] = none.length === 0 ? [failed] : branch(all(...none), [failed]);
  for (const { test, checks } of checked.reverse()) chain = branch(test, checks, chain);
  return rejecting(chain);
}

/** Where each branch requires other strings in one property, a switch on that property. The document's discriminator is tried first. */
function byTag(parts: readonly Schema[], subject: Subject, schema: Schema): Statement[] | undefined {
  const facts = parts.map(requiredStrings);
  const [first] = facts;
  if (first === undefined) return undefined;
  const declared = schema.discriminator?.propertyName;
  const names = [...first.keys()].sort((a, b) => Number(b === declared) - Number(a === declared));
  const tag = names.find((name) => !isInherited(name) && excludeEachOther(facts.map((one) => one.get(name))));
  if (tag === undefined) return undefined;
  const texts = facts.map((one) => [...(one.get(tag) ?? [])]);
  return byTexts(tag, parts, texts, subject, schema);
}

/** A switch on a property: each part is checked where the property has one of its texts. */
function byTexts(
  tag: string,
  parts: readonly Schema[],
  texts: readonly (readonly string[])[],
  subject: Subject,
  schema: Schema,
): Statement[] {
  const { module } = subject.frame;
  const object: Subject = { ...subject, known: 'object' };
  const cases = parts.map((part, index) => ({
    labels: (texts[index] ?? []).map(stringLiteral),
    body: subject.frame.module.emit(part, { ...object, composite: true }),
  }));
  const read = readProperty(tag, subject);
  const there: Subject = { ...subject, path: property(subject.path, tag) };
  const expected = valuesConstant(subject, texts.flat(), module.pascalCase(tag));
  const statement: Statement = { on: read, cases, otherwise: [reportStatement(there, 'discriminator', expected, read)] };
  if (subject.known === 'object') return [statement];
  const report = reportStatement(subject, 'type', "'object'", subject.value);
  return rejecting(branch(lacksTypeTest('object', subject.value, module, schema), [report], [statement]));
}

function excludeEachOther(tags: readonly (ReadonlySet<string> | undefined)[]): boolean {
  const taken = new Set<string>();
  for (const values of tags) {
    if (values === undefined || values.size === 0) return false;
    for (const value of values) {
      if (taken.has(value)) return false;
      taken.add(value);
    }
  }
  return true;
}

/** Where every branch is small enough to be an expression, a count of the branches that match. */
function byCondition(parts: readonly Schema[], keyword: 'anyOf' | 'oneOf', subject: Subject): Statement[] | undefined {
  if (subject.seen !== undefined) return undefined;
  const conditions: Test[] = [];
  for (const part of parts) {
    const condition = conditionOf(part, subject.value, subject.frame.module, subject.known);
    if (condition === undefined) return undefined;
    conditions.push(condition);
  }
  const report = reportStatement(subject, keyword, branchNames(parts), subject.value);
  if (keyword === 'anyOf') return branch(not(any(...conditions)), [report]);
  for (const condition of conditions) eachHelper(condition, subject.frame.module.helper);
  return branch(compare(conditions.map((one) => `Number(${textOf(one)})`).join(' + '), '!==', 1), [report]);
}

function branchNames(parts: readonly Schema[]): string {
  return `[${parts.map((part, index) => stringLiteral(describe(part, index))).join(', ')}]`;
}

/** Checks every branch. If enough match, the issues of the others are removed; if not, the runtime selects the most useful issues. */
function byTrial(parts: readonly Schema[], keyword: 'anyOf' | 'oneOf', subject: Subject): Statement[] {
  const { module, locals } = subject.frame;
  const from = locals.add('from');
  const matched = locals.add('matched');
  const ends: string[] = [];
  const statements: Statement[] = [{ declare: `const ${from} = issues.length;` }, { declare: `let ${matched} = 0;` }];
  for (const [index, part] of parts.entries()) {
    if (part.boolean === false) continue;
    const hint = `${keyword === 'anyOf' ? 'Any' : 'One'}${index + 1}`;
    if (part.boolean === true) {
      statements.push(`${matched}++;`);
    } else if (subject.seen === undefined || evaluatesNothing(part)) {
      // Where no variable collects what is evaluated, the first match decides `anyOf`.
      const skip = keyword === 'anyOf' && index > 0 && subject.seen === undefined ? `${matched} > 0 || ` : '';
      statements.push(`${matched} += ${skip}${callExpression(part, { ...subject, seen: undefined }, hint)} ? 1 : 0;`);
    } else {
      const seen = locals.add('branch');
      const test = holds(callExpression(part, { ...subject, seen }, hint));
      statements.push(
        { declare: `const ${seen} = ${module.helper('evaluated')}();` },
        {
          test,
          yes: [`${matched}++;`, `${module.helper('addEvaluated')}(${subject.seen}, ${seen});`],
        },
      );
    }
    const end = locals.add('end');
    ends.push(end);
    statements.push({ declare: `const ${end} = issues.length;` });
  }
  const expected = branchNames(parts);
  const args = [matched, from, `[${ends.join(', ')}]`, pathText(subject), `'${keyword}'`, expected, subject.value];
  statements.push(
    ...branch(
      keyword === 'anyOf' ? compare(matched, '>', 0) : compare(matched, '===', 1),
      [`${module.helper('takeBack')}(issues, ${from});`],
      [`${module.helper('reportUnion')}(issues, ${args.join(', ')});`],
    ),
  );
  return statements;
}
