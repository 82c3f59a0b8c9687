// Reads which state comes after each: `An open ticket becomes pending`, `If the order was packed already, it is open again`.
import { sentencesIn } from '../sentences.ts';
import { namesIn } from '../words.ts';

/** What may stand before a state. */
export const FILLERS = '(?:(?:in|the|a|an|its|of|yet|still|already|currently|longer|either|one|state|status)\\s+)*';

/** Words that make a transition one that does not always happen. */
const CONDITION =
  /\b(?:if|when|unless|where|once|after|until|while|not|may|might|can|could|unsuccessful|automatically|later|eventually)\b/i;

/** Patterns for one state, for several of them, and the words by which texts call the things. */
interface Patterns {
  readonly one: string;
  readonly some: string;
  readonly nouns: readonly string[];
}

/** The state that comes after each: `A new or pending ticket becomes open, an open one stays so`. */
export function turnsIn(text: string, states: readonly string[], { one, some, nouns }: Patterns): ReadonlyMap<string, string> {
  const subject = `${some}(?:\\s+(?:${[...nouns, 'ones?'].join('|')}))?`;
  const turns = new RegExp(
    `${subject}\\s+(?:becomes?|turns? into|goes to|moves? to|changes? to)\\s+${FILLERS}(${one})(?=\\s*(?:$|[.,;:)]|and\\b))`,
    'gi',
  );
  const stays = new RegExp(`${subject}\\s+(?:stays?|remains?)\\s+(?:so|as (?:it|they) (?:is|are)|the same)\\b`, 'gi');
  const found = new Map(stepsIn(text, states, { one, some, nouns }));
  for (const sentence of sentencesIn(text)) {
    for (const [from, to] of turnsWhere(sentence, states, { one, some, nouns })) found.set(from, to);
    if (CONDITION.test(sentence)) continue;
    for (const [, from = '', to = ''] of sentence.matchAll(turns)) {
      const [after] = namesIn(to, states);
      for (const state of namesIn(from, states)) if (after !== undefined) found.set(state, after);
    }
    for (const [, from = ''] of sentence.matchAll(stays)) for (const state of namesIn(from, states)) found.set(state, state);
  }
  return found;
}

/** The steps that an operation is said to do: `Takes an order from \`open\` to \`packed\` (409 otherwise)`. */
function stepsIn(
  text: string,
  states: readonly string[],
  { one, some, nouns }: Patterns,
): readonly (readonly [from: string, to: string])[] {
  const thing = `(?:it|them|(?:the|an?)\\s+(?:${nouns.join('|')}))`;
  const form = new RegExp(
    `^(?:this\\s+)?(?:takes?|moves?|brings?|puts?|turns?|changes?|switch(?:es)?|transitions?|leads?)\\s+${thing}\\s+from\\s+${FILLERS}${some}\\s+(?:in)?to\\s+${FILLERS}(?<to>${one})(?<rest>.*)$`,
    'i',
  );
  return sentencesIn(text).flatMap((quote) => {
    const found = form.exec(quote);
    const [to] = namesIn(found?.groups?.to ?? '', states);
    if (found === null || to === undefined || /\b(?:if|unless|except|when|may|can)\b/i.test(found.groups?.rest ?? '')) return [];
    return namesIn(found[1] ?? '', states).map((from) => [from, to] as const);
  });
}

/** What becomes of things in a state that the sentence begins with: `If the order was packed already, it is unpacked and is open again`. */
function turnsWhere(
  text: string,
  states: readonly string[],
  { one, some, nouns }: Patterns,
): readonly (readonly [from: string, to: string])[] {
  const thing = `(?:it|(?:the|an?)\\s+(?:${nouns.join('|')}))`;
  const where = new RegExp(
    `^(?:if|when|where|once)\\s+${thing}\\s+(?:is|was|has been|had been)\\s+(?:already\\s+)?${some}(?:\\s+already)?,\\s+(?:then\\s+)?(?<rest>.+)$`,
    'i',
  ).exec(text);
  const { rest = '' } = where?.groups ?? {};
  if (where === null || CONDITION.test(rest)) return [];
  const turn = new RegExp(
    `(?:^|[,;:]\\s+|\\band\\s+)${thing}\\s+(?:is|becomes|gets|turns|goes back to|comes back to|returns to)\\s+(?:then\\s+|now\\s+)?${FILLERS}(${one})(?:\\s+again)?(?=\\s*(?:$|[.,;:)]|and\\b))`,
    'i',
  ).exec(rest);
  const [to] = namesIn(turn?.[1] ?? '', states);
  return to === undefined ? [] : namesIn(where[1] ?? '', states).map((from) => [from, to] as const);
}
