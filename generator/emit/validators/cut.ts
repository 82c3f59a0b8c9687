// Where validators are cut: which schemas are printed where they stand, and which become functions, shared by all places that say the same.
import type { Schema } from '../../model/schema.ts';
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

export function createCut(graph: Graph): Cut {
  const weights = new Map<Schema, number>();
  const inline = new Map<Schema, boolean>();

  const isInline = (schema: Schema): boolean => {
    const known = inline.get(schema);
    if (known !== undefined) return known;
    inline.set(schema, false);
    const result = decide(schema);
    inline.set(schema, result);
    return result;
  };

  const decide = (schema: Schema): boolean => {
    const keywords = graph.keywords(schema);
    if (isLeaf(schema, keywords) || (schema.name === undefined && isOnlyReference(schema, keywords))) return true;
    if (schema.name !== undefined || graph.uses(schema) > 1) return false;
    const weight = weigh(schema);
    const places = graph.twins(schema);
    return weight <= LARGE && !(places > 1 && weight >= WORTH_SHARING) && !(places >= OFTEN && weight >= WORTH_SHARING_OFTEN);
  };

  const weigh = (schema: Schema): number => {
    const known = weights.get(schema);
    if (known !== undefined) return known;
    let weight = 1;
    const add = (part: Schema | undefined): void => {
      if (part !== undefined) weight += isInline(part) ? weigh(part) : 2;
    };
    for (const part of schema.properties?.values() ?? []) add(part);
    for (const part of [schema.items, schema.additionalProperties, schema.not, schema.if, schema.then, schema.else]) add(part);
    for (const parts of [schema.allOf, schema.anyOf, schema.oneOf, schema.prefixItems]) for (const part of parts ?? []) add(part);
    weights.set(schema, weight);
    return weight;
  };

  return { isInline };
}
