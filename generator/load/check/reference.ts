// A reference that the checker found: where it is written, and which object its target must be.
import type { Location, Source } from '../../problem.ts';
import type { JsonObject } from '../description.ts';
import type { ObjectName, Version } from './grammar.ts';

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
}

export function locationOf(reference: Reference): Location {
  return { source: reference.source, pointer: reference.pointer };
}
