// A description: an OpenAPI document that was parsed, whose references are safe and whose shape follows the standard. `load` returns it, `model`
// reads it.
import type { Location, Source } from '../base/problem.ts';

/** A JSON value; an integer beyond ±(2^53−1) is a `bigint`. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
/** Has own keys only; `__proto__` may be one of them. */
export type JsonObject = { readonly [key: string]: Json | undefined };

/** The target of a `$ref`, a `$dynamicRef` or an entry of a discriminator's mapping. */
export interface Resolved {
  readonly value: Json;
  readonly location: Location;
}

export interface Description {
  /** File name without its extension, such as `h-email`. Names the output folder. */
  readonly id: string;
  readonly version: '3.0' | '3.1' | '3.2';
  readonly root: JsonObject;
  readonly entry: Source;
  /** Every source that was read, overlays included, the entry first. */
  readonly sources: readonly Source[];
  /**
   * Resolves a reference that is written at `from`: `#/…`, `file.yaml#/…`, a URI relative to an `$id`, or `#anchor`.
   * Never throws for a reference where OpenAPI allows one, since the loader has resolved those.
   */
  resolve(ref: string, from: Location): Resolved;
  /** Where the text of a location stands: there, or in the overlay that has put the value there. For messages only. */
  textAt(location: Location): Location;
  /** The value at a location; `undefined` where there is none. */
  at(location: Location): Json | undefined;
}
