// Type expressions as text that knows whether it is a union or an intersection, so that types can be simplified, put in parentheses and broken into lines.

export interface Type {
  readonly kind: 'atom' | 'union' | 'intersection';
  /** The members of a union or intersection, each legal where it stands; of an atom, the one text. */
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

/** One of these: duplicates and `never` fall away, `unknown` swallows the rest, `null` comes last. */
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

/** All of these: duplicates and `unknown` fall away, `never` swallows the rest. */
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
const SHORT_UNION = 100;

/** A union or intersection between parentheses; a long union with one member per line. */
function inParentheses(type: Type): string {
  const text = inline(type);
  if (type.kind !== 'union' || text.includes('\n') || text.length <= SHORT_UNION) return `(${text})`;
  return `(\n${type.parts.map((part) => `  | ${part}\n`).join('')})`;
}

/** Widest line that a type is left on. */
const LINE = 120;

/** The type as it stands after `column` characters of a line: on that line where it fits, else one member of a union per line. */
export function layout(type: Type, column: number): string {
  const text = inline(type);
  if (type.kind !== 'union' || !tooLong(text, column)) return text;
  return type.parts.map((part) => `\n  | ${indent(part, '    ')}`).join('');
}

/** Whether the line would pass the width before its first break, or a union hides a break among its members. */
function tooLong(text: string, column: number): boolean {
  const end = text.indexOf('\n');
  if (end === -1) return column + text.length > LINE;
  return !/^\{\n[\s\S]*\n\}(?: \| null)?$/.test(text) || text.indexOf('\n}') !== text.lastIndexOf('\n}');
}

/** Every line but the first moved right. Nothing that is printed has a line break inside a literal. */
export function indent(text: string, by: string): string {
  return text.includes('\n') ? text.replaceAll(/\n(?!\n)/g, `\n${by}`) : text;
}
