// Reads that a number of a thing adds up a number of others: `The minutes of its observations`, `The totals of the customer's orders that are
// confirmed, added up`, `minutes less those of the bookings in the slot`.
import { memberNamed } from '../formulas.ts';
import { namesIn, phraseOf, singular, wordsOf } from '../words.ts';

/** What a number adds up of other things. */
export interface Totalled {
  /** The number of each of them. */
  readonly of: string;
  /** Whether the sum of them is taken off. */
  readonly isTakenOff: boolean;
  /** By what a number is multiplied, where both are told in different units of time. */
  readonly factor: number;
}

/** The names that such a text may use. */
export interface TotalNames {
  /** The collection of the others, and their numbers. */
  readonly others: string;
  readonly numbers: readonly string[];
  /** The number of the thing that the text is about, and all of its numbers. */
  readonly member: string;
  readonly own: readonly string[];
  /** The states of the others. */
  readonly states: readonly string[];
}

/** Names of the one number that a sum of things is the sum of. */
const AMOUNT = /^(?:amount|total|value|sum|cents|price|cost|line_?total|amount_?(?:minor|cents)|total_?(?:minor|cents))$/i;
/** Words that count, and name no number of a thing. */
const COUNTING =
  /^(?:the\s+)?(?:numbers?|counts?|names?|ids?|most|rest|maximum|minimum|average|mean|median|highest|lowest|latest|last|first)\b/i;
const SECONDS: ReadonlyMap<string, number> = new Map([
  ['second', 1],
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
]);

const ADDED = '(?:added up|summed up|in all|together|altogether|in total)';
const UNIT = '(?:in\\s+(?:seconds|minutes|hours|days|cents|pence|euros|dollars|minor units))';
const PLACE = '(?:of|in|on|for|at|from|under|below)\\s+(?:the|this|its|it|that)(?:\\s+\\p{L}+)?';
const WHICH = '(?<which>(?:that|which|who)\\s+(?:is|are|was|were|has been|have been)\\b[^,;.]*?)';
const BEHIND = `(?<behind>(?:,?\\s+(?:${PLACE}|${ADDED}|${UNIT}))*(?:,?\\s+${WHICH})?(?:,?\\s+(?:${PLACE}|${ADDED}|${UNIT}))*)`;
const ALL = '(?<all>(?:(?:all|each|every|any|the|its|their|his|her)\\s+)*)(?<kind>(?:[\\w-]+\\s+(?:(?:and|or)\\s+)?){0,3}?)';

export function totalledIn(text: string, { member: about, others, numbers, own, states }: TotalNames): Totalled | undefined {
  const said = text
    .replace(/[`*"]/g, '')
    .replace(/\b(?:the|its|an?|this)\s+\p{L}+['’]s\s+/giu, 'the ')
    .replace(/[.;]\s*$/, '')
    .trim();
  const of = `(?:of|over|from)\\s+${ALL}${phraseOf(others)}(?![\\p{L}\\p{N}_-])${BEHIND}$`;
  const forms: readonly string[] = [
    `^(?:the\\s+)?(?<sum>sum|total)\\s+(?:of\\s+(?<amount>.+?)\\s+)?${of}`,
    `^(?<own>.+?)\\s+(?:less|minus)\\s+(?:those|that|(?<amount>.+?))\\s+${of}`,
    `^what\\s+(?<verb>\\p{L}+)\\s+${of}`,
    `^(?:the\\s+)?(?<amount>.+?)\\s+${of}`,
  ];
  for (const form of forms) {
    const { sum, amount, own: whole, verb, all = '', kind = '', which = '', behind = '' } = new RegExp(form, 'iu').exec(said)?.groups ?? {};
    if (amount === undefined && sum === undefined && whole === undefined && verb === undefined) continue;
    // Words that choose some of them must be their states.
    if ([kind, which].some((words) => words.trim() !== '' && namesIn(words, states).length === 0)) return undefined;
    const less = whole === undefined ? undefined : memberNamed(whole, own);
    if ((whole !== undefined && less === undefined) || (amount !== undefined && COUNTING.test(amount))) return undefined;
    const phrase = amount ?? (verb === undefined ? less : undefined);
    const member = verb !== undefined ? ofVerb(verb, numbers) : phrase === undefined ? onlyAmount(numbers) : numberOf(phrase, numbers);
    // `The price of the tickets` may be that of each of them: several of them, or all, are added up.
    const isSum =
      sum !== undefined ||
      less !== undefined ||
      /\ball\b/i.test(all) ||
      new RegExp(ADDED, 'i').test(behind) ||
      /s$/i.test((amount ?? '').trim());
    if (member === undefined || !isSum) return undefined;
    return { of: member, isTakenOff: less !== undefined, factor: factorOf(behind, about, member) };
  }
  return undefined;
}

function onlyAmount(numbers: readonly string[]): string | undefined {
  const found = numbers.filter((name) => AMOUNT.test(name));
  return found.length === 1 ? found[0] : undefined;
}

/** `What remains of its lots` is their `remaining`. */
function ofVerb(verb: string, numbers: readonly string[]): string | undefined {
  const stem = singular(verb.toLowerCase()).replace(/(?:ed|ing|s)$/, '');
  const found = numbers.filter((name) => wordsOf(name).some((word) => stem.length > 3 && word.startsWith(stem)));
  return found.length === 1 ? found[0] : undefined;
}

/** The number that a phrase names: `the requested time` is `requestedMinutes`. */
function numberOf(phrase: string, numbers: readonly string[]): string | undefined {
  const exact = memberNamed(phrase, numbers);
  if (exact !== undefined) return exact;
  const timed = /^(.*\S)\s+time$/i.exec(phrase.trim())?.[1];
  const found = timed === undefined ? [] : [...SECONDS.keys()].flatMap((unit) => memberNamed(`${timed} ${unit}s`, numbers) ?? []);
  return found.length === 1 ? found[0] : undefined;
}

/** Between the unit that a text or the name of its number has, and that of the number that is added up. */
function factorOf(behind: string, about: string, member: string): number {
  const unitIn = (name: string): number | undefined =>
    wordsOf(name)
      .map((word) => SECONDS.get(singular(word)))
      .find((one) => one !== undefined);
  const named = /\bin\s+((?:second|minute|hour|day)s)\b/i.exec(behind)?.[1];
  const [to, from] = [unitIn(named ?? '') ?? unitIn(about), unitIn(member)];
  return to === undefined || from === undefined ? 1 : from / to;
}
