// Reads that a thing never comes back to a state: `Once it has been active, it can't be a draft again`, `A sent letter never goes back to open`.
import { isNoRule, plainOf, withoutStatus } from '../grammar/plain.ts';
import { sentencesIn } from '../sentences.ts';
import type { Steps } from '../steps.ts';
import { formsOf, namesIn } from '../words.ts';

/** Words by which it may come back after all. */
const OTHERWISE =
  /\b(?:unless|except|but|without|within|until|before|only|by|admin\w*|owners?|support|another|others?|later|automatically|while|more than)\b/i;

const FILLER = '(?:(?:an?|the|in|into|being|state|status|of|either|yet|ever|already)\\s+)*';
const DENIED = '(?:(?:can|may|must|will|does|do|is|are)\\s+(?:not|never)|never|nothing|none)';
const COMES =
  '(?:becomes?|turns?|turned|goes|go|gone|comes?|moves?|moved|gets?|changes?|changed|sets?|switch(?:es|ed)?|steps?|put|made|brought|taken)';
const SOURCE = '\\b(?:once|after|when|if|as soon as|where)\\b';

/** The states that nothing comes back to, from the states that sentences name, or else from all others. */
export function withoutReturn(text: string, states: readonly string[], nouns: readonly string[]): Steps | undefined {
  const one = `[\`'"]?(?:${states.map(formsOf).join('|')})[\`'"]?`;
  const some = `${FILLER}(?<to>${one}(?:(?:\\s*,\\s*(?:or\\s+|nor\\s+)?|\\s+(?:or|nor)\\s+)${FILLER}${one})*)`;
  const thing = `(?:(?:\`?(?:status|state)\`?|it|they|one|that|${nouns.join('|')})s?\\s+)?`;
  const back = [
    `\\b${DENIED}\\b[^.;]{0,40}?\\b(?:back|returns?|returned|reverts?|reverted)\\s+(?:in)?to\\s+${some}`,
    `\\b${DENIED}\\s+(?:ever\\s+)?(?:be\\s+)?(?:${COMES}\\s+)?(?:(?:in)?to\\s+)?(?:an?\\s+)?(?:${nouns.join('|')})?\\s*${some}\\s+(?:again|a second time|once more)\\b`,
    `\\bno\\s+(?:way|step|road|going|coming|return)\\s+(?:back\\s+)?(?:in)?to\\s+${some}`,
  ].map((form) => new RegExp(form, 'i'));
  const found = sentencesIn(text).flatMap((quote) => {
    const plain = plainOf(withoutStatus(quote)).replace(/\s*:\s.*$/, (rest) => (back.some((form) => form.test(rest)) ? rest : ''));
    const match = back.map((form) => form.exec(plain)).find((one) => one !== null);
    const to = namesIn(match?.groups?.to ?? '', states);
    if (match === undefined || to.length === 0 || OTHERWISE.test(plain) || isNoRule(quote)) return [];
    const rest = plain.replace(match[0], ' ');
    // `What was closed cannot be closed again` says that it is done once, and not from where it comes back.
    if (namesIn(rest, states).some((state) => to.includes(state))) return [];
    const from = namesIn(rest, states);
    // What follows another condition than a state is no step.
    const isOpen = from.length === 0 && new RegExp(`${SOURCE}(?!\\s+${thing}(?:has\\s+|is\\s+)?(?:left|no longer)\\b)`, 'i').test(rest);
    return isOpen ? [] : [{ quote, to, from }];
  });
  if (found.length === 0) return undefined;
  const next = new Map(
    states.map((state) => {
      const denied = found
        .filter(({ from, to }) => (from.length === 0 ? !to.includes(state) : from.includes(state)))
        .flatMap(({ to }) => to);
      return [state, new Set(states.filter((other) => other === state || !denied.includes(other)))] as const;
    }),
  );
  return { next, quotes: found.map(({ quote }) => quote) };
}

/**
 * The text without the sentences that refuse one state after another, as those of an operation that sets the state: `A reported repair cannot be done
 * without having been assigned` refuses that step alone.
 */
export function withoutSteps(text: string, states: readonly string[]): string {
  const one = `[\`'"]?(?:${states.map(formsOf).join('|')})[\`'"]?`;
  const step = new RegExp(
    `${one}.*\\b(?:can(?:not|['’]t| not)|may not|must not|never)\\s+(?:ever\\s+)?(?:be|becomes?|be (?:set|put|moved|changed|brought) to|turn(?:s|ed)?(?: in)?to|go(?:es)? (?:back )?to|move to|change to)\\s+(?:an?\\s+|at once\\s+)?${one}`,
    'i',
  );
  return sentencesIn(text)
    .filter((sentence) => !step.test(sentence))
    .join('\n\n');
}
