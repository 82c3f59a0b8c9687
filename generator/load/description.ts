// A description is a checked OpenAPI document: parsed, its references found safe, its shape that of the standard. What `load` returns and `model` reads.
import type { Location, Source } from '../problem.ts';

/** A JSON value; an integer beyond ±(2^53−1) is a `bigint`. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
/** Own keys only; `__proto__` is an ordinary own key in it. */
export type JsonObject = { readonly [key: string]: Json | undefined };

/** What a `$ref` (or `$dynamicRef`, or a discriminator's mapping) leads to. */
export interface Resolved {
  readonly value: Json;
  readonly location: Location;
}

export interface Description {
  /** File name without its ending: `h-email`. Names the output folder. */
  readonly id: string;
  readonly version: '3.0' | '3.1' | '3.2';
  readonly root: JsonObject;
  readonly entry: Source;
  /** Every source that was read, the entry first. */
  readonly sources: readonly Source[];
  /**
   * Follows one reference, written at `from`: `#/…`, `file.yaml#/…`, an `$id`-relative URI, or `#anchor`.
   * The loader has checked every reference that the grammar allows, so for those this never fails.
   */
  resolve(ref: string, from: Location): Resolved;
  /** The value at a place, `undefined` where there is none. */
  at(location: Location): Json | undefined;
}
