// Collects facts about the graph of schemas: cycles and equal schemas.
import { stronglyConnected } from '../../../base/connected.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import { shapeOf } from '../../../model/schema/shape.ts';
import { subschemas } from '../../../model/schema/walk.ts';
import { isLeaf } from './facts.ts';
import { keywordsOf, PARTS } from './keywords.ts';

/** The facts about one schema in its graph. */
export interface Facts {
  readonly schema: Schema;
  /** The result of `keywordsOf`. */
  readonly keywords: number;
  /** The result of `isLeaf`. */
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
  /** Adds a schema that is not in the graph, and all that it leads to. What is known of the others stays. */
  facts(schema: Schema): Facts;
}

const NO_SCHEMAS: readonly Schema[] = [];
const NO_DRAFTS: readonly Draft[] = [];

interface Draft extends Facts {
  parts: readonly Draft[];
  shape: number;
  isComparable: boolean;
  isConjunct: boolean;
  size: number;
  component: number;
}

const LARGEST = 10_000;

export function graphOf(roots: readonly Schema[]): Graph {
  const drafts = new Map<Schema, Draft>();
  const shapes = new Map<string, number>();
  let shapeCount = 0;
  let componentCount = 0;

  const draftOf = (schema: Schema): Draft => {
    const known = drafts.get(schema);
    if (known !== undefined) return known;
    const keywords = keywordsOf(schema);
    const draft: Draft = {
      schema,
      keywords,
      isLeaf: isLeaf(schema, keywords),
      parts: NO_DRAFTS,
      component: -1,
      shape: -1,
      isComparable: false,
      isConjunct: false,
      size: 1,
    };
    drafts.set(schema, draft);
    // Most schemas have no parts, so that no cycle leads through them.
    if ((keywords & PARTS) === 0) settle([draft]);
    return draft;
  };
  /** Notes the parts of a schema that is met for the first time. Those that are settled lead back to no schema that is open. */
  const openPartsOf = (draft: Draft): readonly Draft[] => {
    if (draft.component !== -1) return NO_DRAFTS;
    draft.parts = subschemas(draft.schema).map(draftOf);
    return draft.parts.filter(({ component }) => component === -1);
  };

  const idOf = (part: Schema): string => part.name ?? `#${drafts.get(part)?.shape}`;
  /** A schema that has a name or is in a cycle has a shape of its own. */
  const shapeNumber = ({ schema, isComparable }: Draft): number => {
    if (!isComparable) return shapeCount++;
    const text = shapeOf(schema, idOf);
    const known = shapes.get(text);
    if (known !== undefined) return known;
    shapes.set(text, shapeCount);
    return shapeCount++;
  };

  const settle = (group: readonly Draft[]): void => {
    const component = componentCount++;
    for (const draft of group) {
      const { schema, parts } = draft;
      draft.component = component;
      if (parts.length > 0) {
        for (const part of schema.allOf ?? NO_SCHEMAS) draftOf(part).isConjunct = true;
        for (const part of parts) draft.size += part.schema.name === undefined ? part.size : 1;
        // References can repeat a part so often that the sum is no longer a number.
        draft.size = Math.min(draft.size, LARGEST);
      }
      draft.isComparable = schema.name === undefined && group.length === 1 && !parts.includes(draft);
      draft.shape = shapeNumber(draft);
    }
  };
  const add = (schemas: readonly Schema[]): void => {
    const open = schemas.map(draftOf).filter(({ component }) => component === -1);
    for (const group of stronglyConnected(open, openPartsOf)) settle(group);
  };

  add(roots);
  return {
    has: (schema) => drafts.has(schema),
    facts(schema) {
      const draft = draftOf(schema);
      if (draft.component === -1) add([schema]);
      return draft;
    },
  };
}
