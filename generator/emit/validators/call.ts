// Calls of other validators: `$ref`, `$dynamicRef`, and schemas with a function of their own. The caller puts its path before what the callee reported.
import type { Schema } from '../../model/schema/schema.ts';
import { compare, holds, not } from './expression.ts';
import { isOnlyReference } from './facts.ts';
import { pathExpression } from './path.ts';
import { type Module, type Place, partName } from './place.ts';
import { dynamicTarget } from './scope.ts';
import { MARK, type Statement } from './statement.ts';

/** `$ref` and `$dynamicRef`; keywords beside them apply as well. */
export function emitReferences(schema: Schema, place: Place): Statement[] {
  const statements: Statement[] = [];
  if (schema.ref !== undefined) statements.push(...place.frame.module.emit(schema.ref, place));
  const target = dynamicTarget(schema, place.scope);
  if (target !== undefined) statements.push(...place.frame.module.emit(target, place));
  return statements;
}

export function emitCall(schema: Schema, place: Place): Statement[] {
  const call = callExpression(schema, place);
  if (place.path.length === 0) return [{ call }];
  const prefix = place.frame.module.helper('prefix');
  // A type guard in a condition would narrow the value for the statements that follow.
  if (place.composite === true) {
    return [
      MARK,
      { call },
      { test: compare('issues.length', '>', 'before'), yes: [`${prefix}(issues, before, ${pathExpression(place.path)});`] },
    ];
  }
  const yes = [`${prefix}(issues, before, ${pathExpression(place.path)});`];
  return [MARK, { test: not(holds(call)), yes, rejects: hasType(schema) }];
}

/** Whether the callee's first check is of a type or constant, so that it reports `undefined` as such. */
function hasType(schema: Schema): boolean {
  return schema.type !== undefined || schema.const !== undefined || schema.enum !== undefined;
}

/** The call itself: true if the value is valid. */
export function callExpression(schema: Schema, place: Place, part = ''): string {
  const { module, unit, schema: caller } = place.frame;
  const tracked = place.seen !== undefined;
  const callee = throughAliases(schema, module);
  const name = unit.functionFor({ schema: callee, scope: place.scope, tracked }, partName(place, part));
  if (module.graph.facts(caller).component === module.graph.facts(callee).component) {
    return tracked
      ? `${module.helper('recurseEvaluated')}(${name}, ${place.value}, issues, ${place.seen})`
      : `${module.helper('recurse')}(${name}, ${place.value}, issues)`;
  }
  return tracked ? `${name}(${place.value}, issues, ${place.seen})` : `${name}(${place.value}, issues)`;
}

/** What a schema stands for that says nothing but `$ref`; under a dynamic scope, the way there may matter. */
function throughAliases(schema: Schema, { graph }: Module): Schema {
  let target = schema;
  while (!graph.dynamic && target.name === undefined && target.ref !== undefined && isOnlyReference(target, graph.facts(target).keywords)) {
    target = target.ref;
  }
  return target;
}
