// Prints a JSON value as an expression, or as JSON for a template: on one line where it fits, else with one member per line.
import { jsonLiteral, propertyKey, rawJson, rawJsonString } from './escape.ts';
import { WIDTH } from './width.ts';

interface Notation {
  line(value: unknown): string;
  key(name: string): string;
  /** Printed after the last of several lines. */
  readonly last: ',' | '';
}

const LITERAL: Notation = { line: jsonLiteral, key: propertyKey, last: ',' };
const RAW: Notation = { line: rawJson, key: rawJsonString, last: '' };

/** An expression. `column` is where it begins, `indent` is the indentation of its line; both in characters. */
export function wrappedLiteral(value: unknown, column: number, indent: number): string {
  return wrapped(value, column, indent, LITERAL);
}

/** JSON for the inside of `String.raw`. */
export function wrappedRawJson(value: unknown, column: number, indent: number): string {
  return wrapped(value, column, indent, RAW);
}

function wrapped(value: unknown, column: number, indent: number, notation: Notation): string {
  const line = notation.line(value);
  if (column + line.length <= WIDTH || typeof value !== 'object' || value === null || value instanceof Date) return line;
  const inner = ' '.repeat(indent + 2);
  const member = (head: string, each: unknown): string => `${inner}${head}${wrapped(each, indent + 2 + head.length, indent + 2, notation)}`;
  const members = Array.isArray(value)
    ? value.map((item) => member('', item))
    : Object.entries(value).map(([key, each]) => member(`${notation.key(key)}: `, each));
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (members.length === 0) return line;
  return `${open}\n${members.join(',\n')}${notation.last}\n${' '.repeat(indent)}${close}`;
}
