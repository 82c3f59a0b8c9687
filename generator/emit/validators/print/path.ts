// Builds the JSON pointer from a function's value to the value that is checked, as an expression that is evaluated only when an issue is reported.
import { stringLiteral } from '../../text/escape.ts';
import type { Helper } from './names.ts';

/** Parts of the pointer: literal text, or a variable whose value is one token: an index, or a key. Adjacent texts are joined. */
export type Path = readonly (string | { readonly variable: string; readonly isKey: boolean })[];

export const ROOT: Path = [];

export function property(path: Path, name: string): Path {
  return appendText(path, name.includes('~') || name.includes('/') ? `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` : `/${name}`);
}

/** The path of an item: by its index, or by the variable that holds it. */
export function item(path: Path, index: string | number): Path {
  return typeof index === 'number' ? appendText(path, `/${index}`) : [...appendText(path, '/'), { variable: index, isKey: false }];
}

/** The path of the property whose name a variable holds. */
export function member(path: Path, key: string): Path {
  return [...appendText(path, '/'), { variable: key, isKey: true }];
}

/** Whether the path is a literal: it costs nothing while the value is valid. */
export function isFixed(path: Path): boolean {
  return path.every((part) => typeof part === 'string');
}

/** The functions of the runtime that the path's expression calls: keys are escaped (RFC 6901 section 3). */
export function helpersOfPath(path: Path): readonly Helper[] {
  return path.some((part) => typeof part !== 'string' && part.isKey) ? ['pointerToken'] : [];
}

function appendText(path: Path, text: string): Path {
  const last = path.at(-1);
  if (last === undefined) return [text];
  return typeof last === 'string' ? [...path.slice(0, -1), last + text] : [...path, text];
}

/** Text that needs no escaping in a template literal; any other text is printed as a string literal. */
const PLAIN = /^[\w/~ .,:@-]*$/;

export function pathExpression(path: Path): string {
  const first = path[0];
  if (first === undefined) return "''";
  if (path.length === 1 && typeof first === 'string') return stringLiteral(first);
  if (path.every((part) => typeof part !== 'string' || PLAIN.test(part))) {
    return `\`${path.map((part) => (typeof part === 'string' ? part : `\${${tokenOf(part)}}`)).join('')}\``;
  }
  return path.map((part) => (typeof part === 'string' ? stringLiteral(part) : tokenOf(part))).join(' + ');
}

function tokenOf({ variable, isKey }: Exclude<Path[number], string>): string {
  return isKey ? `pointerToken(${variable})` : variable;
}
