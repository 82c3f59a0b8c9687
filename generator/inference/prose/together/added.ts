// Reads what an operation makes beside its own thing: `A notice is added to the sailing`, `Writes an entry to the history`.
import { sentencesIn } from '../sentences.ts';
import { escaped, phraseOf } from '../words.ts';

/** One thing of another kind that an operation makes. */
export interface Added {
  /** The name of its collection. */
  readonly name: string;
  readonly quote: string;
}

/** Words by which nothing is made in some cases, or not at once. */
const CONDITION =
  /\b(?:if|when|whenever|unless|until|while|where|may|might|can|could|should|must|except|without|only|not|never|no|optional\w*|usually|either|or|later|soon|eventually|within|unless|asynchronous\w*|queued?|background)\b/i;

const ONE = '(?:an?|one|another|a new|its own|the)';
const MADE = '(?:added|created|made|written|recorded|issued|logged|appended|noted|posted|drawn up|generated|produced)';
const MAKES = '(?:adds|creates|writes|records|issues|logs|appends|notes|posts|draws up|generates|produces)';
/** What lists of events have, by whatever name. */
const ENTRY = '(?:entry|line|record|row|event|item)';

/** `names`: of the collections of other things. */
export function addedIn(text: string, names: readonly string[]): readonly Added[] {
  return sentencesIn(text).flatMap((quote) => {
    if (CONDITION.test(quote)) return [];
    // Where two names fit, such as `review notes` and `notes`, the sentence means the longer one.
    const name = names.toSorted((one, other) => other.length - one.length).find((one) => formsFor(one).some((form) => form.test(quote)));
    return name === undefined ? [] : [{ name, quote }];
  });
}

function formsFor(name: string): readonly RegExp[] {
  const noun = `${phraseOf(name)}(?![\\p{L}\\p{N}_-])`;
  const into = `(?:\\s+(?:in|on|to|into|of|for)\\s+(?:the|its|an?)\\s+(?:\\p{L}+['’]s?\\s+)?${noun})`;
  const aside = '(?:\\s+(?:with|of|for|about|over|that|which)\\s+[^.;,]{1,60}?)?';
  const thing = `(?:(?:\\p{L}+\\s+)??${noun}|(?:\\p{L}+\\s+)?${ENTRY}(?=${aside}${into}))`;
  return [
    `^(?:(?:also|then|at once|automatically|with (?:it|this)),?\\s+)?(?!the\\s)${ONE}\\s+${thing}${aside}\\s+is\\s+(?:then\\s+|also\\s+|automatically\\s+|thereby\\s+)*${MADE}\\b`,
    `^(?:(?:also|then|automatically)\\s+)?${ONE}\\s+(?:\\p{L}+\\s+)?${ENTRY}\\s+is\\s+(?:then\\s+|also\\s+|automatically\\s+)*${MADE}${into}`,
    `(?:^|\\band\\s+(?:also\\s+)?|,\\s*)${MAKES}\\s+(?:an?|one|another|a new)\\s+${thing}`,
  ].map((form) => new RegExp(form, 'iu'));
}

/** The values that a sentence says members of the new thing have: ``with the severity `high` ``. */
export function saidMembers(quote: string, members: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    members.flatMap((name): readonly (readonly [string, string])[] => {
      const form = `\\b(?:the|an?|its|with|of)\\s+\`?(?:${escaped(name)}|${phraseOf(name)})\`?\\s+(?:is\\s+|of\\s+)?\`(?<value>[^\`]+)\``;
      const { value } = new RegExp(form, 'iu').exec(quote)?.groups ?? {};
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
