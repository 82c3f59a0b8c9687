// Collects facts about the graph of schemas: cycles and equal schemas.
import type { Schema } from '../../../model/schema/schema.ts';
import { subschemas } from '../../../model/schema/walk.ts';
import { isLeaf } from './facts.ts';
import { keywordsOf, PARTS } from './keywords.ts';
import { shapeOf } from './shape.ts';

/** The facts about one schema in its graph. */
export interface Facts {
  readonly schema: Schema;
  /** As `keywordsOf`. */
  readonly keywords: number;
  /** As `isLeaf`. */
  readonly isLeaf: boolean;
  /** Every schema that is a part of this one, references included. */
  readonly parts: readonly Facts[];
  /** Schemas that check the same have the same number. */
  readonly shape: number;
  /** Whether `shape` stands for all that the schema checks: it has no name, and is in no cycle. */
  readonly isComparable: boolean;
  /** Whether another schema has it in its `allOf`. */
  readonly isConjunct: boolean;
  /** How many schemas the schema has in it, itself included, roughly; a named part counts as one. It depends on nothing outside the schema. */
  readonly size: number;
  /** Schemas of one cycle have the same number. */
  readonly component: number;
}

export interface Graph {
  /** Whether the schema is a root or one leads to it. */
  has(schema: Schema): boolean;
  /** Throws for a schema that is not in the graph. */
  facts(schema: Schema): Facts;
}

const NO_SCHEMAS: readonly Schema[] = [];

interface Visit extends Facts {
  readonly subschemas: readonly Schema[];
  /** The visits to `subschemas` that the walk has begun from this schema. */
  readonly parts: Visit[];
  readonly index: number;
  low: number;
  open: boolean;
  shape: number;
  isComparable: boolean;
  isConjunct: boolean;
  size: number;
  component: number;
}

const LARGEST = 10_000;

/**
 * Finds the cycles by Tarjan's algorithm, with a stack of its own, since documents may be nested deeper than the call stack. The steps share the
 * state of the walk, so they are in one function.
 */
export function graphOf(roots: readonly Schema[]): Graph {
  const visits = new Map<Schema, Visit>();
  const open: Visit[] = [];
  const shapes = new Map<string, number>();
  let components = 0;

  const enter = (schema: Schema): Visit => {
    const index = visits.size;
    const keywords = keywordsOf(schema);
    const visit: Visit = {
      schema,
      keywords,
      isLeaf: isLeaf(schema, keywords),
      subschemas: (keywords & PARTS) === 0 ? NO_SCHEMAS : subschemas(schema),
      parts: [],
      index,
      low: index,
      open: true,
      component: -1,
      shape: -1,
      isComparable: false,
      isConjunct: false,
      size: 1,
    };
    visits.set(schema, visit);
    // Most schemas have no parts, so they are complete at once.
    if (visit.subschemas.length === 0) {
      visit.open = false;
      visit.component = components++;
      settle(visit, true);
    } else open.push(visit);
    return visit;
  };

  /** A schema in a cycle has a shape of its own. */
  const settle = (visit: Visit, isSettled: boolean): void => {
    const idOf = (part: Schema): string => part.name ?? `#${visits.get(part)?.shape}`;
    visit.isComparable = isSettled && visit.schema.name === undefined;
    const key = visit.isComparable ? shapeOf(visit.schema, idOf) : `@${visit.schema.key}`;
    visit.shape = shapes.get(key) ?? shapes.size;
    shapes.set(key, visit.shape);
    for (const part of visit.parts) visit.size += part.schema.name === undefined ? part.size : 1;
    // References can repeat a part so often that the sum is no longer a number.
    visit.size = Math.min(visit.size, LARGEST);
  };

  const close = (root: Visit): void => {
    const members = open.splice(open.lastIndexOf(root));
    for (const member of members) {
      member.open = false;
      member.component = components;
      settle(member, members.length === 1 && !member.parts.includes(member));
    }
    components++;
  };

  for (const start of roots) {
    if (visits.has(start)) continue;
    const path: Visit[] = [];
    const first = enter(start);
    if (first.open) path.push(first);
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const part = visit.subschemas[visit.parts.length];
      if (part === undefined) {
        if (visit.low === visit.index) close(visit);
        path.pop();
        const parent = path.at(-1);
        if (parent !== undefined) parent.low = Math.min(parent.low, visit.low);
        continue;
      }
      const known = visits.get(part);
      const inner = known ?? enter(part);
      visit.parts.push(inner);
      if (visit.schema.allOf?.includes(part) === true) inner.isConjunct = true;
      if (known === undefined) {
        if (inner.open) path.push(inner);
      } else if (known.open) visit.low = Math.min(visit.low, known.index);
    }
  }

  return {
    has: (schema) => visits.has(schema),
    facts(schema) {
      const visit = visits.get(schema);
      if (visit === undefined) throw new Error(`${schema.key} is not in the graph`);
      return visit;
    },
  };
}
