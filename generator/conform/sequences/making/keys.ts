// Gives each request of a sequence a key of its own.

import { idempotencyHeader } from '../../../inference/headers.ts';
import { pointerTo, valueAt } from '../../../inference/pointers.ts';
import type { Operation } from '../../../model/service.ts';
import { chanceUuid } from '../../contract/chance.ts';
import { changedAt, type Input } from '../../plan/index.ts';

/**
 * A key of its own for each request, and for each run: a service that remembers the key of an earlier one would answer with what that one has done.
 */
export function withFreshKey(operation: Operation, input: Input): Input {
  const header = idempotencyHeader(operation);
  const at = header && pointerTo('header', header.name);
  return at === undefined || valueAt(input, at) === undefined ? input : (changedAt(input, at, chanceUuid()) as Input);
}
