// Writes options as messages name them: entries by their keys, and an option that does not exist with the one that may be meant.
import { closest } from '../base/suggest.ts';

/** `mock.things["api.v2"]`: a key may have any signs. */
export function entryOf(option: string, key: string): string {
  return `${option}[${JSON.stringify(key)}]`;
}

/** @param at what stands before the key: empty, or `theme.` */
export function unknownOption(at: string, key: string, known: readonly string[]): string {
  const near = closest(key, known);
  return `Unknown option \`${at}${key}\`.${near === undefined ? '' : ` Did you mean \`${at}${near}\`?`}`;
}
