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

interface Draft extends Facts {
  readonly subschemas: readonly Schema[];
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

  const partsOf = (schema: Schema): readonly Schema[] => {
    // It was met from other roots, with all that it leads to.
    if (drafts.has(schema)) return NO_SCHEMAS;
    const keywords = keywordsOf(schema);
    const inner = (keywords & PARTS) === 0 ? NO_SCHEMAS : subschemas(schema);
    drafts.set(schema, {
      schema,
      keywords,
      isLeaf: isLeaf(schema, keywords),
      subschemas: inner,
      parts: [],
      component: -1,
      shape: -1,
      isComparable: false,
      isConjunct: false,
      size: 1,
    });
    return inner;
  };
  const draftOf = (schema: Schema): Draft => {
    const draft = drafts.get(schema);
    if (draft === undefined) throw new Error(`${schema.key} is not in the graph`);
    return draft;
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

  const settle = (group: readonly Schema[]): void => {
    const component = componentCount++;
    for (const schema of group) {
      const draft = draftOf(schema);
      draft.component = component;
      if (draft.subschemas.length > 0) {
        draft.parts = draft.subschemas.map(draftOf);
        for (const part of schema.allOf ?? NO_SCHEMAS) draftOf(part).isConjunct = true;
        for (const part of draft.parts) draft.size += part.schema.name === undefined ? part.size : 1;
        // References can repeat a part so often that the sum is no longer a number.
        draft.size = Math.min(draft.size, LARGEST);
      }
      draft.isComparable = schema.name === undefined && group.length === 1 && !draft.subschemas.includes(schema);
      draft.shape = shapeNumber(draft);
    }
  };
  const add = (schemas: readonly Schema[]): void => {
    for (const group of stronglyConnected(schemas, partsOf)) {
      const [first] = group;
      if (first !== undefined && drafts.get(first)?.component === -1) settle(group);
    }
  };

  add(roots);
  return {
    has: (schema) => drafts.has(schema),
    facts(schema) {
      if (!drafts.has(schema)) add([schema]);
      return draftOf(schema);
    },
  };
}
