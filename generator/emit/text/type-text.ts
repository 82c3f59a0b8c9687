// Type expressions as text that knows whether it is a union or an intersection, so that types can be simplified, put in parentheses and broken into
// lines.
import { WIDTH } from './width.ts';

export interface Type {
  readonly kind: 'atom' | 'union' | 'intersection';
  /** The members of a union or intersection, in parentheses where they need them; an atom has one, its text. */
  readonly parts: readonly string[];
  /** Whether it is an intersection or has one inside. */
  readonly hasIntersection: boolean;
}

export const UNKNOWN = atom('unknown');
export const NEVER = atom('never');

/** A type that is neither a union nor an intersection; `inner` are the types that its text is made of. */
export function atom(text: string, inner: readonly Type[] = []): Type {
  return { kind: 'atom', parts: [text], hasIntersection: inner.some((type) => type.hasIntersection) };
}

export function isUnknown(type: Type): boolean {
  return type.kind === 'atom' && type.parts[0] === 'unknown';
}

export function isNever(type: Type): boolean {
  return type.kind === 'atom' && type.parts[0] === 'never';
}

/** The union of types: duplicates and `never` are dropped, `unknown` replaces the rest, `null` comes last. */
export function union(types: readonly Type[]): Type {
  const [one] = types;
  if (types.length === 1 && one !== undefined) return one;
  if (types.some(isUnknown)) return UNKNOWN;
  const possible = types.filter((type) => !isNever(type));
  const [single] = possible;
  if (possible.length === 1 && single !== undefined) return single;
  const parts = new Set<string>();
  let nullable = false;
  for (const type of possible) {
    if (type.kind === 'intersection') parts.add(`(${inline(type)})`);
    else {
      for (const part of type.parts) {
        if (part === 'null') nullable = true;
        else parts.add(part);
      }
    }
  }
  if (parts.has('true') && parts.has('false')) {
    parts.delete('true');
    parts.delete('false');
    parts.add('boolean');
  }
  if (nullable) parts.add('null');
  return collect('union', parts, possible);
}

/** The intersection of types: duplicates and `unknown` are dropped, `never` replaces the rest. */
export function intersection(types: readonly Type[]): Type {
  const [one] = types;
  if (types.length === 1 && one !== undefined) return one;
  const parts = new Set<string>();
  const unions: Type[] = [];
  for (const type of types) {
    if (isNever(type)) return NEVER;
    if (isUnknown(type)) continue;
    if (type.kind === 'union') {
      const text = inParentheses(type);
      if (!parts.has(text)) unions.push(type);
      parts.add(text);
    } else for (const part of type.parts) parts.add(part);
  }
  const [only] = unions;
  if (parts.size === 1 && only !== undefined) return only;
  return parts.size === 0 ? UNKNOWN : collect('intersection', parts, types);
}

function collect(kind: 'union' | 'intersection', parts: ReadonlySet<string>, types: readonly Type[]): Type {
  if (parts.size === 0) return NEVER;
  const list = [...parts];
  const [first] = list;
  if (list.length === 1 && first !== undefined) return atom(first, types);
  return { kind, parts: list, hasIntersection: kind === 'intersection' || types.some((type) => type.hasIntersection) };
}

export function inline(type: Type): string {
  return type.parts.join(type.kind === 'union' ? ' | ' : ' & ');
}

/** `T[]`, in parentheses where `T` needs them. */
export function arrayOf(type: Type): Type {
  return atom(type.kind === 'atom' ? `${inline(type)}[]` : `${inParentheses(type)}[]`, [type]);
}

/** Longest union that stays on one line between parentheses. */
const SHORT_UNION = WIDTH - 30;

/** A union or intersection between parentheses; a long union with one member per line. */
function inParentheses(type: Type): string {
  const text = inline(type);
  if (type.kind !== 'union' || text.includes('\n') || text.length <= SHORT_UNION) return `(${text})`;
  return `(\n${type.parts.map((part) => `  | ${part}\n`).join('')})`;
}

/** The type, printed after `column` characters of a line: on that line if it fits, else with one member of the union per line. */
export function layout(type: Type, column: number): string {
  const text = inline(type);
  if (type.kind !== 'union' || !tooLong(text, column)) return text;
  return type.parts.map((part) => `\n  | ${indent(part, '    ')}`).join('');
}

/** Whether the type does not fit on the line: it is too long, or has line breaks other than those of a single object type. */
function tooLong(text: string, column: number): boolean {
  const end = text.indexOf('\n');
  if (end === -1) return column + text.length > WIDTH;
  return !/^\{\n[\s\S]*\n\}(?: \| null)?$/.test(text) || text.indexOf('\n}') !== text.lastIndexOf('\n}');
}

/** Indents every line but the first. Literals are printed without line breaks, so none is changed. */
export function indent(text: string, by: string): string {
  return text.includes('\n') ? text.replaceAll(/\n(?!\n)/g, `\n${by}`) : text;
}
