// Reads to which state something that is made below a thing brings it:
// `The event delivered makes its status delivered, each other event makes it in_transit`.
import { sentencesIn } from '../sentences.ts';
import { formsOf, hasWord, namesIn } from '../words.ts';

export interface MadeState {
  /** The state that the thing comes to. */
  readonly to: string;
  /** The value of what is made that the clause names; absent where it names none. */
  readonly value?: string;
  /** Whether it is about all values that no other clause names. */
  readonly isOther: boolean;
  readonly quote: string;
}

/** Words that make an effect one that does not always come. */
const CONDITION = /\b(?:if|when|whenever|unless|until|while|once|after|may|might|can|could|without|except|last|fully|not)\b/i;
const MAKES = '(?:makes?|turns?|sets?|moves?|brings?|puts?|changes?|marks?)';

/** `values`: those that a member of what is made may have. `things`: the words for the thing above it. */
export function madeStatesIn(
  description: string,
  states: readonly string[],
  things: readonly string[],
  values: readonly string[],
): readonly MadeState[] {
  const one = `[\`'"]?(?:${states.map(formsOf).join('|')})[\`'"]?`;
  const thing = `(?:the\\s+|its\\s+|an?\\s+)?(?:${things.join('|')})`;
  const status = '(?:status|state)';
  const subject = `(?:it|(?:its|the)\\s+${status}(?:\\s+of\\s+${thing})?|${thing}(?:['’]s\\s+${status})?)`;
  const form = new RegExp(`^(.*?)\\b${MAKES}\\s+${subject}\\s+(?:(?:to|into|as|in)\\s+)?(${one})(?=\\s*(?:$|[.,;:]))`, 'iu');
  return sentencesIn(description).flatMap((quote) =>
    quote.split(/,\s+(?:and\s+)?(?=(?:each|any|every|all)\s+others?\b|the\s)/i).flatMap((clause): readonly MadeState[] => {
      const found = CONDITION.test(clause) ? null : form.exec(clause);
      const [to] = namesIn(found?.[2] ?? '', states);
      const before = found?.[1] ?? '';
      const [value, second] = values.filter((listed) => hasWord(before, listed));
      if (to === undefined || second !== undefined) return [];
      return [{ to, quote, isOther: /\b(?:each|any|every|all)\s+others?\b/i.test(before), ...(value === undefined ? {} : { value }) }];
    }),
  );
}

/** What is said of something that is made with these values. */
export function madeStateOf(said: readonly MadeState[], given: readonly unknown[]): MadeState | undefined {
  const named = said.filter(({ value }) => value !== undefined && given.includes(value));
  const others = said.filter(({ value, isOther }) => value === undefined && isOther);
  const plain = said.filter(({ value, isOther }) => value === undefined && !isOther);
  const [one, second] = named.length > 0 ? named : others.length > 0 ? others : plain;
  return second === undefined ? one : undefined;
}
