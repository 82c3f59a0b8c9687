// Decides which schemas of a validator are checked inline, and which get a function of their own.
import type { Schema } from '../../model/schema/schema.ts';
import { isLeaf, isOnlyReference } from './facts.ts';
import type { Graph } from './graph.ts';

export interface Cut {
  /** Whether the schema is printed where it stands: small and used once, or so small that a call would be longer. */
  isInline(schema: Schema): boolean;
}

/** Lines, roughly, above which a schema gets its own function: so that no function outgrows the optimising compiler or the reader. */
const LARGE = 24;
/** Sizes from which a schema that stands in several places is one function for all of them. */
const WORTH_SHARING = 5;
const WORTH_SHARING_OFTEN = 3;
const OFTEN = 4;

/** Looks at the schemas of one validator only, so that no other one has a part in what it looks like. */
export function createCut(root: Schema, graph: Graph): Cut {
  const { uses, twins } = countUses(root, graph);
  const inline = new Map<Schema, boolean>();
  const weights = new Map<Schema, number>();

  const isInline = (schema: Schema): boolean => {
    const known = inline.get(schema);
    if (known !== undefined) return known;
    // Until that is known, a schema that contains itself is a call.
    inline.set(schema, false);
    const decided = decide(schema);
    inline.set(schema, decided);
    return decided;
  };

  const decide = (schema: Schema): boolean => {
    const { keywords, shape } = graph.facts(schema);
    if (isLeaf(schema, keywords) || (schema.name === undefined && isOnlyReference(schema, keywords))) return true;
    if (schema.name !== undefined || (uses.get(schema) ?? 0) > 1) return false;
    const weight = weigh(schema);
    const places = twins.get(shape) ?? 1;
    return weight <= LARGE && !(places > 1 && weight >= WORTH_SHARING) && !(places >= OFTEN && weight >= WORTH_SHARING_OFTEN);
  };

  const weigh = (schema: Schema): number => {
    const known = weights.get(schema);
    if (known !== undefined) return known;
    let weight = 1;
    for (const part of graph.facts(schema).parts) weight += isInline(part) ? weigh(part) : 2;
    weights.set(schema, weight);
    return weight;
  };

  return { isInline };
}

/** How often the schemas that a validator checks itself are used in it, and how many of them have each shape. A schema with a name has a validator of its own. */
function countUses(
  root: Schema,
  graph: Graph,
): { readonly uses: ReadonlyMap<Schema, number>; readonly twins: ReadonlyMap<number, number> } {
  const uses = new Map<Schema, number>();
  const twins = new Map<number, number>();
  const met = new Set([root]);
  const open = [root];
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    const { parts, shape } = graph.facts(schema);
    twins.set(shape, (twins.get(shape) ?? 0) + 1);
    for (const part of parts) {
      if (part.name !== undefined) continue;
      uses.set(part, (uses.get(part) ?? 0) + 1);
      if (met.has(part)) continue;
      met.add(part);
      open.push(part);
    }
  }
  return { uses, twins };
}
