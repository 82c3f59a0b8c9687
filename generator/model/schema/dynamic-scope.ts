// The dynamic scope of a schema: which schema each `$dynamicAnchor` stands for there (JSON Schema Core 2020-12, 7.1 and 8.2.3.2).
import { stronglyConnected } from '../../base/connected.ts';
import type { Description } from '../../load/description.ts';
import { isObject, own } from '../../load/pointer.ts';
import type { Schema } from './schema.ts';
import { eachSubschema } from './walk.ts';

/** The dynamic references of a document. The graph has none of them once they are bound. */
export interface Dynamics {
  readonly refs: Map<Schema, DynamicRef>;
  readonly anchors: Map<Schema, string>;
}

interface DynamicRef {
  readonly anchor: string;
  /** The schema that it means where no outer resource binds the anchor. */
  readonly target: Schema;
}

/** For each dynamic anchor, the schema of the outermost resource that has it. Scopes that bind the same are one object. */
export type Scope = ReadonlyMap<string, Schema>;

export interface Scopes {
  /** The bindings outside of every resource: none. */
  readonly outermost: Scope;
  /** All schemas, each after those to which it leads, as far as they do not lead back. */
  readonly order: readonly Schema[];
  /** Whether a `$dynamicRef` can be reached from the schema. */
  isDynamic(schema: Schema): boolean;
  /**
   * Enters a schema: its resource binds each of its anchors that no outer one has bound. Anchors that it cannot reach a reference to are left out.
   */
  enter(scope: Scope, schema: Schema): Scope;
  /** The schema resource (`$id` boundary) that the schema is in: its root. */
  resourceOf(schema: Schema): Schema;
  /** How many anchors are bound in all scopes together. */
  size(): number;
}

/** Every reference is dynamic: it leads to the anchor of its name. */
export function createScopes(description: Description, nodes: ReadonlyMap<string, Schema>, dynamics: Dynamics): Scopes {
  const bindings = new Map<Schema, Map<string, Schema>>();
  const resourceOf = resourcesOf(description, nodes);
  for (const [schema, anchor] of dynamics.anchors) {
    const resource = resourceOf(schema);
    const ofResource = bindings.get(resource) ?? new Map<string, Schema>();
    if (!ofResource.has(anchor)) ofResource.set(anchor, schema);
    bindings.set(resource, ofResource);
  }
  const { order, reached } = reachedAnchors(nodes, dynamics);

  const outermost: Scope = new Map();
  const byBindings = new Map<string, Scope>([['', outermost]]);
  const numbers = new Map<Schema, number>([...dynamics.anchors.keys()].map((schema, index) => [schema, index]));
  let size = 0;
  const shared = (scope: Scope): Scope => {
    const key = [...scope].map(([anchor, schema]) => `${anchor}=${numbers.get(schema)}`).join(' ');
    const known = byBindings.get(key);
    if (known === undefined) size += scope.size;
    byBindings.set(key, known ?? scope);
    return known ?? scope;
  };
  const entered = new Map<Scope, Map<Scope, Map<readonly string[], Scope>>>();
  return {
    outermost,
    order,
    resourceOf,
    isDynamic: (schema) => reached.has(schema),
    size: () => size,
    enter(scope, schema) {
      const own = bindings.get(resourceOf(schema)) ?? outermost;
      const wanted = reached.get(schema) ?? NONE;
      const ofScope = entered.get(scope) ?? new Map<Scope, Map<readonly string[], Scope>>();
      entered.set(scope, ofScope);
      const ofResource = ofScope.get(own) ?? new Map<readonly string[], Scope>();
      ofScope.set(own, ofResource);
      const known = ofResource.get(wanted);
      if (known !== undefined) return known;
      const inner = new Map<string, Schema>();
      for (const anchor of wanted) {
        const bound = scope.get(anchor) ?? own.get(anchor);
        if (bound !== undefined) inner.set(anchor, bound);
      }
      const found = shared(inner);
      ofResource.set(wanted, found);
      return found;
    },
  };
}

const NONE: readonly string[] = [];

/**
 * For each schema the anchors, sorted, of the dynamic references that can be reached from it; and the schemas, those to which one leads before it.
 */
function reachedAnchors(nodes: ReadonlyMap<string, Schema>, { refs, anchors }: Dynamics) {
  const candidates = new Map<string, Schema[]>();
  for (const [schema, anchor] of anchors) {
    const others = candidates.get(anchor);
    if (others === undefined) candidates.set(anchor, [schema]);
    else others.push(schema);
  }
  // An anchor stands between its references and the schemas that have it, since each of the ones may mean each of the others.
  const nextOf = (node: Schema | string): (Schema | string)[] => {
    if (typeof node === 'string') return candidates.get(node) ?? [];
    const next: (Schema | string)[] = [];
    eachSubschema(node, (part) => next.push(part));
    const { mapping, fallback } = node.discriminator ?? {};
    if (mapping !== undefined) next.push(...mapping.values());
    if (fallback !== undefined) next.push(fallback);
    const ref = refs.get(node);
    if (ref !== undefined) next.push(ref.anchor);
    return next;
  };
  const order: Schema[] = [];
  const reached = new Map<Schema | string, readonly string[]>();
  for (const group of stronglyConnected<Schema | string>(nodes.values(), nextOf)) {
    const found = new Set<string>();
    let largest = NONE;
    // A group comes with the schema first from which the others were reached.
    for (const node of group.reverse()) {
      if (typeof node !== 'string') order.push(node);
      for (const next of nextOf(node)) {
        if (typeof next === 'string') found.add(next);
        const inner = reached.get(next) ?? NONE;
        if (inner.length > largest.length) largest = inner;
        for (const anchor of inner) found.add(anchor);
      }
    }
    if (found.size === 0) continue;
    const all = found.size === largest.length ? largest : [...found].sort();
    for (const node of group) reached.set(node, all);
  }
  return { order, reached };
}

/** The nearest enclosing schema with an `$id`, else the outermost schema: each component is read as a resource of its own. */
function resourcesOf(description: Description, nodes: ReadonlyMap<string, Schema>): (schema: Schema) => Schema {
  const known = new Map<Schema, Schema>();
  const hasId = ({ location }: Schema): boolean => {
    const value = description.at(location);
    return isObject(value) && typeof own(value, '$id') === 'string';
  };
  const enclosing = (schema: Schema): Schema | undefined => {
    const prefix = schema.key.slice(0, schema.key.indexOf('#') + 1);
    for (let { pointer } = schema.location; ; pointer = pointer.slice(0, pointer.lastIndexOf('/'))) {
      const found = nodes.get(`${prefix}${pointer}`);
      if (found !== undefined && found !== schema) return found;
      if (pointer === '') return undefined;
    }
  };
  return (schema) => {
    const path: Schema[] = [];
    let root: Schema | undefined;
    for (let current: Schema | undefined = schema; current !== undefined; current = enclosing(current)) {
      path.push(current);
      root = known.get(current) ?? (hasId(current) ? current : undefined);
      if (root !== undefined) break;
    }
    const found = root ?? path.at(-1) ?? schema;
    for (const one of path) known.set(one, found);
    return found;
  };
}
