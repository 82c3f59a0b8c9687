// Reads what an operation does to members of its thing, and to the states of other things, by its texts.
import { propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Operation } from '../../model/service.ts';
import { memberSchemasOf } from '../bodies.ts';
import { type Effect, effectsIn } from '../prose/index.ts';

/**
 * The effects that an operation has on the members of its thing. What becomes of a member that its body takes is up to the caller, so `the phone is
 * removed by null` and `sets the label` are no effects of a request without them; only that such a member is kept says something of all requests.
 */
export function memberEffectsOf(operation: Operation, members: Iterable<string>): readonly Effect[] {
  const names = [...members];
  const taken = propertiesOf(memberSchemasOf(operation));
  return [operation.summary, operation.description]
    .flatMap((text) => effectsIn(text ?? '', names))
    .filter(({ kind, member }) => kind === 'kept' || !taken.has(member));
}

/** The texts that say what an operation does. */
export function doingTextsOf({ summary = '', description = '', responses }: Operation): readonly string[] {
  return [summary, description, ...responses.filter(({ status }) => /^2/.test(status)).map((one) => one.description)];
}
