// Emits the statements for one schema: constants first, then the keywords of each JSON type, then the schemas that apply to the same value.
import type { JsonType, Schema } from '../../../model/schema/schema.ts';
import { stringLiteral } from '../../text/escape.ts';
import { isOnlyReference, lengthBeforePatterns } from '../plan/facts.ts';
import { bitOf, COMBINATION, CONDITION, CONSTANT, REFERENCE } from '../plan/keywords.ts';
import { ALWAYS, all, calls, compare, not } from '../print/expression.ts';
import { branch, rejecting, type Statement } from '../print/statement.ts';
import { emitArray } from './array.ts';
import { emitCall, emitReference } from './call.ts';
import { emitConditional } from './conditional.ts';
import { emitConstant } from './constant.ts';
import { emitNumber } from './number.ts';
import { emitObject } from './object.ts';
import { emitString, isLonger } from './string.ts';
import { reportStatement, type Subject } from './subject.ts';
import { hasTypeTest, lacksTypeTest } from './type-test.ts';
import { emitUnevaluated, evaluatesNothing, type Tracking, tracking } from './unevaluated.ts';
import { emitUnion } from './union.ts';

/** Checks the whole schema: by a call where it has a function of its own, otherwise inline. */
export function emitNode(schema: Schema, subject: Subject): Statement[] {
  if (schema.boolean === true) return [];
  if (schema.boolean === false) return [reportStatement(subject, 'false', 'null', subject.value)];
  if (subject.seen !== undefined && evaluatesNothing(schema)) return emitNode(schema, { ...subject, seen: undefined });
  return subject.frame.unit.cut.isInline(schema) ? emitBody(schema, subject) : emitCall(schema, subject);
}

/** Checks the keywords of the schema inline. */
export function emitBody(schema: Schema, subject: Subject): Statement[] {
  if (schema.boolean !== undefined) return emitNode(schema, subject);
  if (schema.file === true) {
    const test = not(calls('isFile', subject.value));
    return branch(test, [reportStatement(subject, 'type', stringLiteral('file'), subject.value)]);
  }
  const keywords = subject.frame.module.graph.facts(schema).keywords;
  const inner = tracking(schema, keywords, { ...subject, composite: subject.composite === true || !isOnlyReference(schema, keywords) });
  const types = schema.type;
  const constant = (keywords & CONSTANT) === 0 ? undefined : emitConstant(schema, subject);
  const [single] = types ?? [];
  if (types !== undefined && types.length === 1 && single !== undefined && constant === undefined) {
    if (isKnown(single, subject)) return [...inner.declare, ...emitTyped(schema, single, keywords, subject, inner)];
    const report = reportStatement(subject, 'type', stringLiteral(single), subject.value);
    if (isExcluded(single, subject)) return [...inner.declare, report];
    const checks = emitTyped(schema, single, keywords, subject, inner);
    const test = lacksTypeTest(single, subject.value, subject.frame.module, schema);
    // The declarations come first: statements after a failed type check may still use them.
    return [...inner.declare, ...rejecting(branch(test, [report], checks))];
  }
  const checks = [
    ...(constant ?? []),
    ...(constant === undefined ? emitByType : emitUntyped)(schema, keywords, subject, inner.subject.seen),
    ...emitApplicators(schema, keywords, inner.subject),
    ...emitUnevaluated(schema, keywords, subject, inner),
  ];
  return [...inner.declare, ...lengthFirst(schema, subject, checks)];
}

/** The checks of a schema with one type, for a value that is known to have it. */
function emitTyped(schema: Schema, type: JsonType, keywords: number, subject: Subject, inner: Tracking): Statement[] {
  const narrowed = { ...subject, known: type };
  const applicators = emitApplicators(schema, keywords, { ...inner.subject, known: type });
  const isText = type === 'string' && schema.maxLength !== undefined;
  return lengthFirst(schema, narrowed, [
    ...(isText ? emitString(schema, narrowed, applicators) : emitGroup(schema, type, keywords, narrowed, inner.subject.seen)),
    ...(isText ? [] : applicators),
    ...emitUnevaluated(schema, keywords, narrowed, inner),
  ]);
}

/**
 * The checks, behind a test of the `maxLength` that any part of the schema sets, where another part has a pattern: a pattern runs only on texts whose
 * length is valid.
 */
function lengthFirst(schema: Schema, subject: Subject, checks: Statement[]): Statement[] {
  const maxLength = subject.known === undefined || subject.known === 'string' ? lengthBeforePatterns(schema) : undefined;
  if (maxLength === undefined) return checks;
  const { value } = subject;
  const isText = subject.known === 'string' ? ALWAYS : compare(`typeof ${value}`, '===', "'string'");
  const test = all(isText, isLonger(value, maxLength, subject.frame.module));
  return branch(test, [reportStatement(subject, 'maxLength', String(maxLength), value)], checks);
}

/** Whether the value is known to have the type. */
function isKnown(type: JsonType, subject: Subject): boolean {
  return subject.known === type || (subject.known === 'integer' && type === 'number');
}

/** Whether the value is known to have another type: TypeScript would report the checks as unreachable. */
function isExcluded(type: JsonType, subject: Subject): boolean {
  return subject.known !== undefined && !isKnown(type, subject) && !(subject.known === 'number' && type === 'integer');
}

/** For a schema with several types or none: the keywords of each type follow a test of that type, and the last branch reports the wrong type. */
function emitByType(schema: Schema, keywords: number, subject: Subject, seen: string | undefined): Statement[] {
  const types = schema.type;
  if (types === undefined) return emitUntyped(schema, keywords, subject, seen);
  const certain = types.find((type) => isKnown(type, subject));
  if (certain !== undefined) return emitGroup(schema, certain, keywords, subject, seen);
  const plain: JsonType[] = [];
  const grouped: { type: JsonType; checks: Statement[] }[] = [];
  for (const type of types) {
    if (isExcluded(type, subject)) continue;
    const checks = emitGroup(schema, type, keywords, { ...subject, known: type }, seen);
    if (checks.length === 0) plain.push(type);
    else grouped.push({ type, checks });
  }
  const { module } = subject.frame;
  const expected = `[${types.map(stringLiteral).join(', ')}]`;
  const failed = reportStatement(subject, 'type', expected, subject.value);
  const none = plain.map((type) => lacksTypeTest(type, subject.value, module, schema));
  let chain: Statement[] = plain.length === 0 ? [failed] : branch(all(...none), [failed]);
  for (const { type, checks } of grouped.reverse()) chain = branch(hasTypeTest(type, subject.value, module, schema), checks, chain);
  return rejecting(chain);
}

function emitUntyped(schema: Schema, keywords: number, subject: Subject, seen: string | undefined): Statement[] {
  const found: Statement[] = [];
  const possible = schema.type ?? (['string', 'number', 'array', 'object'] as const);
  for (const type of possible) {
    if (isExcluded(type, subject)) continue;
    const checks = emitGroup(schema, type, keywords, { ...subject, known: type }, seen);
    if (isKnown(type, subject)) found.push(...checks);
    else
      found.push(...branch(hasTypeTest(type, subject.value, subject.frame.module, schema.type === undefined ? undefined : schema), checks));
  }
  return found;
}

/** The keywords that apply to one type, for a value that is known to have it. `seen` also collects the items that `contains` matched. */
function emitGroup(schema: Schema, type: JsonType, keywords: number, subject: Subject, seen: string | undefined): Statement[] {
  if ((keywords & bitOf(type)) === 0) return [];
  switch (type) {
    case 'string':
      return emitString(schema, subject);
    case 'integer':
    case 'number':
      return emitNumber(schema, subject);
    case 'array':
      return emitArray(schema, subject, seen);
    case 'object':
      return emitObject(schema, subject);
    case 'boolean':
    case 'null':
      return [];
  }
}

/** The schemas that apply to the same value. */
function emitApplicators(schema: Schema, keywords: number, subject: Subject): Statement[] {
  const statements: Statement[] = [];
  if ((keywords & REFERENCE) !== 0) statements.push(...emitReference(schema, subject));
  if ((keywords & COMBINATION) !== 0) {
    for (const part of schema.allOf ?? []) statements.push(...emitNode(part, subject));
    statements.push(...emitUnion(schema, 'anyOf', subject), ...emitUnion(schema, 'oneOf', subject));
  }
  if ((keywords & CONDITION) !== 0) statements.push(...emitConditional(schema, subject));
  return statements;
}
