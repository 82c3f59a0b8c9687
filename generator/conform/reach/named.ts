// Gives a PUT that makes what its path names a name that nothing has: what is there already would refuse the request for another reason.

import { isNamedByCaller } from '../../inference/makers.ts';
import { pointerTo, valueAt } from '../../inference/pointers.ts';
import { lastPlaceOf } from '../../inference/templates.ts';
import type { Case } from '../contract/case.ts';
import { ifMatchOf, needsIfMatch } from '../contract/if-match.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, type Input, REMOVED } from '../plan/index.ts';
import { withNewName } from '../sequences/index.ts';

/**
 * The input with a new name and without `If-Match`, where a PUT replaces what is there only with its ETag: no ETag fits what is not there
 * (RFC 9110 section 13.1.1). What the case is about stays.
 */
export function newlyNamed(judge: Judge, { operation, at }: Pick<Case, 'operation' | 'at'>, input: Input): Input {
  const header = ifMatchOf(operation);
  const condition = header && pointerTo('header', header.name);
  if (condition === undefined || !needsIfMatch(operation) || header?.required === true || !isNamedByCaller(operation)) return input;
  if (at === condition) return input;
  const free = valueAt(input, condition) === undefined ? input : (changedAt(input, condition, REMOVED) as Input);
  return at === lastPlaceOf(operation.path) ? free : withNewName(judge, operation, free);
}
