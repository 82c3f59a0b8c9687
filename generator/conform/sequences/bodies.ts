// Gives an input other members of its thing, wherever its body has them.
import { bodyPlaceOf } from '../../inference/bodies.ts';
import type { Operation } from '../../model/service.ts';
import { changedAt, type Input } from '../plan/index.ts';

/** The input with these members, and no others. */
export function withMembers(operation: Operation, input: Input, members: Readonly<Record<string, unknown>>): Input {
  return changedAt(input, bodyPlaceOf(operation), members) as Input;
}
