// Reads what steps from one state to another need, where a table has a column for it: `| from | to | needs |`.
import { hasWord, NUMBERS, namesIn, numberOf, phraseOf, wordsOf } from '../words.ts';
import { type Row, statesOf, stepColumns, tablesIn } from './step-tables.ts';

/** What a step needs, as a cell of a table says. */
export interface StepNeed {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

const NEEDS =
  /^(?:(?:it )?(?:needs?|requires?|wants)|(?:only |possible |allowed )*(?:when|if|where)|conditions?|provided(?: that)?|preconditions?|requirements?|(?:what )?(?:is|it) (?:needed|required|needs))\b/i;

/** The needs of the steps that the tables of a text have. */
export function stepNeedsIn(text: string, states: readonly string[]): readonly StepNeed[] {
  return tablesIn(text).flatMap(([head = [], ...rows]) => {
    const { from, to } = stepColumns(head);
    const needs = head.findIndex((cell, index) => index !== from && index !== to && NEEDS.test(cell));
    if (from < 0 || to < 0 || needs < 0) return [];
    return rows.flatMap((row: Row): readonly StepNeed[] => {
      const [before, ...moreBefore] = statesOf(row[from], states) ?? [];
      const [after, ...moreAfter] = statesOf(row[to], states) ?? [];
      const said = row[needs] ?? '';
      const isOne = before !== undefined && after !== undefined && moreBefore.length + moreAfter.length === 0;
      return isOne && said !== '' ? [{ from: before, to: after, text: said }] : [];
    });
  });
}

/** What things of another kind have to be like: `every fixture of the season has a result`, `a quote of the job that was accepted`. */
export interface Wanted {
  /** The states that one of them has to have, as the text names some. */
  readonly states: readonly string[];
  /** The members that each of them has to have. */
  readonly members: readonly string[];
  /** So many there have to be. */
  readonly least?: number;
}

const DENIED = /\b(?:no|not|none|never|without|unless|except|other|another|or|if)\b/i;
const COUNT = `(?<count>\\d+|${NUMBERS.join('|')})`;

/** What a need says of things with this name; `undefined` where it is about something else. */
export function wantedIn(
  need: string,
  name: string,
  { states, members }: { readonly states: readonly string[]; readonly members: readonly string[] },
): Wanted | undefined {
  // What is said of the refusal follows: `, else 409`.
  const text = need.replace(/[,;(]\s*(?:or\s+)?(?:else|otherwise)\b.*$/i, '');
  const nouns = [...new Set([name, wordsOf(name).at(-1) ?? name])].map(phraseOf).join('|');
  const things = `(?:\\p{L}+\\s+)?(?:${nouns})(?![\\p{L}\\p{N}_-])`;
  if (DENIED.test(text) || !new RegExp(`\\b(?:${nouns})(?![\\p{L}\\p{N}_-])`, 'iu').test(text)) return undefined;
  const count = new RegExp(`\\b(?:at least|no fewer than)\\s+${COUNT}\\s+${things}`, 'iu').exec(text)?.groups?.count;
  const least = count === undefined ? undefined : numberOf(count);
  const isAll = new RegExp(`\\b(?:every|each|all(?: of)?(?: (?:the|its))?)\\s+${things}`, 'iu').test(text);
  const isOne = new RegExp(`\\b(?:an?|one|its)\\s+${things}`, 'iu').test(text);
  const named = namesIn(text, states);
  const behind = text.split(new RegExp(`\\b(?:${nouns})(?![\\p{L}\\p{N}_-])`, 'iu')).at(-1) ?? '';
  const had = isAll && /\b(?:has|have|with)\b/i.test(behind) ? members.filter((one) => hasWord(behind, one)) : [];
  if ((isAll || isOne) && named.length > 0) return { states: named, members: [] };
  if (had.length > 0) return { states: [], members: had };
  return least === undefined ? undefined : { states: [], members: [], least };
}
