// Facts about the graph of schemas that decide how validators are cut: what is used twice, what contains itself, which dynamic anchors matter where.
import type { Schema } from '../../model/schema.ts';

export interface Graph {
  /** Edges that lead to the schema. */
  uses(schema: Schema): number;
  /** Whether the two are parts of one cycle. */
  recursive(from: Schema, to: Schema): boolean;
  /** Names of the dynamic anchors that a run through this schema may look up, sorted. */
  anchors(schema: Schema): readonly string[];
  /** For a dynamic anchor, every schema that may answer to it. */
  candidates(anchor: string): readonly Schema[];
}

/** Every schema that is a part of this one, references included. */
export function subschemas(schema: Schema): Schema[] {
  const found: Schema[] = [];
  const add = (part: Schema | undefined): void => {
    if (part !== undefined) found.push(part);
  };
  const addAll = (parts: Iterable<Schema> | undefined): void => {
    if (parts !== undefined) found.push(...parts);
  };
  add(schema.ref);
  if (schema.dynamicRef !== undefined) {
    found.push(schema.dynamicRef.target);
    for (const candidate of schema.dynamicRef.candidates) if (candidate !== schema.dynamicRef.target) found.push(candidate);
  }
  addAll(schema.allOf);
  addAll(schema.anyOf);
  addAll(schema.oneOf);
  add(schema.not);
  add(schema.if);
  add(schema.then);
  add(schema.else);
  addAll(schema.dependentSchemas?.values());
  addAll(schema.properties?.values());
  addAll(schema.patternProperties?.values());
  add(schema.additionalProperties);
  add(schema.propertyNames);
  add(schema.unevaluatedProperties);
  addAll(schema.prefixItems);
  add(schema.items);
  add(schema.contains);
  add(schema.unevaluatedItems);
  return found;
}

interface Visit {
  readonly schema: Schema;
  readonly parts: readonly Schema[];
  readonly index: number;
  low: number;
  next: number;
  open: boolean;
  component: number;
  uses: number;
  anchors: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** One pass of Tarjan's algorithm, with its own stack: documents may be nested deeper than the call stack. */
export function graphOf(roots: readonly Schema[]): Graph {
  const visits = new Map<Schema, Visit>();
  const open: Visit[] = [];
  const candidates = new Map<string, Set<Schema>>();
  let components = 0;

  const enter = (schema: Schema): Visit => {
    const index = visits.size;
    const visit: Visit = {
      schema,
      parts: subschemas(schema),
      index,
      low: index,
      next: 0,
      open: true,
      component: -1,
      uses: 0,
      anchors: NONE,
    };
    visits.set(schema, visit);
    open.push(visit);
    return visit;
  };

  const close = (root: Visit): void => {
    const members = open.splice(open.indexOf(root));
    const anchors = new Set<string>();
    for (const member of members) {
      const { dynamicRef } = member.schema;
      if (dynamicRef !== undefined && dynamicRef.candidates.length > 0) {
        anchors.add(dynamicRef.anchor);
        const known = candidates.get(dynamicRef.anchor) ?? new Set();
        for (const candidate of dynamicRef.candidates) known.add(candidate);
        candidates.set(dynamicRef.anchor, known);
      }
      for (const part of member.parts) for (const anchor of visits.get(part)?.anchors ?? NONE) anchors.add(anchor);
    }
    for (const member of members) {
      member.open = false;
      member.component = components;
      member.anchors = anchors.size === 0 ? NONE : anchors;
    }
    components++;
  };

  for (const start of roots) {
    if (visits.has(start)) continue;
    const path = [enter(start)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const part = visit.parts[visit.next++];
      if (part === undefined) {
        if (visit.low === visit.index) close(visit);
        path.pop();
        const parent = path.at(-1);
        if (parent !== undefined) parent.low = Math.min(parent.low, visit.low);
        continue;
      }
      const known = visits.get(part);
      if (known === undefined) {
        const entered = enter(part);
        entered.uses = 1;
        path.push(entered);
      } else {
        known.uses++;
        if (known.open) visit.low = Math.min(visit.low, known.index);
      }
    }
  }

  return {
    uses: (schema) => visits.get(schema)?.uses ?? 0,
    recursive: (from, to) => {
      const a = visits.get(from)?.component;
      return a !== undefined && a === visits.get(to)?.component;
    },
    anchors: (schema) => [...(visits.get(schema)?.anchors ?? NONE)].sort(),
    candidates: (anchor) => [...(candidates.get(anchor) ?? [])],
  };
}
