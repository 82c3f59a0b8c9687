// Facts that only descriptions state: numbers and words of number and order with what they count, rows of tables, and what a word in code means.
import { groupBy } from '../../generator/base/group-by.ts';
import type { Json } from '../../generator/load/description.ts';
import { isObject, joinPointer } from '../../generator/load/pointer.ts';
import { type Fact, holdsNames, type Row } from './facts.ts';

/** Words that say how many, or which comes first, with another word for each. `one` is also a pronoun, and counts only before what is counted. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  half: 'whole',
  one: 'two',
  two: 'three',
  three: 'four',
  four: 'five',
  five: 'six',
  six: 'seven',
  seven: 'eight',
  eight: 'nine',
  nine: 'ten',
  ten: 'eleven',
  twelve: 'thirteen',
  fifteen: 'sixteen',
  twice: 'once',
  double: 'single',
  newest: 'oldest',
  oldest: 'newest',
  latest: 'earliest',
  earliest: 'latest',
  nearest: 'farthest',
  highest: 'lowest',
  lowest: 'highest',
};
const COUNTED = 'address|contact|credit|day|event|hour|minute|month|page|picture|post|request|second|week';
/** A number that stands alone, such as `3,000`, `-29` and `15-minute`, but not the digits of `v1.1` or `RateLimit2`; or a word of the list. */
const TOKEN = new RegExp(
  `(?<![\\w.,:/#=-])-?\\d+(?:[.,]\\d+)*(?![\\w/])|(?<![\\w-])(?:${Object.keys(OTHER_WORDS)
    .filter((word) => word !== 'one')
    .join('|')}|one(?=\\s+(?:${COUNTED})\\b))(?![\\w-])`,
  'gi',
);

interface Token {
  readonly text: string;
  readonly index: number;
  /** The word behind it, else the one before it. */
  readonly beside: string;
}

function tokensIn(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(({ 0: found, index }) => {
    const [, behind] = /^\s+([\w`'’-]+)/.exec(text.slice(index + found.length)) ?? [];
    const [, before = ''] = /([\w`'’-]+)[^\w`]*$/.exec(text.slice(0, index)) ?? [];
    return { text: found, index, beside: behind === undefined ? before : `+${behind}` };
  });
}

/** Rows of tables in Markdown, without their heads. */
const TABLE_ROW = /^[ \t]*\|(?![ \t:|-]*$).*\|[ \t]*$(?!\n[ \t]*\|[ \t:|-]*$)/gm;
/** `valid`: the mailbox exists. */
const MEANING = /(`[^`\n]+`): ([^.;`|]+)/g;
/** `{t}.{body}`, but not the template of a path. */
const TEMPLATE = /`[^`/\n]*\{[^`/\n]*\}[^`/\n]*`/g;

/** What a text states, each as a short text. Numbers of the same things stay in their order: `15, 45 days`. */
export function statedIn(text: string): string[] {
  const rows = text.match(TABLE_ROW) ?? [];
  const rest = text.replace(TABLE_ROW, '');
  const counted = groupBy(tokensIn(rest), ({ beside }) => beside);
  return [
    ...[...counted].map(([beside, tokens]) => {
      const all = tokens.map(({ text: token }) => token).join(', ');
      return beside.startsWith('+') ? `${all} ${beside.slice(1)}` : `${beside} ${all}`.trim();
    }),
    ...rows.map((row) => cellsOf(row).join(' | ')),
    ...[...rest.matchAll(MEANING)].map(([, word, meaning = '']) => `${word}: ${meaning.replaceAll(/\s+/g, ' ').trim()}`),
    ...(rest.match(TEMPLATE) ?? []),
  ];
}

function cellsOf(row: string): string[] {
  return row
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

/** The text again for each of these facts, with another one: a number one higher, another word, and two that have changed places. */
export function withOtherFacts(text: string): string[] {
  const rest = text.replace(TABLE_ROW, (row) => ' '.repeat(row.length));
  const tokens = tokensIn(rest);
  const pairs = tokens.flatMap((token, index): [Token, Token][] => {
    const next = tokens[index + 1];
    return next === undefined || next.text === token.text ? [] : [[token, next]];
  });
  const rows = [...text.matchAll(TABLE_ROW)];
  const meanings = [...rest.matchAll(MEANING)];
  const templates = [...rest.matchAll(TEMPLATE)];
  return [
    ...tokens.map((token) => replaced(text, [[token.index, token.text, otherToken(token.text)]])),
    ...pairs.map(([one, other]) =>
      replaced(text, [
        [one.index, one.text, other.text],
        [other.index, other.text, one.text],
      ]),
    ),
    ...swaps(rows, (row) => cellsOf(row[0]).at(-1) ?? '').flatMap((both) =>
      replacedIn(text, both, ([row], mine, theirs) => `${row.slice(0, row.lastIndexOf(mine))}${theirs} |`),
    ),
    ...swaps(meanings, ([, , meaning = '']) => meaning).flatMap((both) =>
      replacedIn(text, both, ([, word], _mine, theirs) => `${word}: ${theirs}`),
    ),
    ...templates.flatMap(({ 0: found, index }) => {
      const turned = found.replace(/(\{[^}]*\})(.*)(\{[^}]*\})/, '$3$2$1');
      return turned === found ? [] : [replaced(text, [[index, found, turned]])];
    }),
  ];
}

type Both = readonly [RegExpExecArray | RegExpMatchArray, RegExpExecArray | RegExpMatchArray, mine: string, theirs: string];

/** Neighbours that say different things. */
function swaps(found: readonly RegExpExecArray[], said: (one: RegExpExecArray) => string): Both[] {
  return found.flatMap((one, index): Both[] => {
    const next = found[index + 1];
    return next === undefined || said(one) === said(next) || said(one) === '' || said(next) === ''
      ? []
      : [[one, next, said(one), said(next)]];
  });
}

function replacedIn(
  text: string,
  [one, next, mine, theirs]: Both,
  write: (found: RegExpExecArray | RegExpMatchArray, mine: string, theirs: string) => string,
): string[] {
  return [
    replaced(text, [
      [one.index ?? 0, one[0], write(one, mine, theirs)],
      [next.index ?? 0, next[0], write(next, theirs, mine)],
    ]),
  ];
}

function replaced(text: string, changes: readonly (readonly [index: number, old: string, other: string])[]): string {
  return changes.toReversed().reduce((now, [index, old, other]) => `${now.slice(0, index)}${other}${now.slice(index + old.length)}`, text);
}

function otherToken(token: string): string {
  const word = OTHER_WORDS[token.toLowerCase()];
  if (word !== undefined) return word;
  const digits = token.replaceAll(',', '');
  return /^-?\d+$/.test(digits) ? String(BigInt(digits) + 1n) : String(Number.parseFloat(digits) + 1);
}

/** One row with what all sentences in these parts of the document state, if they state anything. */
export function proseRows(...parts: readonly (readonly [pointer: string, part: Json | undefined])[]): Row[] {
  const facts: Fact[] = [];
  for (const [pointer, part] of parts) visit(part, pointer, false);
  const [first] = facts;
  return first === undefined ? [] : [{ key: 'prose', place: first, facts }];

  function visit(value: Json | undefined, at: string, named: boolean): void {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, joinPointer(at, index), false);
      return;
    }
    if (!isObject(value)) return;
    for (const [key, item] of Object.entries(value)) {
      const below = joinPointer(at, key);
      if (!named && (key === 'example' || key === 'examples' || key === 'callbacks')) continue;
      if (!named && isSentence(key) && typeof item === 'string')
        facts.push(...statedIn(item).map((text): Fact => ({ text, pointer: below, part: 'value' })));
      else if (/\/scopes$/.test(at) && typeof item === 'string') continue;
      else visit(item, below, holdsNames(key, named, below));
    }
  }
}

export function isSentence(key: string): boolean {
  return key === 'description' || key === 'summary';
}
