// Decides which schemas of a validator are checked inline, and which get a function of their own.
import type { Schema } from '../../../model/schema/schema.ts';
import { isOnlyReference } from './facts.ts';
import type { Facts, Graph } from './graph.ts';

export interface Cut {
  /** Whether the schema is printed where it is used: it is small and used once, or so small that a call would be longer. */
  isInline(schema: Schema): boolean;
}

/** The number of lines, roughly, above which a schema gets its own function: very long functions are hard to read and are not optimised. */
const LARGE = 24;
/** The sizes from which one function serves all places that have an equal schema: in two or three places, and in `OFTEN` or more. */
const WORTH_SHARING = 5;
const WORTH_SHARING_OFTEN = 3;
const OFTEN = 4;

/** The size from which all validators of a file share one function for equal unnamed schemas. */
const SHARED = 10;

/**
 * Whether all validators of a file share the function for schemas that are equal to this one. Only the schema and its place decide, and never the
 * number of validators that have it, so that a change to one validator does not change the code of the others. A part of an `allOf` stays inline,
 * as its value is checked already.
 */
export function isShared({ isComparable, isConjunct, size }: Facts): boolean {
  return isComparable && !isConjunct && size >= SHARED;
}

/**
 * Whether all validators of a file share the function for this member of an operation's input: operations have the same few paths and pages. A path
 * of one parameter is shorter inline.
 */
export function isSharedMember({ isComparable, size }: Facts): boolean {
  return isComparable && size > 2;
}

/**
 * Looks at the schemas of one validator only, so that a change to another validator does not change its code. `isSeparate`: whether a schema has a
 * function that does not belong to this validator.
 */
export function createCut(root: Schema, graph: Graph, isSeparate: (facts: Facts) => boolean): Cut {
  const { uses, twins } = countUses(graph.facts(root), isSeparate);
  const inline = new Map<Facts, boolean>();
  const weights = new Map<Facts, number>();

  const isInline = (facts: Facts): boolean => {
    if (isSeparate(facts)) return false;
    if (facts.isLeaf) return true;
    const known = inline.get(facts);
    if (known !== undefined) return known;
    // A schema that contains itself meets this entry while it is decided, and calls itself.
    inline.set(facts, false);
    const decided = decide(facts);
    inline.set(facts, decided);
    return decided;
  };

  const decide = (facts: Facts): boolean => {
    const { schema, keywords, shape } = facts;
    if (schema.name === undefined && isOnlyReference(schema, keywords)) return true;
    if (schema.name !== undefined || (uses.get(facts) ?? 0) > 1) return false;
    const weight = weigh(facts);
    const places = twins.get(shape) ?? 1;
    return weight <= LARGE && !(places > 1 && weight >= WORTH_SHARING) && !(places >= OFTEN && weight >= WORTH_SHARING_OFTEN);
  };

  const weigh = (facts: Facts): number => {
    if (facts.parts.length === 0) return 1;
    const known = weights.get(facts);
    if (known !== undefined) return known;
    let weight = 1;
    for (const part of facts.parts) weight += isInline(part) ? weigh(part) : 2;
    weights.set(facts, weight);
    return weight;
  };

  return { isInline: (schema) => isInline(graph.facts(schema)) };
}

/**
 * Counts how often a validator uses each of the schemas that it checks itself, and how many of them have each shape. It leaves out leaves, which are
 * always inline, and the schemas with a function that is not this validator's: those with a name, and those for which `isSeparate` holds.
 */
function countUses(
  root: Facts,
  isSeparate: (facts: Facts) => boolean,
): { readonly uses: ReadonlyMap<Facts, number>; readonly twins: ReadonlyMap<number, number> } {
  const uses = new Map([[root, 0]]);
  const twins = new Map<number, number>();
  const open = [root];
  for (let facts = open.pop(); facts !== undefined; facts = open.pop()) {
    twins.set(facts.shape, (twins.get(facts.shape) ?? 0) + 1);
    for (const part of facts.parts) {
      if (part.isLeaf || part.schema.name !== undefined || isSeparate(part)) continue;
      const known = uses.get(part);
      uses.set(part, (known ?? 0) + 1);
      if (known === undefined) open.push(part);
    }
  }
  return { uses, twins };
}
