// Encodes an object in the styles of OpenAPI's parameter table, but for `deepObject` (`deep-object.ts`).
import type { Encodable } from '../contract/codec.ts';
import { escapeText, isUnset, refuse, writeText } from './encode.ts';
import { labelled } from './encode-list.ts';
import { layoutOf } from './layout.ts';

/** Members that are `undefined` are left out, and those that are `null` in a query. `undefined` for an object without any. */
export function writeObject(parameter: Encodable, value: unknown, operation?: string): string | undefined {
  const { codec, in: where } = parameter;
  const [prefix, separator, delimiter] = layoutOf(codec.style, where);
  const parts: string[] = [];
  for (const [key, member] of membersOf(parameter, value, operation)) {
    const name = escapeText(parameter, key, operation, true);
    // Where nothing is percent-encoded, the first "=" would end the name.
    if (codec.explode && name.includes('=')) refuse(parameter, 'has a property name with "="', operation);
    // A list repeats its name, as it would if it were a parameter.
    const items: readonly unknown[] = codec.explode && codec.style === 'form' && Array.isArray(member) ? member : [member];
    for (const item of items) parts.push(name + (codec.explode ? '=' : delimiter) + writeText(parameter, item, operation, true));
  }
  if (parts.length === 0) return undefined;
  return codec.explode ? prefix + parts.join(separator) : prefix + labelled(parameter, parts.join(delimiter));
}

/** The members that are set. @throws {InvalidParameterError} for a value that is not an object. */
export function membersOf(parameter: Encodable, value: unknown, operation: string | undefined): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse(parameter, 'must be an object', operation);
  return Object.entries(value).filter(([, member]) => !isUnset(parameter, member));
}
