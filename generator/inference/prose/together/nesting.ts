// Reads what a sentence says of things that stand below others of their own kind: how many levels there are (`Categories go two levels deep`,
// `A subtask cannot have subtasks`), that none is below itself, and that none is deleted while others are below it.
import { NUMBERS, numberOf, phraseOf } from '../words.ts';

const COUNT = `(\\d+|${NUMBERS.join('|')})`;
const LEVELS = new RegExp(`\\b${COUNT}[ -]levels?\\b`, 'i');
const DENIED = "(?:cannot|can not|can['’]t|may not|must not|never|no|not)";
const HAS = '(?:have|has|having|get|gets|contain|contains|hold|holds)';

/** Two levels, in other words: what has a parent is none itself. */
const TWO: readonly RegExp[] = [
  new RegExp(
    `\\b(?:${HAS}|with)\\s+(?:an?|its own|their own)\\s+(?:\\p{L}+\\s+)?parents?\\s+(?:\\p{L}+\\s+)?(?:itself|themselves|of (?:its|their) own|already)\\b`,
    'iu',
  ),
  /\bparents?\b[^.;]*\b(?:must|may|can|should)\s+(?:itself\s+|also\s+)?(?:not\s+have|have\s+no)\s+(?:an?\s+)?parents?\b/i,
  /\bparents?\b[^.;]*\bmust\s+(?:itself\s+|also\s+)?(?:be|stand|lie)\s+(?:an?\s+|on\s+(?:the\s+)?|at\s+(?:the\s+)?)?(?:top|root|uppermost|highest)\b/i,
  new RegExp(`\\bsub-?(\\p{L}{3,}?)s?\\b[^.;]*\\b${DENIED}\\b[^.;]*\\b${HAS}\\b[^.;]*\\b(?:sub-?\\1s?|children|parents?)\\b`, 'iu'),
  new RegExp(
    `\\b(?:child|children|repl(?:y|ies)|answers?)\\b[^.;]*\\b${DENIED}\\b[^.;]*\\b(?:${HAS}\\s+(?:\\p{L}+\\s+)*(?:children|repl(?:y|ies)|answers)|be\\s+(?:replied|answered)(?:\\s+to)?)\\b`,
    'iu',
  ),
  /\b(?:not|never)\s+(?:be\s+)?(?:an?\s+)?(?:repl(?:y|ies)|answers?|child(?:ren)?|sub-?\p{L}+)\s+(?:itself|themselves)\b/iu,
];

/** Words for some limit. A sentence that only speaks of nested things may refuse them for anything else. */
const SOME: readonly RegExp[] = [
  /\b(?:too|so|any) deep(?:ly)?\b|\b(?:any|no|not|never)\b[^.;]*\bdeeper\b/i,
  /\b(?:max\w*|limit\w*|exceed\w*|greatest|beyond|too (?:great|large|many))\b[^.;]*\b(?:depth|levels|nesting)\b|\b(?:depth|levels|nesting)\b[^.;]*\b(?:max\w*|limit\w*|exceed\w*|beyond|too (?:great|large|many))\b/i,
  /\b(?:cannot|can not|can['’]t|may not|must not|never)\s+(?:be\s+)?nest(?:ed)?\b(?!\s+(?:below|under|in|into|inside|within|at|on|to)\b)/i,
];

/** How many levels there are: a number, or `some` where the sentence only says that there are not any number of them. */
export function levelsIn(text: string): number | 'some' | undefined {
  const count = numberOf(LEVELS.exec(text)?.[1] ?? '');
  if (count !== undefined && count > 1) return count;
  if (TWO.some((form) => form.test(text))) return 2;
  return count !== undefined || SOME.some((form) => form.test(text)) ? 'some' : undefined;
}

const ITSELF =
  /\b(?:below|under|beneath|in|into|inside|to|of|on|with|as)\s+(?:itself|themselves)\b|\b(?:its|their)\s+own\s+(?:parents?|ancestors?)\b|\b(?:not|never)\s+be\s+itself\b/i;
const CIRCLE =
  /\bcirc(?:les?|ular\w*)\b|\bcycl\w+\b|\bloops?\b|\bdescendants?\b|\b(?:one|any)\s+of\s+(?:its|their)\s+(?:own\b|children\b|sub)|\b(?:its|their)\s+own\s+(?:sub-?\p{L}+|child\p{L}*)/iu;

/** What a sentence keeps a thing from: to be below itself, or to be below what is below it. */
export function ringsIn(text: string): { readonly isItself: boolean; readonly isCircle: boolean } {
  return { isItself: ITSELF.test(text), isCircle: CIRCLE.test(text) };
}

/** Whether a sentence says of a thing that it does not name itself: `An issue cannot block itself`, `It must be another stop`. */
export function deniesItself(text: string, name: string): boolean {
  const other = new RegExp(`\\bmust\\s+(?:be|name)\\s+(?:an?other|a different)\\s+(?:${phraseOf(name)}|one)(?![\\p{L}\\p{N}_-])`, 'iu');
  const own = /(?<!\b(?:the|this|that)\s\p{L}{1,20}\s)\b(?:itself|themselves|yourself|oneself)\b/iu;
  return other.test(text) || (own.test(text) && /\b(?:cannot|can['’]t|not|never|no)\b|\brefus|\breject|\b4\d\d\b/i.test(text));
}

/** Whether a sentence speaks of others of the same kind that are below a thing: `other categories`, `child tasks`, `sub-departments`. */
export function namesOthersOf(text: string, name: string): boolean {
  const noun = `(?:${phraseOf(name)})(?![\\p{L}\\p{N}_-])`;
  return new RegExp(`\\b(?:other|further|more|child|nested|lower)\\s+${noun}|\\bsub-?${noun}|\\bchildren\\b`, 'iu').test(text);
}
