// A reference that the checker found: where it is written, and which object its target must be.
import type { Location, Source } from '../../base/problem.ts';
import type { Json, JsonObject } from '../description.ts';
import type { ObjectName, Version } from './grammar.ts';
import type { Shape } from './shapes.ts';

export interface Reference {
  /** The OpenAPI object that its target must be. */
  readonly kind: ObjectName;
  readonly ref: string;
  /** The object that it is written in, and the key it is written at. */
  readonly holder: JsonObject;
  readonly key: string;
  readonly source: Source;
  /** Pointer to the reference itself, `key` included. */
  readonly pointer: string;
  /** Absolute URI that `ref` is relative to. */
  readonly base: string;
  readonly version: Version;
  /** Set where OpenAPI allows no reference: the target is read in its place. */
  readonly expansion?: Expansion;
  /** Set where it is the key of a security requirement (OpenAPI 3.2): the name of a component takes its place. */
  readonly isRequirement?: true;
}

/** The value that a reference stands for, by what holds it, and the form that the value must have. */
export interface Expansion {
  readonly container: JsonObject | readonly Json[];
  readonly key: string;
  readonly shape: Shape;
  /** How many references of this kind lead one to the next, up to this one. */
  readonly hops: number;
}

export function locationOf(reference: Reference): Location {
  const { source, pointer, isRequirement } = reference;
  return { source, pointer, ...(isRequirement === true ? { at: 'key' } : {}) };
}
