// A change between two versions of a document, and whether it breaks those who call the service.
import { joinPointer } from '../load/pointer.ts';
import type { Location } from '../problem.ts';

/**
 * - `breaking`: code or requests that worked with the old version may stop to.
 * - `compatible`: they go on as they are.
 */
export type ChangeKind = 'breaking' | 'compatible';

export interface Change {
  readonly kind: ChangeKind;
  /** Stable kebab-case word, such as `operation-removed`. */
  readonly code: string;
  /** `operationId`, or what the document calls it; absent for the service as a whole. */
  readonly operation?: string;
  /** One sentence: what changed, and where in the operation. */
  readonly message: string;
  /** In the new version, or in the old one for what was removed. */
  readonly location: Location;
}

/** Which way values flow: `input` from the caller to the service, `output` back to the caller. */
export type Direction = 'input' | 'output';

/** What a change does to the set of allowed values. */
export type Effect = 'narrowed' | 'widened' | 'changed';

/** Callers break when what they may send gets narrower or what they must expect gets wider. */
export function kindOf(effect: Effect, direction: Direction): ChangeKind {
  if (effect === 'changed') return 'breaking';
  return (effect === 'narrowed') === (direction === 'input') ? 'breaking' : 'compatible';
}

/** The place one step further in. */
export function inside(location: Location, ...steps: readonly (string | number)[]): Location {
  return { source: location.source, pointer: joinPointer(location.pointer, ...steps) };
}
