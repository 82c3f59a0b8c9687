// Reads how much all that is added to one thing may come to, where a sentence has the number: `All extras of a stay together may come to 100,000`.
import { isNoRule } from '../grammar/plain.ts';
import { names, wordsOf } from '../words.ts';

const TOGETHER = /\b(?:together|altogether|in (?:total|all|sum)|(?:the )?sum of|add(?:s|ed)? up|combined|(?:the )?total)\b/i;
const LIMIT =
  '(?:not?\\s+(?:more|higher|greater)\\s+than|(?:not|never)\\s+(?:exceed|be\\s+above|go\\s+(?:above|beyond|over))|above|beyond|over|exceeds?|exceeding|more than|at most|up to|a maximum of|(?:come|add up|amount|sum up|go)\\s+to|reach)';
const FORM = new RegExp(
  `\\b${LIMIT}\\s+(?:a\\s+total\\s+of\\s+)?\`?(?<number>\\d{1,3}(?:[,']\\d{3})+|\\d+)\`?(?![\\d.,]*\\d)(?:\\s+(?<unit>\\p{L}+))?`,
  'iu',
);
/** Words by which a limit holds for a part of what is added, for a time, or under a condition. */
const NARROW =
  /%|\b(?:per ?cent|percent|per|a (?:day|week|month|year)|each|every|within|daily|weekly|monthly|yearly|at once|unless|except|if|bytes|[kmg]i?b|characters|seconds?|minutes?|items?|entries|requests?)\b/i;
const WAYS = /\b(?:may|must|can|cannot|never|not|refused|rejected|limit\w*|at most|up to)\b/i;

/** `members`: the names of the numbers that are added, and of the one that shows them all. A unit must be one of their words, or cents. */
export function limitInAll(text: string, members: readonly string[]): number | undefined {
  const { number = '', unit } = FORM.exec(text)?.groups ?? {};
  if (number === '' || NARROW.test(text) || !TOGETHER.test(text) || !WAYS.test(text) || isNoRule(text)) return undefined;
  const isFollowing = unit === undefined || /^(?:and|or|but|is|are|so|cents?)$/i.test(unit);
  const isKnown = isFollowing || members.some((one) => names(unit, one) || wordsOf(one).some((word) => names(unit, word)));
  return isKnown ? Number(number.replace(/[,']/g, '')) : undefined;
}
