// Reads that a time is another one and a length later: `startsAt and durationMinutes later`.
import { ARTICLE, OPENING } from '../formulas.ts';
import { sentencesIn } from '../sentences.ts';
import { singular, wordsOf } from '../words.ts';

/** A time that is another one and a number of its unit later. */
export interface Later {
  readonly quote: string;
  readonly from: string;
  readonly by: string;
}

const LATER: readonly (readonly [form: RegExp, from: number, by: number])[] = [
  [/^(.+?)\s+and\s+(.+?)\s+later$/i, 1, 2],
  [/^(.+?)\s*(?:\bplus\b|\+)\s*(.+)$/i, 1, 2],
  [/^(.+?)\s+(?:after|from)\s+(.+)$/i, 2, 1],
];

/** What a name of a time or of its length may have behind the words that a text writes. */
const BEHIND = new Set(['at', 'on', 'time', 'date', 'minutes', 'hours', 'seconds', 'mins', 'min']);

/** The time that a text says is so much later than another one: `startsAt and durationMinutes later`, `The start plus the duration`. */
export function laterIn(text: string, times: readonly string[], numbers: readonly string[]): Later | undefined {
  const find = (phrase: string, names: readonly string[]): string | undefined => {
    const words = wordsOf(phrase.replace(ARTICLE, '')).map(singular);
    const found = names.filter((name) => {
      const own = wordsOf(name);
      return (
        words.length > 0 &&
        words.every((word, at) => word === singular(own[at] ?? '')) &&
        own.slice(words.length).every((one) => BEHIND.has(one))
      );
    });
    return found.length === 1 ? found[0] : undefined;
  };
  for (const quote of sentencesIn(text)) {
    const bare = quote.replace(/[.;]$/, '').replace(/[`'"]/g, '').replace(OPENING, '').trim();
    for (const [form, first, second] of LATER) {
      const found = form.exec(bare);
      const [from, by] = [find(found?.[first] ?? '', times), find(found?.[second] ?? '', numbers)];
      if (from !== undefined && by !== undefined) return { quote, from, by };
    }
  }
  return undefined;
}
