// Takes back that a reference is left out: it was refused while there was nothing that it could name, and by now there is.
import type { Edge } from '../../../inference/edge.ts';
import { isObject, placesIn, valueAt } from '../../../inference/pointers.ts';
import type { Operation } from '../../../model/service.ts';
import { type Input, REMOVED } from '../../plan/index.ts';
import type { Existing, Made } from '../existing.ts';

/** After so many refusals of things that exist, a reference stays left out. */
const MOST_REFUSED = 2;

export interface LeftOut {
  /** Whether a value that a correction takes away may stay, since it names something that was made and fits the path. */
  mayStay(operation: Operation, input: Input, at: string): boolean;
  /** Notes that a request with such a value was refused for it. */
  refused(operation: Operation, at: string): void;
}

export function createLeftOut(existing: Pick<Existing, 'named'>, edges: readonly Edge[]): LeftOut {
  const refusals = new Map<string, number>();
  const keyOf = ({ id }: Operation, at: string): string => `${id} ${at}`;

  /** Whether a thing is what a place names. */
  function isNamedAt(operation: Operation, input: Input, at: string, one: Made): boolean {
    return edges.some(
      ({ consumer, producer, from, to }) =>
        consumer === operation &&
        producer === one.producer &&
        producer !== operation &&
        placesIn(input, to).includes(at) &&
        String(valueAt(one.result, from)) === String(valueAt(input, at)),
    );
  }

  return {
    mayStay(operation, input, at) {
      if ((refusals.get(keyOf(operation, at)) ?? 0) >= MOST_REFUSED) return false;
      return existing.named(operation, input).some((one) => isBelowSame(one.input, input) && isNamedAt(operation, input, at, one));
    },
    refused(operation, at) {
      refusals.set(keyOf(operation, at), (refusals.get(keyOf(operation, at)) ?? 0) + 1);
    },
  };
}

/** Whether a correction takes a value away. */
export function isNothing(value: unknown): boolean {
  return value === null || value === REMOVED;
}

/** Whether two paths have the same values where they have parameters of the same names: the members of another project are none of this one. */
function isBelowSame(one: Input | undefined, other: Input): boolean {
  const [own, path] = [one?.path, other.path];
  if (!isObject(own) || !isObject(path)) return true;
  return Object.entries(path).every(([name, value]) => own[name] === undefined || String(own[name]) === String(value));
}
