// Lays out the lists and objects of rows in `operations.ts`: on one line, or with an item per line.
import { propertyKey } from './escape.ts';

/** What a field of a row may take of a line of 120 characters. */
const WIDTH = 104;
const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** An array; names of constants go on one line as long as there is room. */
export function list(items: readonly string[]): string {
  const line = `[${items.join(', ')}]`;
  const isShort = items.length < 4 || items.every((item) => NAME.test(item));
  return line.length <= WIDTH && isShort ? line : `[\n${items.map((item) => `    ${item},\n`).join('')}  ]`;
}

/** An object. */
export function block(members: readonly (readonly [string, string])[]): string {
  const texts = members.map(([key, text]) => `${propertyKey(key)}: ${text}`);
  const line = texts.length === 0 ? '{}' : `{ ${texts.join(', ')} }`;
  return line.length <= WIDTH && texts.length < 4 ? line : `{\n${texts.map((text) => `    ${text},\n`).join('')}  }`;
}
