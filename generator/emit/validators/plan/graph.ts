// Collects facts about the graph of schemas: cycles and equal schemas.
import type { Schema } from '../../../model/schema/schema.ts';
import { shapeOf } from '../../../model/schema/shape.ts';
import { eachSubschema } from '../../../model/schema/walk.ts';
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
  /** When the walk came to the schema; -1 before. */
  order: number;
  /** The earliest schema to which this one is known to lead back. */
  low: number;
  /** How many of the parts the walk has seen. */
  seen: number;
}

const LARGEST = 10_000;

export function graphOf(roots: readonly Schema[]): Graph {
  const drafts = new Map<Schema, Draft>();
  const shapes = new Map<string, number>();
  let shapeCount = 0;
  let componentCount = 0;
  let entered = 0;

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
      order: -1,
      low: -1,
      seen: 0,
    };
    drafts.set(schema, draft);
    // Most schemas have no parts, so that no cycle leads through them.
    if ((keywords & PARTS) === 0) settle(draft, componentCount++, true);
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

  const settle = (draft: Draft, component: number, isAlone: boolean): void => {
    const { schema, parts } = draft;
    draft.component = component;
    if (parts.length > 0) {
      for (const part of schema.allOf ?? NO_SCHEMAS) draftOf(part).isConjunct = true;
      for (let at = 0; at < parts.length; at++) {
        const part = parts[at] as Draft;
        draft.size += part.schema.name === undefined ? part.size : 1;
      }
      // References can repeat a part so often that the sum is no longer a number.
      draft.size = Math.min(draft.size, LARGEST);
    }
    draft.isComparable = schema.name === undefined && isAlone && !parts.includes(draft);
    draft.shape = shapeNumber(draft);
  };

  /** The schemas from the one where the walk began to where it is. */
  const way: Draft[] = [];
  /** Those that are not settled, in the order in which the walk came to them. */
  const open: Draft[] = [];
  const enter = (draft: Draft): void => {
    draft.order = entered++;
    draft.low = draft.order;
    way.push(draft);
    open.push(draft);
    const parts: Draft[] = [];
    eachSubschema(draft.schema, (part) => {
      parts.push(draftOf(part));
    });
    draft.parts = parts;
  };
  /** Settles a schema, and with it those that it leads to and that lead back to it. */
  const close = (draft: Draft): void => {
    const component = componentCount++;
    if (open.at(-1) === draft) {
      open.pop();
      settle(draft, component, true);
      return;
    }
    for (const member of open.splice(open.lastIndexOf(draft))) settle(member, component, false);
  };
  /**
   * Finds the groups of schemas that lead to each other (Tarjan's algorithm, without recursion), and settles each after those to which it leads. It
   * notes on the drafts what `stronglyConnected` keeps beside its nodes: this is the largest of all graphs.
   */
  const add = (root: Draft): void => {
    if (root.component !== -1) return;
    enter(root);
    for (let draft = way.at(-1); draft !== undefined; draft = way.at(-1)) {
      const part = draft.parts[draft.seen++];
      if (part === undefined) {
        way.pop();
        const user = way.at(-1);
        if (user !== undefined && draft.low < user.low) user.low = draft.low;
        if (draft.low === draft.order) close(draft);
      } else if (part.component === -1) {
        if (part.order === -1) enter(part);
        else if (part.order < draft.low) draft.low = part.order;
      }
    }
  };

  for (const root of roots) add(draftOf(root));
  return {
    has: (schema) => drafts.has(schema),
    facts(schema) {
      const draft = draftOf(schema);
      if (draft.component === -1) add(draft);
      return draft;
    },
  };
}
