// Says that an option does not exist, and which one may be meant.
import { closest } from '../base/suggest.ts';

/** @param at what stands before the key: empty, or `theme.` */
export function unknownOption(at: string, key: string, known: readonly string[]): string {
  const near = closest(key, known);
  return `Unknown option \`${at}${key}\`.${near === undefined ? '' : ` Did you mean \`${at}${near}\`?`}`;
}
