// Gives a PUT that makes what its path names a name that nothing has: what is there already would refuse the request for another reason.

import { isNamedByCaller } from '../../inference/makers.ts';
import { pointerTo, valueAt } from '../../inference/pointers.ts';
import { lastPlaceOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import { ifMatchOf, needsIfMatch } from '../contract/if-match.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, type Input, REMOVED } from '../plan/index.ts';
import { withNewName } from '../sequences/index.ts';

/** The input with a new name and without `If-Match`: no ETag fits what is not there (RFC 9110 section 13.1.1). */
export function asNew(judge: Judge, operation: Operation, input: Input): Input {
  const named = withNewName(judge, operation, input);
  const condition = conditionOf(operation);
  if (condition === undefined || named === input || valueAt(input, condition) === undefined) return named;
  return changedAt(named, condition, REMOVED) as Input;
}

/**
 * The input as new, where a PUT replaces what is there only with its ETag, or where `If-None-Match` asks that nothing is there. What the case is
 * about stays.
 */
export function newlyNamed(judge: Judge, { operation, at }: Pick<Case, 'operation' | 'at'>, input: Input): Input {
  const condition = conditionOf(operation);
  if (condition === undefined || at === condition || !isNamedByCaller(operation)) return input;
  if (!needsIfMatch(operation) && !isOfNothing(operation, input)) return input;
  if (at !== lastPlaceOf(operation.path)) return asNew(judge, operation, input);
  return valueAt(input, condition) === undefined ? input : (changedAt(input, condition, REMOVED) as Input);
}

/** Where `If-Match` may be left out. */
function conditionOf(operation: Operation): string | undefined {
  const header = ifMatchOf(operation);
  return header === undefined || header.required ? undefined : pointerTo('header', header.name);
}

function isOfNothing({ parameters }: Operation, input: Input): boolean {
  const header = parameters.find((one) => one.in === 'header' && one.name.toLowerCase() === 'if-none-match');
  return header !== undefined && valueAt(input, pointerTo('header', header.name)) === '*';
}
