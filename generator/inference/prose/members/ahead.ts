// Reads how far ahead the time of a member may lie at most: `At most 30 days in advance`, `Cannot be more than one year in the future`.
import { claimIn } from '../grammar/claims.ts';
import { isNoRule } from '../grammar/plain.ts';
import { NUMBERS, numberOf, TIME_UNITS } from '../words.ts';

export interface Ahead {
  readonly milliseconds: number;
  /** `30 days`. */
  readonly says: string;
}

const DAY = 86_400_000;
/** The longest that a month and a year are. */
const UNITS: ReadonlyMap<string, number> = new Map([...TIME_UNITS, ['month', 31 * DAY], ['year', 366 * DAY]]);

const AMOUNT = `(?<count>\\d+|an?|${NUMBERS.join('|')})[ -](?<unit>${[...UNITS.keys()].join('|')})s?`;
const AHEAD = '(?:ahead|in advance|(?:in|into) the future|from (?:now|today)|after (?:now|today))';
const FORMS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:at most|up to|no more than|not more than|not be more than|not (?:lie|be|start|begin) (?:set )?(?:more|later) than|a maximum of|maximum|within|no later than|not later than) ${AMOUNT} ${AHEAD}`,
    'i',
  ),
  new RegExp(`\\b${AMOUNT} ${AHEAD} at (?:the )?most\\b`, 'i'),
];
const OTHERWISE = /\b(?:unless|except|if|when|where|while|for|available|members?|or|shown|listed|returned|opens?|reminders?|sent)\b/i;

/** `status`: the one by which the sentence refuses. */
export function aheadIn(said: string, status?: string): Ahead | undefined {
  const text = claimIn(said, status);
  if (isNoRule(said) || OTHERWISE.test(text)) return undefined;
  const { count = '', unit = '' } = FORMS.map((form) => form.exec(text)).find((found) => found !== null)?.groups ?? {};
  const number = /^an?$/i.test(count) ? 1 : numberOf(count);
  const one = UNITS.get(unit.toLowerCase());
  return number === undefined || one === undefined
    ? undefined
    : { milliseconds: number * one, says: `${count} ${unit}${number === 1 ? '' : 's'}` };
}
