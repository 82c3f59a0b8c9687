// Reads what something that a request names must have before the request succeeds: `The member needs a pass`, `Only if the reader has a card`.
import { sentencesIn } from '../sentences.ts';
import { phraseOf, wordsOf } from '../words.ts';

/** A thing of one kind that must be there for a thing of another kind. */
export interface Prerequisite {
  /** What must have it, and what it is, by the names of their collections. */
  readonly owner: string;
  readonly kind: string;
  /** The clause that says so. */
  readonly clause: string;
  readonly quote: string;
}

const OPEN =
  /\b(?:unless|except|may|might|optional\w*|usually|either|or|another|other|more|no longer|if (?:there|it) (?:is|are|has)|recommended|should)\b/i;

/**
 * `isAnswer`: whether the text is that of a response that refuses, which says what is wrong. A sentence counts where it has a status, `only` or
 * `must`: others may say how things are.
 */
export function prerequisitesIn(
  text: string,
  {
    owners,
    kinds,
    own,
    isAnswer,
  }: { readonly owners: readonly string[]; readonly kinds: readonly string[]; readonly own: string; readonly isAnswer: boolean },
): readonly Prerequisite[] {
  return sentencesIn(text).flatMap((quote) =>
    owners.flatMap((owner) =>
      kinds
        .filter((kind) => kind !== owner)
        .flatMap((kind): readonly Prerequisite[] => {
          const clause = clauseOf(quote, formsFor(owner, kind, own, isAnswer));
          return clause === undefined || OPEN.test(clause) ? [] : [{ owner, kind, clause, quote }];
        }),
    ),
  );
}

function formsFor(owner: string, kind: string, own: string, isAnswer: boolean): readonly RegExp[] {
  const [who, what] = [owner, kind].map(
    (name) => `(?:${[...new Set([name, wordsOf(name).at(-1) ?? name])].map(phraseOf).join('|')})(?![\\p{L}\\p{N}_-])`,
  );
  const the = '(?:the|its|their|an?|each|every)';
  const one = '(?:an?|one|at least one|its)\\s+(?:\\p{L}+\\s+)??';
  const has = '(?:already\\s+|also\\s+)?(?:has|holds|owns)';
  const forms = [
    `\\bonly\\s+(?:if|once|when|while|as long as|after)\\s+${the}\\s+${who}\\s+${has}\\s+${one}${what}`,
    `(?:^|,\\s+(?:and|but)\\s+|;\\s+)${the}\\s+${who}\\s+must\\s+(?:already\\s+)?(?:have|hold|own)\\s+${one}${what}`,
    `(?:^|,\\s+(?:and|but)\\s+|;\\s+)${the}\\s+${who}\\s+(?:needs|requires)\\s+${one}${what}(?=[^.]*\\b4\\d\\d\\b)`,
    `^${the}\\s+${phraseOf(own)}\\s+(?:needs|requires)\\s+${one}${what}\\s+(?:of|for|from)\\s+(?:the|its)\\s+${who}(?=[^.]*\\b4\\d\\d\\b)`,
    `\\bonly\\s+(?:an?\\s+)?${who}\\s+(?:with|who (?:has|have|holds?)|that (?:has|have|holds?))\\s+${one}${what}\\s+(?:can|may)\\b`,
  ];
  const missing = [`\\b${the}\\s+${who}\\s+(?:has|holds|owns)\\s+(?:no|not an?|not any)\\s+(?:\\p{L}+\\s+)??${what}`];
  return [...forms, ...(isAnswer ? missing : [])].map((form) => new RegExp(form, 'iu'));
}

/** The clause of a sentence in which one of the forms stands: `The item must be in its box, and reading can begin only if …` has two. */
function clauseOf(quote: string, forms: readonly RegExp[]): string | undefined {
  const found = forms.map((form) => form.exec(quote)).find((one) => one !== null);
  if (found === undefined || found === null) return undefined;
  const before = quote.slice(0, found.index);
  const start = Math.max(...[...before.matchAll(/(?:;|,\s+(?:and|but))\s+/gi)].map((one) => one.index + one[0].length), 0);
  const end = /[;]|,\s+(?:and|but)\s/i.exec(quote.slice(found.index + found[0].length))?.index;
  return quote.slice(start, end === undefined ? undefined : found.index + found[0].length + end);
}
