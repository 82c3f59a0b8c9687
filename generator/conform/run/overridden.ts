// Puts the values that a user gives for parameters and operations in place of made ones.
import type { Operation } from '../../model/service.ts';
import type { Overrides } from '../contract/settings.ts';
import type { Input } from '../plan/index.ts';

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
