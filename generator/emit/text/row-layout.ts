// Lays out the lists and objects of rows in `operations.ts`: on one line, or with an item per line.
import { isName } from '../../model/names/names.ts';
import { propertyKey } from './escape.ts';
import { WIDTH } from './width.ts';

/** The longest field of a row, whose line begins with the field's name. */
const FIELD = WIDTH - 16;
/** The longest line within a field, which is indented. */
const LINE = WIDTH - 4;

/** An array literal: names of constants share a line while they fit. */
export function list(items: readonly string[]): string {
  const line = `[${items.join(', ')}]`;
  const isShort = items.length < 4 || items.every((item) => isName(item));
  return line.length <= FIELD && isShort ? line : `[\n${items.map((item) => `    ${item},\n`).join('')}  ]`;
}

/** An object literal: members whose values are names share a line while they fit. */
export function block(members: readonly (readonly [string, string])[]): string {
  const texts = members.map(([key, text]) => `${propertyKey(key)}: ${text}`);
  const line = texts.length === 0 ? '{}' : `{ ${texts.join(', ')} }`;
  if (line.length <= FIELD) return line;
  const lines: string[] = [];
  let isOpen = false;
  for (const [index, [, value]] of members.entries()) {
    const text = `${texts[index]},`;
    const before = lines.at(-1);
    const isPlain = isName(value) || value === '{}';
    if (isOpen && isPlain && before !== undefined && before.length + 1 + text.length <= LINE) lines[lines.length - 1] = `${before} ${text}`;
    else lines.push(text);
    isOpen = isPlain;
  }
  return `{\n${lines.map((text) => `    ${text}\n`).join('')}  }`;
}
