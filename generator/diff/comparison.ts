// The state of a comparison of two schemas, and how it reports a change.
import type { Location } from '../base/problem.ts';
import { type Change, type ChangeKind, type Direction, type Effect, kindOf } from './change.ts';
import type { View } from './view.ts';

/** The compared values, and the list of changes to add to. */
export interface Comparison {
  readonly operation: string;
  readonly direction: Direction;
  /** The value in words: `200 response body`. */
  readonly what: string;
  /** The path inside the value, like in JavaScript: `.data.emails[]`. */
  readonly path: string;
  readonly before: Location;
  readonly after: Location;
  readonly changes: Change[];
  readonly walk: Walk;
}

/** The state of the recursion through the schemas of one value. */
interface Walk {
  /**
   * Pairs of schemas that were visited, so that recursive schemas end. The value is the depth of a pair while it is compared; afterwards
   * `Infinity` if the two are equal, otherwise -1.
   */
  readonly met: Map<string, number>;
  depth: number;
  /** The depth of the outermost pair that was visited again. */
  lowest: number;
}

/** Starts the comparison of a value. */
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
  const value = { direction: place.direction, text: message };
  place.changes.push({ kind, code, operation: place.operation, message: `${subject} ${message}`, location, value });
}

/** The step of a path that leads to a property, as in JavaScript: `.name`, or `["first name"]`. */
export function stepTo(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
