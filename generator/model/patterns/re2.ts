// Writes a pattern in the syntax of RE2, whose matching time is always linear; patterns with look-around or references to groups cannot be written so.
import { type PatternNode, parsePattern } from './parse.ts';

/** RE2 refuses repetitions beyond this, also the product of nested ones. */
const MOST_REPEATS = 1000;

/** ECMA-262 section 22.2.2.9.4, `WhiteSpace` and `LineTerminator`: RE2's `\s` has fewer characters. */
const SPACES: readonly Range[] = [
  [0x9, 0xd],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const SPACE = SPACES.map(range).join('');
const NO_SPACE = complement(SPACES).map(range).join('');
/** Without the flag `s`, `.` excludes all line terminators; RE2's excludes only `\n`. */
const DOT = '[^\\n\\r\\x{2028}\\x{2029}]';

type Range = readonly [first: number, last: number];

/**
 * A pattern of RE2 that matches exactly the texts that `new RegExp(source, flags).test(text)` accepts. `undefined` where RE2 has no such pattern.
 */
export function writeForRe2(source: string, flags: 'u' | ''): string | undefined {
  // Without the flag `u`, a pattern reads halves of surrogate pairs; what the runtime does about it needs patterns that name no halves.
  if (flags === '' && /[\ud800-\udfff]|\\u[dD][89a-fA-F]/.test(source)) return undefined;
  const tree = parsePattern(source, flags);
  return tree === undefined ? undefined : write(tree, 1);
}

/** `repeats`: how often the node is repeated by those around it. */
function write(node: PatternNode, repeats: number): string | undefined {
  switch (node.kind) {
    case 'atom':
      return writeAtom(node.source);
    case 'assertion':
      return node.source === '^' ? '\\A' : node.source === '$' ? '\\z' : node.source;
    case 'look':
    case 'reference':
      return undefined;
    case 'choice': {
      const branches = node.branches.map((parts) => joined(parts.map((part) => write(part, repeats))));
      const text = joined(branches, '|');
      return text === undefined || (repeats === 1 && branches.length === 1) ? text : `(?:${text})`;
    }
    case 'repeat': {
      const { least, most } = node;
      const counts = repeats * Math.max(1, least, most === Infinity ? 1 : most);
      if (counts > MOST_REPEATS) return undefined;
      // Above 1, so that groups keep their brackets.
      const inner = write(node.node, Math.max(counts, 1.001));
      return inner === undefined ? undefined : `${isGrouped(node.node) ? inner : `(?:${inner})`}${quantifier(least, most)}`;
    }
  }
}

function isGrouped(node: PatternNode): boolean {
  return node.kind === 'atom' || node.kind === 'choice';
}

function quantifier(least: number, most: number): string {
  if (most === Infinity) return least === 0 ? '*' : least === 1 ? '+' : `{${least},}`;
  if (least === 0 && most === 1) return '?';
  return least === most ? `{${least}}` : `{${least},${most}}`;
}

function joined(parts: readonly (string | undefined)[], separator = ''): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join(separator);
}

function writeAtom(source: string): string | undefined {
  if (source === '.') return DOT;
  if (source.startsWith('[')) return writeClass(source);
  const part = readPart(source, 0, false);
  if (part === undefined) return undefined;
  if ('set' in part) return part.set === '\\s' ? `[${SPACE}]` : part.set === '\\S' ? `[^${SPACE}]` : part.set;
  return character(part.code);
}

function writeClass(source: string): string | undefined {
  const isNegated = source.startsWith('[^');
  const end = source.length - 1;
  let text = '';
  const sets = new Set<string>();
  for (let at = isNegated ? 2 : 1; at < end; ) {
    const part = readPart(source, at, true);
    if (part === undefined) return undefined;
    at = part.end;
    if ('set' in part) {
      sets.add(part.set);
      text += part.set === '\\s' ? SPACE : part.set === '\\S' ? NO_SPACE : part.set;
      continue;
    }
    const last = source[at] === '-' && at + 1 < end ? readPart(source, at + 1, true) : undefined;
    if (last === undefined || 'set' in last) {
      text += character(part.code);
      continue;
    }
    text += range([part.code, last.code]);
    at = last.end;
  }
  // `[\s\S]` is how patterns say "any character".
  const isAll = ['d', 'w', 's'].some((letter) => sets.has(`\\${letter}`) && sets.has(`\\${letter.toUpperCase()}`));
  if (text === '' || isAll) return isNegated === isAll ? '[^\\x{0}-\\x{10FFFF}]' : '[\\x{0}-\\x{10FFFF}]';
  return `[${isNegated ? '^' : ''}${text}]`;
}

/** A character, or a set of characters that RE2 writes alike but for `\s` and `\S`. */
type Part = { readonly end: number } & ({ readonly code: number } | { readonly set: string });

const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 };

function readPart(source: string, at: number, inClass: boolean): Part | undefined {
  if (source[at] !== '\\') {
    const code = source.codePointAt(at) ?? 0;
    return { code, end: at + String.fromCodePoint(code).length };
  }
  const letter = source[at + 1] ?? '';
  const end = at + 2;
  if (/[dDwWsS]/.test(letter)) return { set: `\\${letter}`, end };
  const control = CONTROLS[letter];
  if (control !== undefined) return { code: control, end };
  if (letter === 'b' && inClass) return { code: 8, end };
  const rest = source.slice(end, end + 40);
  const hex = readHex(letter, rest);
  if (hex !== undefined) return { code: hex.code, end: end + hex.length };
  // RE2 knows the general categories and scripts by these names; it has no other properties.
  const property = /^[pP]$/.test(letter)
    ? /^\{(?:(?:General_Category|gc)=)?(?<category>[CLMNPSZ][a-z&]?)\}|^\{(?:Script|sc)=(?<script>[A-Z][a-z]{4,}[A-Za-z_]*)\}/.exec(rest)
    : null;
  const name = property?.groups?.category ?? property?.groups?.script;
  if (property !== null && name !== undefined) return { set: `\\${letter}{${name}}`, end: end + property[0].length };
  // What remains of letters and digits are escapes of the older mode (`\012`, `\c`, `\p`), but for `\0`.
  if (letter === '0' && !/^\d/.test(rest)) return { code: 0, end };
  if (/[A-Za-z0-9]/.test(letter)) return undefined;
  const code = source.codePointAt(at + 1) ?? 0;
  return { code, end: at + 1 + String.fromCodePoint(code).length };
}

/** The code after `\x`, `\u` or `\c`. */
function readHex(letter: string, rest: string): { readonly code: number; readonly length: number } | undefined {
  if (letter === 'c') {
    const control = /^[A-Za-z]/.exec(rest)?.[0];
    return control === undefined ? undefined : { code: control.charCodeAt(0) % 32, length: 1 };
  }
  if (letter === 'x') return numberIn(/^(?<hex>[\dA-Fa-f]{2})/.exec(rest));
  if (letter !== 'u') return undefined;
  const pair = /^([dD][89abAB][\dA-Fa-f]{2})\\u([dD][c-fC-F][\dA-Fa-f]{2})/.exec(rest);
  if (pair !== null) {
    const [all, high = '', low = ''] = pair;
    const text = String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16));
    return { code: text.codePointAt(0) ?? 0, length: all.length };
  }
  return numberIn(/^(?<hex>[\dA-Fa-f]{4})/.exec(rest)) ?? numberIn(/^\{(?<hex>[\dA-Fa-f]+)\}/.exec(rest));
}

function numberIn(found: RegExpExecArray | null): { readonly code: number; readonly length: number } | undefined {
  const hex = found?.groups?.hex;
  return found === null || hex === undefined ? undefined : { code: Number.parseInt(hex, 16), length: found[0].length };
}

/** A character that stands for itself in a pattern and in a class. */
function character(code: number): string {
  const text = String.fromCodePoint(code);
  if (/^[A-Za-z0-9 _,:;'"@#%&=<>~!/`]$/.test(text)) return text;
  return code > 0x20 && code < 0x7f ? `\\${text}` : `\\x{${code.toString(16)}}`;
}

function range([first, last]: Range): string {
  return first === last ? character(first) : `${character(first)}-${character(last)}`;
}

function complement(ranges: readonly Range[]): Range[] {
  const gaps: Range[] = [];
  let next = 0;
  for (const [first, last] of ranges) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  return [...gaps, [next, 0x10ffff]];
}
