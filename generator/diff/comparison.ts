// Where a comparison of two schemas is, and how it reports a change there.
import type { Location } from '../problem.ts';
import { type Change, type ChangeKind, type Direction, type Effect, kindOf } from './change.ts';
import type { View } from './view.ts';

/** Where the comparison is, and where it reports to. */
export interface Comparison {
  readonly operation: string;
  readonly direction: Direction;
  /** In words: `200 response body`. */
  readonly what: string;
  /** JavaScript-like path in it: `.data.emails[]`. */
  readonly path: string;
  readonly before: Location;
  readonly after: Location;
  readonly changes: Change[];
  readonly walk: Walk;
}

/** The way through one value's schemas. */
interface Walk {
  /**
   * Pairs of schemas that have been met: recursive schemas end here. How deep a pair stands that is being compared; once it has been,
   * `Infinity` if it is alike, else -1.
   */
  readonly met: Map<string, number>;
  depth: number;
  /** The least deep pair that was met again. */
  lowest: number;
}

/** The comparison of a whole value. */
export function rootComparison(
  operation: string,
  direction: Direction,
  what: string,
  at: { before: Location; after: Location },
  changes: Change[],
): Comparison {
  const walk = { met: new Map<string, number>(), depth: 0, lowest: Number.POSITIVE_INFINITY };
  return { operation, direction, what, path: '', before: at.before, after: at.after, changes, walk };
}

export function report(place: Comparison, effect: Effect, code: string, message: string, keyword: string, view: View): void {
  add(place, kindOf(effect, place.direction), code, message, view.places.get(keyword) ?? view.location);
}

export function add(place: Comparison, kind: ChangeKind, code: string, message: string, location: Location): void {
  const subject = place.path === '' ? place.what : `${place.what} \`${place.path}\``;
  place.changes.push({ kind, code, operation: place.operation, message: `${subject} ${message}`, location });
}
