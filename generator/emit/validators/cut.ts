// Where validators are cut: which schemas are printed where they stand, and which become functions, shared by all places that say the same.
import type { Schema } from '../../model/schema/schema.ts';
import { isLeaf, isOnlyReference } from './facts.ts';
import { type Facts, type Graph, subschemas } from './graph.ts';
import { PARTS } from './keywords.ts';

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

export function createCut(graph: Graph): Cut {
  const isInline = (schema: Schema): boolean => {
    const facts = graph.facts(schema);
    if (facts.inline !== undefined) return facts.inline;
    // Until that is known, a schema that contains itself is a call.
    facts.inline = false;
    facts.inline = decide(schema, facts);
    return facts.inline;
  };

  const decide = (schema: Schema, facts: Facts): boolean => {
    if (isLeaf(schema, facts.keywords) || (schema.name === undefined && isOnlyReference(schema, facts.keywords))) return true;
    if (schema.name !== undefined || facts.uses > 1) return false;
    const weight = weigh(schema, facts);
    const places = graph.twins(facts.shape);
    return weight <= LARGE && !(places > 1 && weight >= WORTH_SHARING) && !(places >= OFTEN && weight >= WORTH_SHARING_OFTEN);
  };

  const weigh = (schema: Schema, facts: Facts): number => {
    if (facts.weight !== undefined) return facts.weight;
    let weight = 1;
    if ((facts.keywords & PARTS) !== 0) {
      for (const part of subschemas(schema, facts.keywords)) weight += isInline(part) ? weigh(part, graph.facts(part)) : 2;
    }
    facts.weight = weight;
    return weight;
  };

  return { isInline };
}
