// Lays out the lists and objects of rows in `operations.ts`: on one line, or with an item per line.
import { propertyKey } from './escape.ts';

/** The longest field of a row, so that its line has at most 120 characters. */
const WIDTH = 104;
const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** An array literal: names of constants share a line while they fit. */
export function list(items: readonly string[]): string {
  const line = `[${items.join(', ')}]`;
  const isShort = items.length < 4 || items.every((item) => NAME.test(item));
  return line.length <= WIDTH && isShort ? line : `[\n${items.map((item) => `    ${item},\n`).join('')}  ]`;
}

/** An object literal. */
export function block(members: readonly (readonly [string, string])[]): string {
  const texts = members.map(([key, text]) => `${propertyKey(key)}: ${text}`);
  const line = texts.length === 0 ? '{}' : `{ ${texts.join(', ')} }`;
  return line.length <= WIDTH && texts.length < 4 ? line : `{\n${texts.map((text) => `    ${text},\n`).join('')}  }`;
}
