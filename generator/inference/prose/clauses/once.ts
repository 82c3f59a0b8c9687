// Reads that an action is done once: the second time, in the state that the first one has led to, it is refused.
import type { Operation } from '../../../model/service.ts';
import { type Stated, statementsIn } from './statements.ts';

/** The sentence that refuses an action the second time, in the state that the first one has led to: `Cancelling it again is a 409`. */
export function onceIn({ description = '' }: Pick<Operation, 'description'>): string | undefined {
  const found = statementsIn(description).find(
    ({ quote, clauses }) => clauses.some(isOnce) && !/\b(?:body|key|request|unless|except|with|within|times|days?)\b/i.test(quote),
  );
  return found?.quote;
}

/** `Publishing twice is a mistake (409)`, `It can be cancelled once (409)`, `What was taken out already cannot be taken out again`. */
function isOnce({ subject, verb, rest, refusal = '' }: Stated): boolean {
  if (!/^4(?!04)/.test(refusal)) return false;
  if (/^\w+ing (?:(?:it|one|the \w+|an? \w+) )?(?:again|twice|a second time)$/i.test(subject)) return true;
  if (/^(?:can|may) (?:only )?be\b/.test(verb)) return /^\w+(?:ed|en|nt|ld|t) (?:only )?once\b/i.test(rest);
  return (
    /^(?:already )?(?:can|may|must) not (?:be\b|$)/.test(verb) &&
    /\balready\b/i.test(`${subject} ${verb}`) &&
    /^(?:be )?\w+ (?:again|twice)\b/i.test(rest)
  );
}
