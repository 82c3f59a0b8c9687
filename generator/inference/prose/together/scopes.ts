// Reads among which things a value is unique, and what frees it: `taken while another order of the same client has it`, `its name is free again`.
import { plainOf } from '../grammar/plain.ts';
import { names, namesIn, phraseOf } from '../words.ts';

/** Whether values are unique among the things of one owner, and others may have them: `no two rooms of a hotel`, `unique per client`. */
export function isScopedTo(text: string, owner: string): boolean {
  const noun = `${phraseOf(owner)}(?![\\p{L}\\p{N}_-])`;
  const form = `\\b(?:(?:of|for|in|by|at|on|from|under|to) (?:the|this|that) same|within (?:an?|the|one|its|the same|each)|per|(?:for|in|of|on|at) (?:each|every|one|an?|any)|inside (?:an?|the|one)) (?:\\p{L}+ )?${noun}`;
  return new RegExp(form, 'iu').test(text);
}

/** The states that a thing must not be in to keep its value from others: `another order that is not cancelled`. */
export function endingIn(text: string, states: readonly string[]): readonly string[] {
  const denied = /\b(?:that|which|who) (?:is|are|was|were|has|have) (?:not|neither) (?:yet |been )?(.+)$/i.exec(plainOf(text))?.[1] ?? '';
  return namesIn(denied, states);
}

/** Whether a text about an operation says that it frees a member: `its reference is free again`, `releases the code`. */
export function isFreedIn(sentence: string, member: string): boolean {
  const isAgain =
    /\b(?:free|available|usable|reusable|open)\b(?: (?:again|for others|from then on))|\b(?:can|may) be (?:used|taken|given|chosen) (?:again|anew|by others)\b/i;
  const isGiven = /\b(?:frees|releases|gives back|gives up)\b/i;
  return (
    names(sentence, member) &&
    (isAgain.test(sentence) || isGiven.test(sentence)) &&
    !/\b(?:not|never|no longer|unless|if|only)\b/i.test(sentence)
  );
}
