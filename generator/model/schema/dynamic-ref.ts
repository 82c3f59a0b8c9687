// `$dynamicRef`s → the schemas that they may mean, and the schema resource that each node is in (JSON Schema Core 2020-12, 8.2.3.2).
import type { Description } from '../../load/description.ts';
import { isObject, own } from '../../load/pointer.ts';
import type { Draft } from './keywords.ts';
import type { Schema } from './schema.ts';

/**
 * A reference is dynamic only where its fragment is the `$dynamicAnchor` of what it leads to at first; otherwise it is a plain one. Which
 * candidate is meant is known at run time: that of the outermost resource in dynamic scope that has one.
 */
export function resolveDynamicRefs(
  description: Description,
  references: readonly Draft[],
  nodes: ReadonlyMap<string, Draft>,
  targets: Set<Schema>,
): void {
  const byAnchor = new Map<string, Schema[]>();
  const isResource = new Map<string, boolean>();
  for (const node of nodes.values()) {
    node.resource = resourceOf(description, node, nodes, isResource);
    if (node.dynamicAnchor === undefined) continue;
    const same = byAnchor.get(node.dynamicAnchor);
    if (same === undefined) byAnchor.set(node.dynamicAnchor, [node]);
    else same.push(node);
  }
  for (const { dynamicRef } of references) {
    if (dynamicRef === undefined || dynamicRef.target.dynamicAnchor !== dynamicRef.anchor) continue;
    dynamicRef.candidates = byAnchor.get(dynamicRef.anchor) ?? [];
    for (const candidate of dynamicRef.candidates) targets.add(candidate);
  }
}

/** The nearest enclosing schema with an `$id`, else the outermost schema: each component is read as a resource of its own. */
function resourceOf(description: Description, node: Draft, nodes: ReadonlyMap<string, Draft>, isResource: Map<string, boolean>): Schema {
  let outermost: Schema = node;
  const prefix = node.key.slice(0, node.key.indexOf('#') + 1);
  let { pointer } = node.location;
  for (;;) {
    const key = `${prefix}${pointer}`;
    const enclosing = nodes.get(key);
    if (enclosing !== undefined) {
      outermost = enclosing;
      let found = isResource.get(key);
      if (found === undefined) {
        const value = description.at(enclosing.location);
        found = isObject(value) && typeof own(value, '$id') === 'string';
        isResource.set(key, found);
      }
      if (found) return enclosing;
    }
    if (pointer === '') return outermost;
    pointer = pointer.slice(0, pointer.lastIndexOf('/'));
  }
}
