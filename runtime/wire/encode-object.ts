// Turns an object into its text in each style of OpenAPI's table.
import type { Encodable } from '../contract/codec.ts';
import { escapeText, refuse, writeText } from './encode.ts';
import { labelled } from './encode-list.ts';
import { layoutOf } from './layout.ts';
import { percentEncode } from './text.ts';

/** How deep `deepObject` goes; both ends refuse more. */
export const MAX_DEPTH = 8;

/** Members that are `undefined` are not there. `undefined` for an object without any. */
export function writeObject(parameter: Encodable, value: unknown, operation?: string): string | undefined {
  const { codec, in: where } = parameter;
  const [prefix, separator, delimiter] = layoutOf(codec.style, where);
  const parts: string[] = [];
  for (const [key, member] of membersOf(parameter, value, operation)) {
    const name = escapeText(parameter, key, operation, true);
    // Where nothing is percent-encoded, the first "=" would end the name.
    if (codec.explode && name.includes('=')) refuse(parameter, 'has a property name with "="', operation);
    parts.push(name + (codec.explode ? '=' : delimiter) + writeText(parameter, member, operation, true));
  }
  if (parts.length === 0) return undefined;
  return codec.explode ? prefix + parts.join(separator) : prefix + labelled(parameter, parts.join(delimiter));
}

/**
 * `name[key]=value`. What the standard leaves open: nested objects are `name[a][b]=1`, lists of primitives repeat their name as exploded `form`
 * does, and lists of more than primitives are numbered, `name[a][0][b]=1`.
 */
export function writeDeepObject(parameter: Encodable, value: unknown, operation?: string): string | undefined {
  const pairs: string[] = [];
  const write = (name: string, part: unknown, depth: number): void => {
    if (depth > MAX_DEPTH) refuse(parameter, `is nested more than ${MAX_DEPTH} deep`, operation);
    if (part === undefined) return;
    if (typeof part !== 'object' || part === null) pairs.push(`${name}=${writeText(parameter, part, operation, true)}`);
    else if (!Array.isArray(part)) {
      for (const [key, member] of Object.entries(part)) {
        if (/[[\]]/.test(key)) refuse(parameter, 'has a property name with a bracket', operation);
        write(`${name}%5B${escapeText(parameter, key, operation, true)}%5D`, member, depth + 1);
      }
    } else if (part.some((item) => typeof item === 'object' && item !== null)) {
      for (const [index, item] of part.entries()) write(`${name}%5B${index}%5D`, item, depth + 1);
    } else for (const item of part) pairs.push(`${name}=${writeText(parameter, item, operation, true)}`);
  };
  membersOf(parameter, value, operation);
  write(percentEncode(parameter.name) ?? '', value, 0);
  return pairs.length === 0 ? undefined : pairs.join('&');
}

function membersOf(parameter: Encodable, value: unknown, operation: string | undefined): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse(parameter, 'must be an object', operation);
  return Object.entries(value).filter(([, member]) => member !== undefined);
}
