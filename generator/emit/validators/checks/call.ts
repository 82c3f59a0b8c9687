// Emits calls of other validators: `$ref`, `$dynamicRef`, and schemas with a function of their own. The caller prefixes the paths of the callee's issues.
import type { Schema } from '../../../model/schema/schema.ts';
import { isOnlyReference } from '../plan/facts.ts';
import { dynamicTarget } from '../plan/scope.ts';
import { compare, holds, not } from '../print/expression.ts';
import { MARK, type Statement } from '../print/statement.ts';
import { type Module, partName, pathText, type Subject } from './subject.ts';

/** `$ref` and `$dynamicRef`; keywords beside them apply as well. */
export function emitReferences(schema: Schema, subject: Subject): Statement[] {
  const statements: Statement[] = [];
  if (schema.ref !== undefined) statements.push(...subject.frame.module.emit(schema.ref, subject));
  const target = dynamicTarget(schema, subject.scope);
  if (target !== undefined) statements.push(...subject.frame.module.emit(target, subject));
  return statements;
}

export function emitCall(schema: Schema, subject: Subject): Statement[] {
  const call = callExpression(schema, subject);
  if (subject.path.length === 0) return [{ call }];
  const prefix = `${subject.frame.module.helper('prefix')}(issues, before, ${pathText(subject)});`;
  // A type guard in a condition would narrow the value for the statements that follow.
  if (subject.composite === true) {
    return [MARK, { call }, { test: compare('issues.length', '>', 'before'), yes: [prefix] }];
  }
  return [MARK, { test: not(holds(call)), yes: [prefix], rejects: hasType(schema) }];
}

/** Whether the callee's first check is of a type or constant, so that it reports `undefined` as such. */
function hasType(schema: Schema): boolean {
  return schema.type !== undefined || schema.const !== undefined || schema.enum !== undefined;
}

/** The call as an expression, which is true if the value is valid. */
export function callExpression(schema: Schema, subject: Subject, part = ''): string {
  const { module, unit, schema: caller } = subject.frame;
  const tracked = subject.seen !== undefined;
  const callee = throughAliases(schema, module);
  const name = unit.functionFor({ schema: callee, scope: subject.scope, tracked }, partName(subject, part));
  if (module.graph.facts(caller).component === module.graph.facts(callee).component) {
    return tracked
      ? `${module.helper('recurseEvaluated')}(${name}, ${subject.value}, issues, ${subject.seen})`
      : `${module.helper('recurse')}(${name}, ${subject.value}, issues)`;
  }
  return tracked ? `${name}(${subject.value}, issues, ${subject.seen})` : `${name}(${subject.value}, issues)`;
}

/** Follows a schema that has only a `$ref` to its target, unless the graph has a `$dynamicRef`: the schema may then change the dynamic scope. */
function throughAliases(schema: Schema, { graph }: Module): Schema {
  let target = schema;
  while (!graph.dynamic && target.name === undefined && target.ref !== undefined && isOnlyReference(target, graph.facts(target).keywords)) {
    target = target.ref;
  }
  return target;
}
