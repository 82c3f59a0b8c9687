// Binds each `$dynamicRef` to the schema that it means, so that nothing after it knows dynamic references: a schema that means something else within
// another one is there once more for it.
import { stronglyConnected } from '../../base/connected.ts';
import { applicators } from '../../base/vocabulary.ts';
import type { Description } from '../../load/description.ts';
import type { Cause } from '../document-node.ts';
import { createScopes, type Dynamics, type Scope, type Scopes } from './dynamic-scope.ts';
import type { Draft } from './keywords.ts';
import type { Schema } from './schema.ts';
import { withOtherSchemas } from './tags.ts';
import { eachChanged, isPlainRef } from './walk.ts';

/** A schema as it is within others, where its dynamic references mean something else than in the schema as it is written. */
export interface Variant {
  readonly written: Schema;
  /** The resources around it that bind its anchors. */
  readonly within: readonly Schema[];
}

interface Task {
  readonly description: Description;
  readonly nodes: Map<string, Draft>;
  readonly dynamics: Dynamics;
  readonly targets: Set<Schema>;
  readonly unsupported: Map<Schema, Cause>;
}

/** A node: the schema that is written there, and the scope inside it. */
interface Place {
  readonly written: Draft;
  readonly scope: Scope;
}

/**
 * Documents whose lists have each other's items need a node for each pair of a list and a schema in it; others can be written that need very many.
 * The bindings are those of all scopes.
 */
const MOST_NODES = 100_000;
const MOST_BINDINGS = 1_000_000;

export interface Bound {
  /** The nodes that were made, each with the schema that is written there. */
  readonly variants: ReadonlyMap<Draft, Schema>;
  /** The variants that need a name, since they lead back to themselves. */
  readonly named: ReadonlyMap<Schema, Variant>;
}

/**
 * A node stands for a schema and the dynamic scope that it is in; the node that is there already stands for the schema by itself, where only its
 * own resource binds its anchors.
 */
export function bindDynamicRefs(task: Task): Bound {
  const { description, nodes, dynamics, targets, unsupported } = task;
  bindPlainRefs(dynamics);
  const scopes = createScopes(description, nodes, dynamics);
  const { places, at, byScope } = placesIn(scopes, task);
  const steps = new Map<Schema, readonly Schema[]>();
  // A map gives what is added to it while it is read.
  for (const [node, place] of places) {
    const found: Schema[] = [];
    bound(place, dynamics, scopes, (schema, scope) => {
      const next = at(schema, scope);
      found.push(next);
      return next;
    });
    steps.set(node, found);
  }
  const nodesOf = (schema: Schema): Schema[] => [...(byScope.get(schema)?.values() ?? [])];
  const same = equalNodes(scopes.order.map(nodesOf), steps);
  const kept = (schema: Schema): Schema => same.get(schema) ?? schema;
  const isVariant = (schema: Schema): boolean => (places.get(schema)?.written ?? schema) !== schema;

  const written: (readonly [Draft, Partial<Draft>])[] = [];
  const variants = new Map<Draft, Place>();
  for (const [node, place] of places) {
    if (kept(node) !== node) continue;
    const fields = bound(place, dynamics, scopes, (schema, scope) => kept(at(schema, scope)));
    const target = dynamics.refs.has(place.written) ? (place.written.ref === undefined ? fields.ref : fields.allOf?.at(-1)) : undefined;
    if (target !== undefined && !isVariant(target)) targets.add(target);
    if (!isVariant(node)) {
      written.push([node, fields]);
      continue;
    }
    const { key: _, location: __, ...rest } = place.written;
    Object.assign(node, rest, fields);
    variants.set(node, place);
    nodes.set(node.key, node);
    const cause = unsupported.get(place.written);
    if (cause !== undefined) unsupported.set(node, cause);
  }
  for (const [node, fields] of written) Object.assign(node, fields);
  const stepsOf = (schema: Schema): Schema[] => (steps.get(schema) ?? []).map(kept);
  return {
    variants: new Map([...variants].map(([node, place]) => [node, place.written])),
    named: namedVariants(variants, stepsOf, task, scopes),
  };
}

/** A reference whose fragment is not the `$dynamicAnchor` of what it leads to is a plain one. */
function bindPlainRefs({ refs, anchors }: Dynamics): void {
  for (const [schema, { anchor, target }] of refs) {
    if (anchors.get(target) === anchor) continue;
    refs.delete(schema);
    Object.assign(schema, refersTo(target, schema));
  }
}

/** The keyword that a dynamic reference becomes; a `$ref` beside it stays. */
function refersTo(target: Schema, { ref, allOf }: Pick<Schema, 'ref' | 'allOf'>): Partial<Draft> {
  return ref === undefined ? { ref: target } : { allOf: [...(allOf ?? []), target] };
}

function placesIn(scopes: Scopes, { nodes, unsupported }: Task) {
  const places = new Map<Draft, Place>();
  const byScope = new Map<Schema, Map<Scope, Draft>>();
  for (const node of nodes.values()) {
    if (!scopes.isDynamic(node)) continue;
    const scope = scopes.enter(scopes.outermost, node);
    places.set(node, { written: node, scope });
    byScope.set(node, new Map([[scope, node]]));
  }
  const most = places.size + MOST_NODES;
  let beyond: Draft | undefined;
  const at = (schema: Schema, outer: Scope): Schema => {
    const made = byScope.get(schema);
    if (made === undefined) return schema;
    const scope = scopes.enter(outer, schema);
    const known = made.get(scope);
    if (known !== undefined) return known;
    if (places.size >= most || scopes.size() > MOST_BINDINGS) {
      if (beyond === undefined) {
        beyond = { key: `${schema.key}@`, location: schema.location };
        nodes.set(beyond.key, beyond);
        const message = 'what its dynamic references mean depends on the schemas around it in too many ways.';
        unsupported.set(beyond, { message, location: { ...schema.location, at: 'key' } });
      }
      return beyond;
    }
    const node: Draft = { key: `${schema.key}@${made.size}`, location: schema.location };
    made.set(scope, node);
    places.set(node, { written: schema, scope });
    return node;
  };
  return { places, at, byScope };
}

/** The fields of a schema that hold other schemas, with each in its scope, and what its dynamic reference means there. */
function bound(
  { written, scope }: Place,
  { refs }: Dynamics,
  scopes: Scopes,
  at: (schema: Schema, scope: Scope) => Schema,
): Partial<Draft> {
  const fields: Partial<Draft> = {};
  const here = (schema: Schema): Schema => at(schema, scope);
  if (written.ref !== undefined) fields.ref = here(written.ref);
  for (const { keyword, of } of applicators) {
    const held = written[keyword];
    if (held !== undefined && of !== 'content') Object.assign(fields, { [keyword]: eachChanged(held, here) });
  }
  if (written.discriminator !== undefined) fields.discriminator = withOtherSchemas(written.discriminator, here);
  const reference = refs.get(written);
  if (reference === undefined) return fields;
  let target = scope.get(reference.anchor) ?? reference.target;
  let inner = scope;
  // The schema that binds an anchor is often nothing but a reference with the anchor beside it.
  while (isPlainRef(target) && !refs.has(target) && !COMPONENT.test(target.location.pointer)) {
    inner = scopes.enter(inner, target);
    target = target.ref;
  }
  return { ...fields, ...refersTo(at(target, inner), fields) };
}

const COMPONENT = /^\/components\/schemas\/[^/]+$/;

/**
 * Which nodes of a schema come to the same: all to which they lead do, in the same order. Each is given as the first of its equals. All are taken to
 * be equal at first; a group is looked at again when a node to which it leads has been told apart from its equals.
 */
function equalNodes(nodesOfSchemas: readonly (readonly Schema[])[], steps: ReadonlyMap<Schema, readonly Schema[]>): Map<Schema, Schema> {
  const groupOf = new Map<Schema, readonly Schema[]>();
  for (const group of nodesOfSchemas) if (group.length > 1) for (const node of group) groupOf.set(node, group);
  const ids = new Map<Schema, number>();
  const before = new Map<Schema, Schema[]>();
  for (const [node, found] of steps) {
    ids.set(node, ids.size);
    for (const next of found) {
      if (!ids.has(next)) ids.set(next, ids.size);
      const others = before.get(next);
      if (others === undefined) before.set(next, [node]);
      else others.push(node);
    }
  }
  let count = ids.size;
  const pending = new Set(groupOf.values());
  for (const group of pending) {
    const id = count++;
    for (const node of group) ids.set(node, id);
  }
  // A set gives what is added to it while it is read.
  for (const group of pending) {
    pending.delete(group);
    const bySteps = new Map<string, Schema[]>();
    for (const node of group) {
      const key = (steps.get(node) ?? []).map((next) => ids.get(next)).join(' ');
      const others = bySteps.get(key);
      if (others === undefined) bySteps.set(key, [node]);
      else others.push(node);
    }
    if (bySteps.size === 1) continue;
    // The largest part stays what it was, so that no node is told apart often.
    const [, ...apart] = [...bySteps.values()].sort((left, right) => right.length - left.length);
    for (const part of bySteps.values()) for (const node of part) groupOf.set(node, part);
    for (const part of apart) {
      const id = count++;
      for (const node of part) ids.set(node, id);
    }
    for (const node of apart.flat()) {
      for (const from of before.get(node) ?? []) {
        const again = groupOf.get(from);
        if (again !== undefined && again.length > 1) pending.add(again);
      }
    }
  }
  return new Map([...groupOf].map(([node, [first = node]]) => [node, first] as const));
}

/** The variants of targets of references that lead back to themselves without a schema that has a name: they get one. */
function namedVariants(
  variants: ReadonlyMap<Schema, Place>,
  stepsOf: (schema: Schema) => readonly Schema[],
  { dynamics, targets }: Task,
  scopes: Scopes,
): ReadonlyMap<Schema, Variant> {
  const named = new Map<Schema, Variant>();
  for (const group of stronglyConnected(variants.keys(), (schema) => stepsOf(schema).filter((next) => variants.has(next)))) {
    const [first] = group;
    if (first === undefined || (group.length === 1 && !stepsOf(first).includes(first))) continue;
    for (const schema of group) {
      const place = variants.get(schema);
      if (place === undefined || !(targets.has(place.written) || dynamics.anchors.has(place.written))) continue;
      const alone = scopes.enter(scopes.outermost, place.written);
      const others = [...place.scope].filter(([anchor, by]) => alone.get(anchor) !== by);
      named.set(schema, { written: place.written, within: [...new Set(others.map(([, by]) => scopes.resourceOf(by)))] });
    }
  }
  for (const schema of named.keys()) targets.add(schema);
  return named;
}
