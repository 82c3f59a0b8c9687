// Values, places and choices → words of a sentence.
import type { Json } from '../description.ts';

/** What is at fault, in words: the last key, and its place in a list. */
export function label(path: readonly (string | number)[], otherwise: string = 'The document'): string {
  const last = path.at(-1);
  if (last === undefined) return otherwise === 'OpenAPI' ? 'The document' : `The ${otherwise} object`;
  if (typeof last === 'string') return `\`${last}\``;
  const list = path.findLast((token) => typeof token === 'string');
  return list === undefined ? `Item ${last + 1}` : `Item ${last + 1} of \`${list}\``;
}

/** A value in words of a sentence. */
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

/** Choices, each as code. */
export function list(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}
