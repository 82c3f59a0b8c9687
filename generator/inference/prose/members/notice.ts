// Reads how far ahead a time must lie at least: `At least 24 hours from now`, `Bookings need two days' notice`, `No later than 24 hours before it
// starts`.
import { claimIn } from '../grammar/claims.ts';
import { isNoRule } from '../grammar/plain.ts';
import { NUMBERS, numberOf, TIME_UNITS } from '../words.ts';
import type { Ahead } from './ahead.ts';

const AMOUNT = `(?<count>\\d+|an?|${NUMBERS.join('|')})[ -](?<unit>${[...TIME_UNITS.keys()].join('|')})s?['’]?`;
const AHEAD = '(?:ahead|in advance|(?:in|into) the future|from (?:now|today)|after (?:now|today))';
const START = '(?:it|they|the (?:\\w+ )?(?:start|begin)\\w*(?: time| date)?|the \\w+ (?:starts|begins))(?: (?:starts?|begins?))?';
const LEAST =
  '(?:at least|a minimum of|no less than|not less than|not (?:lie |be |start |begin )?(?:less|sooner|earlier) than|no earlier than|not earlier than)';

/** About a time itself, whose text they stand in. */
const OF_TIME: readonly RegExp[] = [
  new RegExp(`\\b${LEAST} ${AMOUNT} ${AHEAD}`, 'i'),
  new RegExp(`\\b${AMOUNT} ${AHEAD} at (?:the )?least\\b`, 'i'),
];
/** About the making of something that starts. */
const OF_MAKING: readonly RegExp[] = [
  new RegExp(
    `\\b(?:must|can only|may only) be (?:made|booked|placed|requested|scheduled|reserved|created|planned) ${LEAST} ${AMOUNT} (?:${AHEAD}|before ${START})`,
    'i',
  ),
  new RegExp(
    `\\b(?:must|can only|may only) be (?:made|booked|placed|requested|scheduled|reserved|created|planned) (?:no|not) later than ${AMOUNT} before ${START}`,
    'i',
  ),
  new RegExp(`\\b(?:needs?|requires?|must have|with) (?:${LEAST} )?${AMOUNT} (?:of )?notice\\b`, 'i'),
  new RegExp(`\\bminimum notice (?:of|is) ${AMOUNT}(?= is required|$)`, 'i'),
  new RegExp(`\\bmay not\\b[^.;]*\\bless than ${AMOUNT} (?:(?:of )?notice\\b|before ${START})`, 'i'),
];
const OTHERWISE =
  /\b(?:unless|except|if|when|where|while|cancel\w*|chang\w*|refund\w*|reschedul\w*|withdraw\w*|reminders?|sent|or|available|shown|listed|delivered|arriv\w+|usually)\b/i;

/** `isOfTime`: whether the text is that of the time itself. `status`: the one by which the sentence refuses. */
export function noticeIn(said: string, isOfTime: boolean, status?: string): Ahead | undefined {
  const text = claimIn(said, status);
  if (isNoRule(said) || OTHERWISE.test(text)) return undefined;
  const forms = isOfTime ? [...OF_TIME, ...OF_MAKING] : OF_MAKING;
  const { count = '', unit = '' } = forms.map((form) => form.exec(text)).find((found) => found !== null)?.groups ?? {};
  const number = /^an?$/i.test(count) ? 1 : numberOf(count);
  const one = TIME_UNITS.get(unit.toLowerCase());
  return number === undefined || one === undefined
    ? undefined
    : { milliseconds: number * one, says: `${count} ${unit}${number === 1 ? '' : 's'}` };
}
