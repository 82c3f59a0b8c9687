// Where in the value of a function a check is, as an expression that makes a JSON pointer: built only in the statement that reports a fault.
import { stringLiteral } from '../escape.ts';

/** Text of the pointer as it stands, or an expression (an index, an escaped key) that prints as a token. */
export type Path = readonly (string | { readonly expression: string })[];

export const ROOT: Path = [];

export function property(path: Path, name: string): Path {
  return [...path, `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`];
}

export function item(path: Path, expression: string | number): Path {
  return typeof expression === 'number' ? [...path, `/${expression}`] : [...path, '/', { expression }];
}

/** What may stand in a template literal as it is; everything else goes through the escaping of string literals. */
const PLAIN = /^[\w/~ .,:@-]*$/;

export function pathExpression(path: Path): string {
  const parts: (string | { expression: string })[] = [];
  for (const part of path) {
    const last = parts.at(-1);
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
    else parts.push(part);
  }
  const [first] = parts;
  if (parts.length === 0) return "''";
  if (parts.length === 1 && typeof first === 'string') return stringLiteral(first);
  if (parts.every((part) => typeof part !== 'string' || PLAIN.test(part))) {
    return `\`${parts.map((part) => (typeof part === 'string' ? part : `\${${part.expression}}`)).join('')}\``;
  }
  return parts.map((part) => (typeof part === 'string' ? stringLiteral(part) : part.expression)).join(' + ');
}
