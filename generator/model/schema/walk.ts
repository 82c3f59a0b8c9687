// Ways through the schema graph: what a schema leads to, what is reachable, and where it leads back to itself.
import type { DynamicRef, Schema } from './schema.ts';

type Visit = (schema: Schema) => void;

/**
 * Every schema that this one names directly. With `inPlace`, only those that judge the same value: references and combinations, not
 * properties and items.
 */
export function eachSubschema(schema: Schema, visit: Visit, inPlace = false): void {
  if (schema.ref !== undefined) visit(schema.ref);
  if (schema.dynamicRef !== undefined) {
    visit(schema.dynamicRef.target);
    for (const candidate of schema.dynamicRef.candidates) visit(candidate);
  }
  if (schema.allOf !== undefined) for (const item of schema.allOf) visit(item);
  if (schema.anyOf !== undefined) for (const item of schema.anyOf) visit(item);
  if (schema.oneOf !== undefined) for (const item of schema.oneOf) visit(item);
  if (schema.not !== undefined) visit(schema.not);
  if (schema.if !== undefined) visit(schema.if);
  if (schema.then !== undefined) visit(schema.then);
  if (schema.else !== undefined) visit(schema.else);
  if (schema.dependentSchemas !== undefined) for (const item of schema.dependentSchemas.values()) visit(item);
  if (inPlace) return;
  if (schema.properties !== undefined) for (const item of schema.properties.values()) visit(item);
  if (schema.patternProperties !== undefined) for (const item of schema.patternProperties.values()) visit(item);
  if (schema.additionalProperties !== undefined) visit(schema.additionalProperties);
  if (schema.propertyNames !== undefined) visit(schema.propertyNames);
  if (schema.unevaluatedProperties !== undefined) visit(schema.unevaluatedProperties);
  if (schema.prefixItems !== undefined) for (const item of schema.prefixItems) visit(item);
  if (schema.items !== undefined) visit(schema.items);
  if (schema.contains !== undefined) visit(schema.contains);
  if (schema.unevaluatedItems !== undefined) visit(schema.unevaluatedItems);
}

export function subschemas(schema: Schema, inPlace = false): Schema[] {
  const found: Schema[] = [];
  eachSubschema(schema, (item) => found.push(item), inPlace);
  return found;
}

/** The schemas themselves and all that they lead to, each once, in the order met (depth first, as written). */
export function reachable(roots: Iterable<Schema>): Set<Schema> {
  const met = new Set<Schema>();
  const stack = [...roots].reverse();
  for (let schema = stack.pop(); schema !== undefined; schema = stack.pop()) {
    if (met.has(schema)) continue;
    met.add(schema);
    const before = stack.length;
    eachSubschema(schema, (item) => {
      if (!met.has(item)) stack.push(item);
    });
    // What was pushed last comes first: turned round, so that it comes as written.
    for (let low = before, high = stack.length - 1; low < high; low++, high--) {
      const kept = stack[low] as Schema;
      stack[low] = stack[high] as Schema;
      stack[high] = kept;
    }
  }
  return met;
}

/** Those of `schemas` that lead, over any way, to one of `goals`, and to which (a nearest one); a goal leads to itself. */
export function leadingTo(schemas: Iterable<Schema>, goals: readonly Schema[]): Map<Schema, Schema> {
  if (goals.length === 0) return new Map();
  const comingFrom = new Map<Schema, Schema[]>();
  for (const schema of schemas) {
    eachSubschema(schema, (item) => {
      const known = comingFrom.get(item);
      if (known === undefined) comingFrom.set(item, [schema]);
      else known.push(schema);
    });
  }
  const found = new Map<Schema, Schema>();
  for (const goal of goals) found.set(goal, goal);
  // A map gives what is added to it while it is read: breadth first.
  for (const [schema, goal] of found) {
    for (const from of comingFrom.get(schema) ?? []) if (!found.has(from)) found.set(from, goal);
  }
  return found;
}

interface Frame {
  readonly schema: Schema;
  readonly next: readonly Schema[];
  index: number;
}

/**
 * Strongly connected components of what the roots lead to (Tarjan's algorithm, without recursion): each list is a group of schemas that
 * lead to each other. A callee's group comes before its callers'.
 */
export function components(roots: Iterable<Schema>, inPlace = false): Schema[][] {
  const order = new Map<Schema, number>();
  const low = new Map<Schema, number>();
  const open = new Set<Schema>();
  const path: Schema[] = [];
  const groups: Schema[][] = [];

  const enter = (schema: Schema): Frame => {
    order.set(schema, order.size);
    low.set(schema, order.size - 1);
    open.add(schema);
    path.push(schema);
    return { schema, next: subschemas(schema, inPlace), index: 0 };
  };
  const lower = (schema: Schema, value: number): void => {
    if (value < (low.get(schema) ?? 0)) low.set(schema, value);
  };
  const close = (schema: Schema): void => {
    const group: Schema[] = [];
    for (let member = path.pop(); member !== undefined; member = path.pop()) {
      open.delete(member);
      group.push(member);
      if (member === schema) break;
    }
    groups.push(group.reverse());
  };

  for (const root of roots) {
    if (order.has(root)) continue;
    const stack = [enter(root)];
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      const next = frame.next[frame.index++];
      if (next === undefined) {
        stack.pop();
        const caller = stack.at(-1);
        if (caller !== undefined) lower(caller.schema, low.get(frame.schema) ?? 0);
        if (low.get(frame.schema) === order.get(frame.schema)) close(frame.schema);
      } else if (!order.has(next)) {
        stack.push(enter(next));
      } else if (open.has(next)) {
        lower(frame.schema, order.get(next) ?? 0);
      }
    }
  }
  return groups;
}

/** Keywords that are no part of what a value must be. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'key',
  'location',
  'name',
  'resource',
  'title',
  'description',
  'deprecated',
  'readOnly',
  'writeOnly',
  'default',
  'examples',
  'booleanWords',
]);

/** Whether the schema is a `$ref` and nothing else that constrains: it is its target then, under another comment. */
export function isPlainRef(schema: Schema): schema is Schema & { ref: Schema } {
  return schema.ref !== undefined && Object.keys(schema).every((keyword) => keyword === 'ref' || ANNOTATIONS.has(keyword));
}

/** The schema with a name of its own that this one is: itself, or the target of plain references. `undefined`: it is written out in place. */
export function declared(schema: Schema): (Schema & { name: string }) | undefined {
  const met = new Set<Schema>();
  for (let current = schema; !met.has(current); current = current.ref) {
    if (current.name !== undefined) return current as Schema & { name: string };
    met.add(current);
    if (!isPlainRef(current)) return undefined;
  }
  return undefined;
}

/** All that a `$dynamicRef` may mean. What it means where nothing overrides it often takes every value, so that comes last. */
export function meaningsOf({ target, candidates }: DynamicRef): readonly Schema[] {
  return [...candidates.filter((candidate) => candidate !== target), target];
}
