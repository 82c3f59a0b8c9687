// Builds the JSON pointer from a function's value to the value that is checked, as an expression that is evaluated only when an issue is reported.
import { stringLiteral } from '../text/escape.ts';

/** Parts of the pointer: literal text, or an expression whose value is one token (an index, an escaped key). Adjacent texts are joined. */
export type Path = readonly (string | { readonly expression: string })[];

export const ROOT: Path = [];

export function property(path: Path, name: string): Path {
  return appendText(path, name.includes('~') || name.includes('/') ? `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` : `/${name}`);
}

export function item(path: Path, expression: string | number): Path {
  return typeof expression === 'number' ? appendText(path, `/${expression}`) : [...appendText(path, '/'), { expression }];
}

function appendText(path: Path, text: string): Path {
  const last = path.at(-1);
  return typeof last === 'string' ? [...path.slice(0, -1), last + text] : [...path, text];
}

/** Text that needs no escaping in a template literal; any other text is printed as a string literal. */
const PLAIN = /^[\w/~ .,:@-]*$/;

export function pathExpression(path: Path): string {
  const [first] = path;
  if (first === undefined) return "''";
  if (path.length === 1 && typeof first === 'string') return stringLiteral(first);
  if (path.every((part) => typeof part !== 'string' || PLAIN.test(part))) {
    return `\`${path.map((part) => (typeof part === 'string' ? part : `\${${part.expression}}`)).join('')}\``;
  }
  return path.map((part) => (typeof part === 'string' ? stringLiteral(part) : part.expression)).join(' + ');
}
