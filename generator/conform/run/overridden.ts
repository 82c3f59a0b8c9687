// Puts the values that a user gives for parameters and operations in place of made ones.
import { placesIn, valueAt } from '../../inference/pointers.ts';
import { checkDigitsOf, withCheckDigit } from '../../inference/stated/check-digits.ts';
import type { Operation } from '../../model/service.ts';
import type { Overrides } from '../contract/settings.ts';
import { changedAt, type Input } from '../plan/index.ts';

/** The input with the user's values in place of made ones. */
export function overridden(operation: Operation, input: Input, { operations = {}, parameters = {} }: Overrides): Input {
  const changed: Record<string, unknown> = { ...input };
  const path = operation.parameters.filter((one) => one.in === 'path' && Object.hasOwn(parameters, one.name));
  if (path.length > 0)
    changed.path = { ...(input.path as object), ...Object.fromEntries(path.map(({ name }) => [name, parameters[name]])) };
  const own = operations[operation.id];
  for (const [part, value] of Object.entries(own === undefined || own === false ? {} : own))
    changed[part] = part === 'body' || part === 'contentType' ? value : { ...(changed[part] as object | undefined), ...(value as object) };
  return changed;
}

/** The input with the check digits that texts ask for, and with the user's values: a made number on a book or a card seldom has the right one. */
export function withDigits(operation: Operation, input: Input, overrides: Overrides): Input {
  const checked = checkDigitsOf(operation).reduce<Input>((whole, { at, ...rule }) => {
    return placesIn(whole, at).reduce<Input>((next, place) => {
      const value = valueAt(next, place);
      const right = typeof value === 'string' ? withCheckDigit(value, rule) : value;
      return right === value ? next : (changedAt(next, place, right) as Input);
    }, whole);
  }, input);
  return overridden(operation, checked, overrides);
}
