// A JSON value to an expression that stays within a line's width: what does not fit is broken into a member per line.
import { Code, jsonLiteral, propertyKey } from './escape.ts';

const WIDTH = 130;

/** `column` is where the expression begins, `indent` what its line is indented by; both in characters. */
export function wrappedLiteral(value: unknown, column: number, indent: number): string {
  const line = jsonLiteral(value);
  if (column + line.length <= WIDTH || typeof value !== 'object' || value === null || value instanceof Code) return line;
  const inner = ' '.repeat(indent + 2);
  const members = Array.isArray(value)
    ? value.map((item) => `${inner}${wrappedLiteral(item, indent + 2, indent + 2)},\n`)
    : Object.entries(value).map(([key, member]) => {
        const head = `${inner}${propertyKey(key)}: `;
        return `${head}${wrappedLiteral(member, head.length, indent + 2)},\n`;
      });
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${members.join('')}${' '.repeat(indent)}${close}`;
}
