// How rows of `operations.ts` are set: their lists and objects on one line or an item per line, and what several have as a constant.
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

/** The names of the constants for texts that come `least` times or more; `nameOf` gets what came with the first of them. */
export function namesOfRepeated<Source>(
  texts: Iterable<readonly [text: string, source: Source]>,
  nameOf: (first: Source) => string,
  least = 2,
): Map<string, string> {
  const met = new Map<string, { readonly first: Source; count: number }>();
  for (const [text, first] of texts) {
    const same = met.get(text);
    if (same === undefined) met.set(text, { first, count: 1 });
    else same.count++;
  }
  return new Map([...met].filter(([, { count }]) => count >= least).map(([text, { first }]) => [text, nameOf(first)]));
}
