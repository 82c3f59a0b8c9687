// Declares what all samplers of values share: the options, the place of a value within the example, and the limits of the search.
import type { ExampleSchema, ExampleSchemas } from './example-schema.ts';
import type { Heights } from './heights.ts';
import type { Random } from './random.ts';

export interface SampleOptions {
  readonly random: Random;
  /** The document's examples. `first`: wherever they match; `some`: sometimes, for texts and numbers; `none`: never. */
  readonly examples: 'first' | 'some' | 'none';
  /** Whether values must have the tags of discriminators. */
  readonly tagged: boolean;
  /** `none`: only what is required; `all`: every optional property near the top, and no empty lists there. Default: some. */
  readonly optional?: 'none' | 'all';
  /**
   * Takes the first of several choices, and 0: the least (0, no characters, no items), 1: what people read (1, `text`, one item), where these fit.
   * The random source decides only where they do not.
   */
  readonly plain?: 0 | 1;
  /** Values need not match, and what cannot be made is `null`. */
  readonly loose?: boolean;
  /** How many values are built at most, including those that are thrown away. */
  readonly most?: number;
}

/** No value was found. `position` is a JSON pointer into the value. */
export class Unsatisfied extends Error {
  override readonly name = 'Unsatisfied';
  readonly position: string;

  constructor(position: string, reason: string) {
    super(reason);
    this.position = position;
  }
}

/** From this level on, optional properties and items are rare; from twice this level on, there are none. */
export const SHALLOW = 4;
/** Every optional property is there up to this level, where all are wanted: bodies may have objects around what they are about. */
const DEEP = 7;
/** How often a choice is tried again. */
export const ATTEMPTS = 60;
/** The most characters or items that are sampled. */
export const LONGEST = 10_000;

/** A value that is being sampled. */
export interface Position extends SampleOptions {
  readonly schemas: ExampleSchemas;
  readonly heights: Heights;
  readonly level: number;
  readonly path: string;
  readonly budget: { left: number };
  /** The random source that takes over from `plain`. */
  readonly source: Random;
  /** Samples a value that matches all of the schemas. @throws {Unsatisfied} */
  readonly sample: (schemas: readonly ExampleSchema[], position: Position) => unknown;
}

/** The position of a member or item. */
export function inside(position: Position, name: string | number): Position {
  return { ...position, level: position.level + 1, path: `${position.path}/${name}` };
}

/** The position for another attempt. */
export function again(position: Position): Position {
  if (position.plain === undefined) return position;
  const { plain: _, ...rest } = position;
  return { ...rest, random: position.source };
}

/** How many values are built for one example, including those that are thrown away. */
export const MOST_VALUES = 50_000;
/** After so many values the example has no more optional parts: a schema with many properties that lead back to it would have them on each level. */
const ENOUGH_VALUES = 2_000;

/** The probability of an optional property or item on this level. */
export function likelihood({ level, optional, budget }: Pick<Position, 'level' | 'optional' | 'budget'>): number {
  if (optional === 'none' || budget.left < MOST_VALUES - ENOUGH_VALUES) return 0;
  if (optional === 'all' && level < DEEP) return 1;
  return level < SHALLOW ? 0.75 : level < 2 * SHALLOW ? 0.25 : 0;
}
