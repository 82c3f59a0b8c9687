// Gives each case an idempotency key of its own: behind a key that it knows, a service gives an earlier answer, or a conflict, and looks at nothing
// else.

import { getOwn } from '@octavo/runtime/conformance';
import { idempotencyHeader } from '../../inference/headers.ts';
import { pointerTo } from '../../inference/pointers.ts';
import type { Case } from '../contract/case.ts';
import { chanceUuid } from '../contract/chance.ts';
import type { Overrides } from '../contract/settings.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, type Input } from '../plan/index.ts';

/**
 * The case with another key, where its request has one. The key stays where the case is about it, where the user gives it, and where its schema
 * allows none of those that are tried. Keys do not follow from the seed: a service may remember those of an earlier run.
 */
export function withOwnKey(judge: Judge, one: Case, { operations = {} }: Overrides): Case {
  const { operation, request, input, at = '' } = one;
  const header = idempotencyHeader(operation);
  const name = header?.name.toLowerCase();
  if (header === undefined || name === undefined || !Object.hasOwn(request.headers, name)) return one;
  const place = pointerTo('header', header.name);
  const key = freshKeys().find((text) => judge.schemas.matches(header.schema, text));
  const isGiven = getOwn(getOwn(operations[operation.id], 'header'), header.name) !== undefined;
  if (at === place || isGiven || key === undefined) return one;
  return {
    ...one,
    request: { ...request, headers: { ...request.headers, [name]: key } },
    ...(input === undefined ? {} : { input: changedAt(input, place, key) as Input }),
  };
}

/** Keys that no request has had, the safest first. */
function freshKeys(): readonly string[] {
  const uuid = chanceUuid();
  const digits = uuid.replaceAll('-', '');
  return [uuid, digits, digits.slice(0, 16), digits.slice(0, 8)];
}
