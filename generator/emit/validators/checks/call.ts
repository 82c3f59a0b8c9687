// Emits calls of other validators: `$ref`, and schemas with a function of their own. The caller prefixes the paths of the callee's issues.
import type { Schema } from '../../../model/schema/schema.ts';
import { isOnlyReference } from '../plan/facts.ts';
import { compare, holds, not } from '../print/expression.ts';
import { isFixed } from '../print/path.ts';
import { MARK, type Statement } from '../print/statement.ts';
import { type Module, partName, pathText, type Subject } from './subject.ts';

/** `$ref`; keywords beside it apply as well. */
export function emitReference({ ref }: Schema, subject: Subject): Statement[] {
  return ref === undefined ? [] : subject.frame.module.emit(ref, subject);
}

export function emitCall(schema: Schema, subject: Subject): Statement[] {
  const callee = subject.path.length === 0 ? undefined : plainCallee(schema, subject);
  if (callee !== undefined && isFixed(subject.path)) {
    const call = `${subject.frame.module.helper('inside')}(issues, ${pathText(subject)}, ${callee}, ${subject.value})`;
    return [{ call, rejects: hasType(schema) }];
  }
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

/**
 * The name of the function that checks the schema, where the function needs nothing but the value: it records nothing, and does not lead back to the
 * one that calls it. Undefined as well where the schema is checked inline.
 */
export function plainCallee(schema: Schema, subject: Subject): string | undefined {
  const { module, unit, schema: caller } = subject.frame;
  const callee = throughAliases(schema, module);
  if (subject.seen !== undefined || callee.boolean !== undefined || unit.cut.isInline(callee)) return undefined;
  if (module.graph.facts(caller).component === module.graph.facts(callee).component) return undefined;
  return unit.functionFor({ schema: callee, tracked: false }, partName(subject));
}

/** The call as an expression, which is true if the value is valid. */
export function callExpression(schema: Schema, subject: Subject, part = ''): string {
  const { module, unit, schema: caller } = subject.frame;
  const tracked = subject.seen !== undefined;
  const callee = throughAliases(schema, module);
  const name = unit.functionFor({ schema: callee, tracked }, partName(subject, part));
  if (module.graph.facts(caller).component === module.graph.facts(callee).component) {
    return tracked
      ? `${module.helper('recurseEvaluated')}(${name}, ${subject.value}, issues, ${subject.seen})`
      : `${module.helper('recurse')}(${name}, ${subject.value}, issues)`;
  }
  return tracked ? `${name}(${subject.value}, issues, ${subject.seen})` : `${name}(${subject.value}, issues)`;
}

/** Follows a schema that has only a `$ref` to its target. */
function throughAliases(schema: Schema, { graph }: Module): Schema {
  let target = schema;
  while (target.name === undefined && target.ref !== undefined && isOnlyReference(target, graph.facts(target).keywords)) {
    target = target.ref;
  }
  return target;
}
