// Reads from clauses which time may not lie in the future, or in the past: `A sample that was taken in the future is refused`.
import { mentionsIn } from '../relations.ts';
import { stemOf, wordsOf } from '../words.ts';
import { type Stated, saidBy } from './statements.ts';

export interface TimeClaim {
  readonly member: string;
  readonly ruled: 'past' | 'future';
}

const WHEN =
  /\bin the (future|past)\b|\b(?:before|earlier than|later than|after) (?:today|now|the (?:present|current) (?:day|time|moment))\b/i;
const DENIED = /\b(?:can|may|must|shall|does|do|is|are) (?:not|never|no longer)\b|\b(?:nobody|nothing|never|no one)\b/i;
const REFUSED = /\b(?:refus|reject|declin|forbid|forbidden|invalid|error|wrong)\w*\b/i;
const STATUS = /\(4\d\d\b/;
const MUST = /^(?:must|has to|have to)\b(?! not)/;
/** Words by which it holds at times only, or by which something else is said of it. */
const OTHERWISE = /\b(?:unless|except|should|usually|if|when|while|or(?! before| after| lie| be)|shown|returned)\b/i;

/** @param times the members that are times, by name */
export function timeClaimIn(clause: Stated, times: readonly string[]): TimeClaim | undefined {
  const { verb, refusal, condition, isSituation, quote } = clause;
  const text = saidBy(clause);
  const found = WHEN.exec(text);
  if (found === null || times.length === 0 || (condition !== undefined && !/^without\b/i.test(condition))) return undefined;
  if (OTHERWISE.test(text.slice(0, found.index)) && isSituation !== true) return undefined;
  const isFuture = found[1]?.toLowerCase() === 'future' || /later|after/i.test(found[0]);
  // What stands before a status in brackets, and denies nothing, is what must be so: `A screening starts in the future (422)`.
  const isWanted = MUST.test(verb) || (STATUS.test(quote) && isSituation !== true && !DENIED.test(text) && !REFUSED.test(quote));
  if (!isWanted && !DENIED.test(text) && refusal === undefined) return undefined;
  const member = memberFor(text.slice(0, found.index), times);
  return member === undefined ? undefined : { member, ruled: isFuture === isWanted ? 'past' : 'future' };
}

/** The time that a clause is about: the one that it names, that of what is done, or the only one. */
function memberFor(text: string, times: readonly string[]): string | undefined {
  const named = mentionsIn(text, times).at(-1)?.name;
  if (named !== undefined) return named;
  const stems = new Set(wordsOf(text).map(stemOf));
  const done = times.filter((name) => stems.has(stemOf(wordsOf(name)[0] ?? '')) && wordsOf(name).length > 1);
  if (done.length === 1) return done[0];
  const isGeneral =
    /\b(?:days?|dates?|times?|moments?|instants?|it|they)\s*(?:\b(?:can|may|must|is|are|lies?|be|not|never|that|which|lie|was|were)\b.*)?$/i.test(
      text.trim(),
    );
  return times.length === 1 && isGeneral ? times[0] : undefined;
}
