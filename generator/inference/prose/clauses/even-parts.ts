// Reads how an operation splits an amount: into equal parts, of which one takes what is left over, and a month apart.
import { sentencesIn } from '../sentences.ts';

/** What the texts of an operation say of the parts that it makes. */
export interface EvenParts {
  /** Which part takes what cannot be split evenly. */
  readonly rest?: { readonly at: 'first' | 'last'; readonly quote: string };
  /** `isClamped`: a day that a month does not have becomes its last one. */
  readonly monthly?: { readonly isClamped: boolean; readonly quote: string };
}

const EVEN = /\b(?:equal(?:ly|-sized)?|evenly|the same amount|in(?:to)? equal\b)/i;
const REST =
  /\b(?:left over|leaves? over|leftover|remainder|remaining (?:cents?|pennies|amount)|the rest\b|rounding (?:difference|error)|odd (?:cents?|pennies))/i;
const MONTHLY = /\b(?:a|one) month apart\b|\bmonthly\b|\b(?:every|each) month\b|\bin consecutive months\b|\bmonth by month\b/i;
const CLAMPED =
  /\blast day of (?:a|the|that|each|any) (?:shorter )?month\b|\bend of (?:a|the) (?:shorter )?month\b|\bmonths? (?:that (?:is|are) )?(?:too )?short/i;
/** Words of a choice or a condition. */
const OPEN = /\b(?:if|unless|may|can be|usually|by default|or weekly|either)\b/i;

export function evenPartsIn(text: string): EvenParts | undefined {
  const sentences = sentencesIn(text).filter((one) => !OPEN.test(one));
  const even = sentences.find((one) => EVEN.test(one));
  const rest = even === undefined ? undefined : sentences.flatMap((one) => restIn(one) ?? []).at(0);
  const monthly = sentences.find((one) => MONTHLY.test(one));
  if (rest === undefined && (monthly === undefined || even === undefined)) return undefined;
  return {
    ...(rest === undefined ? {} : { rest }),
    ...(monthly === undefined || even === undefined
      ? {}
      : { monthly: { isClamped: sentences.some((one) => CLAMPED.test(one)), quote: monthly } }),
  };
}

function restIn(text: string): EvenParts['rest'] {
  // The words behind the rest say where it goes, or those before it where it comes last: `The last one takes the remainder`.
  const at = REST.exec(text)?.index;
  if (at === undefined) return undefined;
  const [before, behind] = [endsIn(text.slice(0, at)), endsIn(text.slice(at))];
  const [end, another] = [...new Set(behind.length > 0 ? behind : before)];
  return end === undefined || another !== undefined ? undefined : { at: end, quote: text };
}

function endsIn(text: string): readonly ('first' | 'last')[] {
  const found = text.match(/\b(?:first|last|final)\b/gi) ?? [];
  return found.map((word) => (word.toLowerCase() === 'first' ? 'first' : 'last'));
}
