// Parts of messages: where the fault is, what a value is, and what is allowed.
import type { Json } from '../description.ts';
import type { Version } from './grammar.ts';

/** Names the value at fault: the last key, or the position in an array. `otherwise` names the object at the start of the path. */
export function label(path: readonly (string | number)[], otherwise: string = 'The document'): string {
  const last = path.at(-1);
  if (last === undefined) return otherwise === 'OpenAPI' ? 'The document' : `The ${otherwise} object`;
  if (typeof last === 'string') return `\`${last}\``;
  const list = path.findLast((token) => typeof token === 'string');
  return list === undefined ? `Item ${last + 1}` : `Item ${last + 1} of \`${list}\``;
}

/** The standard that a document is written in, as in `OpenAPI 3.1`. */
export function standardOf(version: Version): string {
  return version === '2.0' ? 'Swagger 2.0' : `OpenAPI ${version}`;
}

/** Describes a value, as in `the number 1.1`. */
export function describe(value: Json): string {
  if (value === null) return 'empty (`null`)';
  if (Array.isArray(value)) return 'an array';
  switch (typeof value) {
    case 'string':
      return `the string ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
    case 'number':
    case 'bigint':
      return `the number ${value}`;
    case 'boolean':
      return `\`${value}\``;
    default:
      return 'an object';
  }
}

/** The fix that names what is allowed: "Use `a`." or "Use one of `a`, `b`." */
export function useOneOf(words: readonly string[]): string {
  return `Use ${words.length > 1 ? 'one of ' : ''}${words.map((word) => `\`${word}\``).join(', ')}.`;
}
