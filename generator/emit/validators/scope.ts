// Works out the dynamic scope of `$dynamicRef` (JSON Schema Core section 8.2.3.2) while generating: each binding that occurs gets a validator.
import type { Schema } from '../../model/schema/schema.ts';
import type { Graph } from './graph.ts';

/** For each dynamic anchor, the schema of the outermost resource that has it. */
export type Scope = ReadonlyMap<string, Schema>;

export const OUTERMOST: Scope = new Map();

/** Steps into a schema: the resource that it is in binds those of its anchors that no outer resource has bound. */
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

/** What tells two validators of one schema apart: the bindings that a run through it may look up. */
export function scopeKey(scope: Scope, schema: Schema, graph: Graph): string {
  if (!graph.dynamic) return '';
  return graph
    .facts(schema)
    .anchors.map((anchor) => `${anchor}=${scope.get(anchor)?.key ?? ''}`)
    .join(' ');
}

/** The schema that stands in for this one: what a `$dynamicRef` beside nothing else leads to. */
export function dynamicTarget(schema: Schema, scope: Scope): Schema | undefined {
  const { dynamicRef } = schema;
  if (dynamicRef === undefined) return undefined;
  if (dynamicRef.candidates.length === 0) return dynamicRef.target;
  return scope.get(dynamicRef.anchor) ?? dynamicRef.target;
}
