// Resolves the dynamic scope of `$dynamicRef` (JSON Schema Core section 8.2.3.2) while generating: each combination of bindings gets a validator.
import type { Schema } from '../../../model/schema/schema.ts';
import type { Graph } from './graph.ts';

/** For each dynamic anchor, the schema of the outermost resource that has it. */
export type Scope = ReadonlyMap<string, Schema>;

export const OUTERMOST: Scope = new Map();

/** Enters a schema: its resource binds each of its dynamic anchors that no outer resource has bound. */
export function enter(scope: Scope, schema: Schema, graph: Graph): Scope {
  if (!graph.dynamic) return scope;
  let inner: Map<string, Schema> | undefined;
  for (const anchor of graph.facts(schema).anchors) {
    if (scope.has(anchor)) continue;
    const bound = graph.candidates(anchor).find((candidate) => candidate.resource === schema.resource);
    if (bound === undefined) continue;
    inner ??= new Map(scope);
    inner.set(anchor, bound);
  }
  return inner ?? scope;
}

/** Tells the validators of one schema apart by the bindings that a check of the schema may look up. */
export function scopeKey(scope: Scope, schema: Schema, graph: Graph): string {
  if (!graph.dynamic) return '';
  return graph
    .facts(schema)
    .anchors.map((anchor) => `${anchor}=${scope.get(anchor)?.key ?? ''}`)
    .join(' ');
}

/** The schema that the `$dynamicRef` of a schema leads to in this scope. */
export function dynamicTarget(schema: Schema, scope: Scope): Schema | undefined {
  const { dynamicRef } = schema;
  if (dynamicRef === undefined) return undefined;
  if (dynamicRef.candidates.length === 0) return dynamicRef.target;
  return scope.get(dynamicRef.anchor) ?? dynamicRef.target;
}
