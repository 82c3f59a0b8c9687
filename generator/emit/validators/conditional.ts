// `not`, `if`/`then`/`else` and `dependentSchemas`: schemas that only ask, and what follows from the answer.
import type { Schema } from '../../model/schema/schema.ts';
import { stringLiteral } from '../text/escape.ts';
import { callExpression } from './call.ts';
import { conditionOf } from './condition.ts';
import { compare, not } from './expression.ts';
import { describe } from './facts.ts';
import { type Place, readProperty, reportStatement } from './place.ts';
import { branch, type Statement } from './statement.ts';
import { hasTypeTest } from './type-test.ts';
import { evaluatesNothing } from './unevaluated.ts';

export function emitConditional(schema: Schema, place: Place): Statement[] {
  return [...emitNot(schema, place), ...emitIf(schema, place), ...emitDependentSchemas(schema, place)];
}

function emitNot(schema: Schema, place: Place): Statement[] {
  const { not } = schema;
  if (not === undefined) return [];
  const report = reportStatement(place, 'not', stringLiteral(describe(not, 0)), place.value);
  return ask(not, { ...place, seen: undefined }, 'Not', [report], []);
}

function emitIf(schema: Schema, place: Place): Statement[] {
  if (schema.if === undefined) return [];
  if (schema.then === undefined && schema.else === undefined && place.seen === undefined) return [];
  const part = (one: Schema | undefined): Statement[] =>
    one === undefined ? [] : place.frame.module.emit(one, { ...place, composite: true });
  return ask(schema.if, place, 'If', part(schema.then), part(schema.else));
}

/** Statements for when the value matches and for when it does not; the issues of the asking are taken back. */
function ask(schema: Schema, place: Place, part: string, yes: readonly Statement[], no: readonly Statement[]): Statement[] {
  const { module, locals } = place.frame;
  if (place.seen === undefined) {
    if (yes.length === 0 && no.length === 0) return [];
    const condition = conditionOf(schema, place.value, module, place.known);
    if (condition?.kind === 'constant') return condition.value ? [...yes] : [...no];
    if (condition !== undefined) return branch(condition, yes, no);
  }
  if (schema.boolean !== undefined) return schema.boolean ? [...yes] : [...no];
  const from = locals.add('from');
  const takeBack = `${module.helper('takeBack')}(issues, ${from});`;
  const seen = place.seen === undefined || evaluatesNothing(schema, place) ? undefined : locals.add('branch');
  const statements: Statement[] = [`const ${from} = issues.length;`];
  if (seen !== undefined) statements.push(`const ${seen} = ${module.helper('evaluated')}();`);
  // Not `if (validate…(value))`: its type guard would narrow the value for what follows.
  statements.push({ call: callExpression(schema, { ...place, seen }, part) });
  const note = seen === undefined ? [] : [`${module.helper('addEvaluated')}(${place.seen}, ${seen});`];
  const matches = compare('issues.length', '===', from);
  const then = [...note, ...yes];
  if (then.length === 0) statements.push(...branch(not(matches), [takeBack, ...no]));
  else statements.push(...branch(matches, then, [takeBack, ...no]));
  return statements;
}

function emitDependentSchemas(schema: Schema, place: Place): Statement[] {
  if (schema.dependentSchemas === undefined) return [];
  const { module } = place.frame;
  const object: Place = { ...place, known: 'object', composite: true };
  const statements: Statement[] = [];
  for (const [name, part] of schema.dependentSchemas) {
    statements.push(...branch(compare(readProperty(name, place), '!==', 'undefined'), place.frame.module.emit(part, object)));
  }
  if (place.known === 'object') return statements;
  return place.known === undefined ? branch(hasTypeTest('object', place.value, module, schema), statements) : [];
}
