// Finds the parameter that names the members of a body which a change is about: an update mask.
import type { Operation, Parameter } from '../../model/service.ts';

/** The parameter with the mask; `undefined` where the operation has none. */
export function maskOf(operation: Operation): Parameter | undefined {
  if (operation.body === undefined) return undefined;
  const isMask = ({ name }: Parameter): boolean => /^(?:update|fields?|property)mask$/.test(name.toLowerCase().replace(/[^a-z]/g, ''));
  return operation.parameters.find((one) => one.in !== 'path' && one.in !== 'querystring' && isMask(one));
}
