// Emits `not`, `if`/`then`/`else` and `dependentSchemas`: checks that depend on whether the value matches a schema.
import type { Schema } from '../../../model/schema/schema.ts';
import { stringLiteral } from '../../text/escape.ts';
import { describe } from '../plan/facts.ts';
import { compare, not } from '../print/expression.ts';
import { branch, type Statement } from '../print/statement.ts';
import { callExpression } from './call.ts';
import { conditionOf } from './condition.ts';
import { readProperty, reportStatement, type Subject } from './subject.ts';
import { hasTypeTest } from './type-test.ts';
import { evaluatesNothing } from './unevaluated.ts';

export function emitConditional(schema: Schema, subject: Subject): Statement[] {
  return [...emitNot(schema, subject), ...emitIf(schema, subject), ...emitDependentSchemas(schema, subject)];
}

function emitNot(schema: Schema, subject: Subject): Statement[] {
  const { not } = schema;
  if (not === undefined) return [];
  const report = reportStatement(subject, 'not', stringLiteral(describe(not, 0)), subject.value);
  return ask(not, { ...subject, seen: undefined }, 'Not', [report], []);
}

function emitIf(schema: Schema, subject: Subject): Statement[] {
  if (schema.if === undefined) return [];
  if (schema.then === undefined && schema.else === undefined && subject.seen === undefined) return [];
  const part = (one: Schema | undefined): Statement[] =>
    one === undefined ? [] : subject.frame.module.emit(one, { ...subject, composite: true });
  return ask(schema.if, subject, 'If', part(schema.then), part(schema.else));
}

/** Runs `yes` where the value matches the schema and `no` where it does not; the issues that the match itself reported are removed. */
function ask(schema: Schema, subject: Subject, part: string, yes: readonly Statement[], no: readonly Statement[]): Statement[] {
  const { module, locals } = subject.frame;
  if (subject.seen === undefined) {
    if (yes.length === 0 && no.length === 0) return [];
    const condition = conditionOf(schema, subject.value, module, subject.known);
    if (condition?.kind === 'constant') return condition.value ? [...yes] : [...no];
    if (condition !== undefined) return branch(condition, yes, no);
  }
  if (schema.boolean !== undefined) return schema.boolean ? [...yes] : [...no];
  const from = locals.add('from');
  const takeBack = `${module.helper('takeBack')}(issues, ${from});`;
  const seen = subject.seen === undefined || evaluatesNothing(schema) ? undefined : locals.add('branch');
  const statements: Statement[] = [{ declare: `const ${from} = issues.length;` }];
  if (seen !== undefined) statements.push({ declare: `const ${seen} = ${module.helper('evaluated')}();` });
  // Not `if (validate…(value))`: its type guard would narrow the value for what follows.
  statements.push({ call: callExpression(schema, { ...subject, seen }, part) });
  const note = seen === undefined ? [] : [`${module.helper('addEvaluated')}(${subject.seen}, ${seen});`];
  const matches = compare('issues.length', '===', from);
  const then = [...note, ...yes];
  if (then.length === 0) statements.push(...branch(not(matches), [takeBack, ...no]));
  else statements.push(...branch(matches, then, [takeBack, ...no]));
  return statements;
}

function emitDependentSchemas(schema: Schema, subject: Subject): Statement[] {
  if (schema.dependentSchemas === undefined) return [];
  const { module } = subject.frame;
  const object: Subject = { ...subject, known: 'object', composite: true };
  const statements: Statement[] = [];
  for (const [name, part] of schema.dependentSchemas) {
    statements.push(...branch(compare(readProperty(name, subject), '!==', 'undefined'), subject.frame.module.emit(part, object)));
  }
  if (subject.known === 'object') return statements;
  return subject.known === undefined ? branch(hasTypeTest('object', subject.value, module, schema), statements) : [];
}
