// Writes a pattern with the flags of other languages, `(?i)abc`, without them: `[Aa][Bb][Cc]`. All readers of the model see only what this returns.
import { patternFlags } from './engine.ts';

/** The flags that hold at a place: letters match both cases (`i`), a dot matches line ends (`s`). */
interface Flags {
  readonly i: boolean;
  readonly s: boolean;
}

const INLINE = /\(\?[a-z]*-?[a-z]*[:)]/i;

/**
 * The heads of groups, classes without others inside, escapes that mean the same wherever patterns have them, and single characters. Any other escape
 * (`\A`, `\Q`) is read as one of a kind that cannot be carried over.
 */
const TOKEN =
  /\(\?(?<on>[a-z]*)(?:-(?<off>[a-z]+))?(?<scope>[:)])|(?<head>\((?:\?(?:<?[=!]|<[A-Za-z_]\w*>))?)|\[(?<not>\^?)(?<body>(?:\\[^pPu]|\\u[\dA-Fa-f]{4}|\\[pP]\{\w+\}|[^\\[\]])+)\]|(?<escaped>\\(?:[pP]\{\w+\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|[\s\S]))|(?<count>\{\d+(?:,\d*)?\})|(?<character>[^\\[\]])/suy;

/** A member of a class: a range, an escape or a character. */
const ITEM = /\\(?:[pP]\{\w+\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|[\s\S])|[^\\]/gsu;

/** Escapes that match as many letters of one case as of the other. */
const CASELESS = /^\\(?:[dDsSwWbBnrtfv0]|[pP]\{(?:L|Letter|M|N|Nd|P|S|Z|Zs)\}|[^\p{L}\p{N}])$/u;

/**
 * `undefined` where the pattern has no such flags, or does not mean the same without them: letters outside of ASCII, references to groups, and
 * properties of one case, where case is ignored; flags other than `i` and `s`. Only letters of ASCII have two cases here, as in most languages.
 */
export function withoutInlineFlags(pattern: string): string | undefined {
  if (!INLINE.test(pattern) || !/\(\?[a-z-]/i.test(pattern)) return undefined;
  const token = new RegExp(TOKEN);
  let flags: Flags = { i: false, s: false };
  const outer: Flags[] = [];
  let written = '';
  while (token.lastIndex < pattern.length) {
    const groups = token.exec(pattern)?.groups;
    if (groups === undefined) return undefined;
    const { on, off = '', scope, head, not = '', body, escaped, count, character } = groups;
    if (scope !== undefined) {
      if (!/^[is]*$/.test(`${on}${off}`) || (scope === ')' && (`${on}${off}` === '' || /^[*+?{]/.test(pattern.slice(token.lastIndex)))))
        return undefined;
      if (scope === ':') {
        outer.push(flags);
        written += '(?:';
      }
      const has = (flag: 'i' | 's'): boolean => !off.includes(flag) && (flags[flag] || on?.includes(flag) === true);
      flags = { i: has('i'), s: has('s') };
    } else if (head !== undefined) {
      outer.push(flags);
      written += head;
    } else if (character === ')') {
      const before = outer.pop();
      if (before === undefined) return undefined;
      flags = before;
      written += character;
    } else if (character === '.') written += flags.s ? '[\\s\\S]' : '.';
    else {
      const part = count ?? (body === undefined ? oneOf(escaped ?? character ?? '', flags) : classOf(not, body, flags));
      if (part === undefined) return undefined;
      written += part;
    }
  }
  return patternFlags(written) === undefined ? undefined : written;
}

/** A character or an escape outside of classes. */
function oneOf(source: string, { i: ignoresCase }: Flags): string | undefined {
  // References to groups, and what only other languages have.
  if (/^\\[A-Zac-eg-mo-qy-z]$/.test(source) && !CASELESS.test(source)) return undefined;
  if (!ignoresCase) return source;
  const both = bothCases(source);
  return both === undefined || both === '' ? (both === '' ? source : undefined) : `[${both}]`;
}

function classOf(not: string, body: string, { i: ignoresCase }: Flags): string | undefined {
  // An intersection of classes, in some languages.
  if (body.includes('&&')) return undefined;
  const items = [...body.matchAll(ITEM)].map(([item]) => item);
  if (!ignoresCase) return `[${not}${body}]`;
  const added = new Set<string>();
  for (let index = 0; index < items.length; index++) {
    const item = items[index] ?? '';
    const last = items[index + 1] === '-' ? items[index + 2] : undefined;
    const [from, to] = [codeOf(item), last === undefined ? undefined : codeOf(last)];
    if (from === undefined || to === undefined) {
      const both = bothCases(item);
      if (both === undefined) return undefined;
      if (both !== '') added.add(both);
      continue;
    }
    if (to > 0x7f) return undefined;
    for (const [first, other] of ['aA', 'Aa']) {
      const least = Math.max(from, first?.charCodeAt(0) ?? 0);
      const most = Math.min(to, (first?.charCodeAt(0) ?? 0) + 25);
      const shift = (other?.charCodeAt(0) ?? 0) - (first?.charCodeAt(0) ?? 0);
      if (least <= most) added.add(`${String.fromCharCode(least + shift)}-${String.fromCharCode(most + shift)}`);
    }
    index += 2;
  }
  // The added members stand first, so that a hyphen at the end stays one; a hyphen at the beginning would make a range.
  const rest = added.size > 0 && body.startsWith('-') ? `\\${body}` : body;
  return `[${not}${[...added].join('')}${rest}]`;
}

/** Both cases of a letter of ASCII; nothing for what has none; `undefined` for what has another case that ASCII does not know. */
function bothCases(source: string): string | undefined {
  const code = codeOf(source);
  if (code === undefined) return CASELESS.test(source) ? '' : undefined;
  const character = String.fromCodePoint(code);
  const [upper, lower] = [character.toUpperCase(), character.toLowerCase()];
  if (upper === lower) return '';
  return code > 0x7f ? undefined : `${upper}${lower}`;
}

/** The code point of a character that is written as itself or as a number. */
function codeOf(source: string): number | undefined {
  if (!source.startsWith('\\')) return source.codePointAt(0);
  if (/^\\[ux][\dA-Fa-f]{2,4}$/.test(source)) return Number.parseInt(source.slice(2), 16);
  return /^\\[^\p{L}\p{N}]$/u.test(source) ? source.codePointAt(1) : undefined;
}
