// Reads `x-octavo-name` of the schema of a property: what the property is called in code. Components have names of their own by the same extension.
import type { Location, Problems } from '../../base/problem.ts';
import type { JsonObject } from '../../load/description.ts';
import { own, pointerTokens } from '../../load/pointer.ts';
import { below } from '../document-node.ts';

export function readPropertyName(value: JsonObject, location: Location, problems: Problems): string | undefined {
  const given = own(value, 'x-octavo-name');
  if (given === undefined || pointerTokens(location.pointer).at(-2) !== 'properties') return undefined;
  if (typeof given === 'string' && given !== '') return given;
  problems.add({
    code: 'name-invalid',
    severity: 'error',
    message: 'A property cannot have the name that `x-octavo-name` gives it: a value that is no text, or an empty one.',
    fix: 'Write a name, such as `x-octavo-name: userId`.',
    location: below(location, 'x-octavo-name'),
  });
  return undefined;
}
