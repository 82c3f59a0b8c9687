// Reads among which things a value is unique, and what frees it: `taken while another order of the same client has it`, `its name is free again`.
import { plainOf } from '../grammar/plain.ts';
import { names, namesIn, phraseOf, singular } from '../words.ts';

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
  // `The number is never given out again, whereas the address is free from then on`.
  return sentence
    .split(/[,;]\s+(?:whereas|while|but|and)\s+|;\s+/i)
    .some(
      (clause) =>
        names(clause, member) &&
        (isAgain.test(clause) || isGiven.test(clause)) &&
        !/\b(?:not|never|no longer|unless|if|only)\b/i.test(clause),
    );
}

const WORD = '\\p{L}{3,}';

/** Where a document names those whose things it keeps apart: `each group has its own films`, `a port sees nothing of another port`. */
const OWNERS: readonly RegExp[] = [
  new RegExp(`\\b(?:an?other|other|different|every|each) (?<owner>${WORD})`, 'giu'),
  new RegExp(`\\bbelongs? to (?:one|an?|the|your) (?<owner>${WORD})`, 'giu'),
  new RegExp(`(?:^|, )(?<owner>${WORD}) (?:never|cannot|can['’]t|do not|don['’]t) (?:see|know|share)\\b`, 'giu'),
];

/** What the sentences of a document call those whose things it keeps apart, in the singular. */
export function ownersIn(sentences: readonly string[]): readonly string[] {
  const found = sentences.flatMap((text) => OWNERS.flatMap((form) => [...text.matchAll(form)].map(({ groups }) => groups?.owner ?? '')));
  return [...new Set(found.map((owner) => singular(owner.toLowerCase())))];
}

/** A pattern for an owner, in the singular or the plural. */
function patternOf(owners: readonly string[]): string {
  const forms = ['account', ...owners].map((one) => (/[^aeiou]y$/u.test(one) ? `${one.slice(0, -1)}(?:y|ies)` : `${one}(?:e?s)?`));
  return `(?:${forms.join('|')})(?![\\p{L}\\p{N}_-])`;
}

const OF_ALL =
  /\b(?:globally|world-?wide|everywhere|(?:system|platform|service)-?wide)\b|\b(?:whole|entire) (?:service|system|platform)\b/i;
const OF_YOURS = /\b(?:of|in|within|for|by|at|among|per) (?:all (?:of )?)?your\b/i;

/** Whether a sentence says that a value is unique among the things of one account or of all accounts; `undefined` where it says neither. */
export function accountsIn(text: string, owners: readonly string[]): 'each' | 'all' | undefined {
  const owner = patternOf(owners);
  const matches = (form: string): boolean => new RegExp(form, 'iu').test(text);
  const isOfAll =
    OF_ALL.test(text) ||
    matches(`\\b(?:across|among|between|in|by|of|from) (?:all|any)(?: of)?(?: the)?(?: other)? ${owner}`) ||
    matches(`\\bacross ${owner}|\\b(?:(?:whatever|whichever|even (?:in|by|of|from) (?:an?other|other)) ${owner})`);
  if (isOfAll) return 'all';
  const isOfEach =
    OF_YOURS.test(text) ||
    matches(`\\b(?:of|in|within|for|by|at|inside|per|on)(?: (?:the|an?|one|its|each|every|that))?(?: same| own)? ${owner}`) ||
    matches(`^(?:an?|each|every|one) ${owner} (?:has|have|knows?|keeps?|uses?|takes?|gives?|holds?)\\b`);
  return isOfEach ? 'each' : undefined;
}

/** Whether a sentence about all things lets two accounts have the same values: `Two museums may well use the same number or code`. */
export function isSharedByAccounts(text: string, owners: readonly string[]): boolean {
  const form = `\\b(?:two|different|several|other|both) ${patternOf(owners)} (?:may|can|might)(?! ?not)\\b[^.;]*\\bthe same\\b`;
  return new RegExp(form, 'iu').test(text);
}
