// A change between two versions of a document, and whether it breaks callers.

import type { Location } from '../base/problem.ts';
import { joinPointer } from '../load/pointer.ts';

/**
 * - `breaking`: code or requests that worked with the old version may no longer work.
 * - `compatible`: they still work.
 */
export type ChangeKind = 'breaking' | 'compatible';

export interface Change {
  readonly kind: ChangeKind;
  /** Stable kebab-case word, such as `operation-removed`. */
  readonly code: string;
  /** The id of the operation, or the key of the socket; absent for the service as a whole. */
  readonly operation?: string;
  /** The change, and where in the operation it is. */
  readonly message: string;
  /** The place in the new version; in the old version for something that was removed. */
  readonly location: Location;
  /** The status of a response that comes or goes. */
  readonly status?: string;
  /** For a change of a schema: the direction of its values, and the change without where it is. */
  readonly value?: { readonly direction: Direction; readonly text: string };
}

/** The direction of a value: `input` to the service, `output` from the service. */
export type Direction = 'input' | 'output';

/** The effect of a change on the set of allowed values. */
export type Effect = 'narrowed' | 'widened' | 'changed';

/** Callers break if they may send fewer values, or have to accept more. */
export function kindOf(effect: Effect, direction: Direction): ChangeKind {
  if (effect === 'changed') return 'breaking';
  return (effect === 'narrowed') === (direction === 'input') ? 'breaking' : 'compatible';
}

/** A location inside another one. */
export function inside(location: Location, ...steps: readonly (string | number)[]): Location {
  return { source: location.source, pointer: joinPointer(location.pointer, ...steps) };
}

/** The end of a sentence about an operation, a parameter or a value whose `deprecated` has changed. */
export function deprecationText(isDeprecated: boolean): string {
  return isDeprecated ? 'is deprecated now' : 'is no longer deprecated';
}
