// Reads how long something may last: `at most 14 days, the first and the last counted`, `10 minutes at least and 8 hours at most`.
import { claimIn } from './grammar/claims.ts';
import { isNoRule } from './grammar/plain.ts';
import { NUMBERS, numberOf, TIME_UNITS } from './words.ts';

export interface Length {
  readonly kind: 'most' | 'least';
  readonly count: number;
  /** Milliseconds. */
  readonly unit: number;
  /** `14 days`. */
  readonly says: string;
  /** Whether the first and the last day both count, so that one day lasts from a day to the same day. */
  readonly isInclusive: boolean;
}

const [COUNT, UNIT] = [NUMBERS.join('|'), [...TIME_UNITS.keys()].join('|')];
const AMOUNT = `(\\d+|${COUNT})[ -](${UNIT})s?`;
const DOES = '(?:be |last |span |run |take |go )?';
const MOST = `(?:at most|no more than|no longer than|up to|limited to(?: a maximum of)?|max(?:imum)?(?: [a-z]+){0,2}(?: of(?: (?:an?|the|each) \\w+)?)?(?: is)?|not ${DOES}(?:longer|more) than|not exceed)`;
const LEAST = `(?:at least|no less than|min(?:imum)?(?: [a-z]+){0,2}(?: of(?: (?:an?|the|each) \\w+)?)?(?: is)?|not ${DOES}(?:shorter|less) than)`;
const FORMS: readonly (readonly [Length['kind'], RegExp])[] = [
  ['most', new RegExp(`\\b${MOST}\\s+${AMOUNT}\\b`, 'i')],
  ['most', new RegExp(`\\b${AMOUNT}\\s+(?:long\\s+)?(?:at (?:the )?most|or (?:less|fewer|shorter)|maximum)\\b`, 'i')],
  ['least', new RegExp(`\\b${LEAST}\\s+${AMOUNT}\\b`, 'i')],
  ['least', new RegExp(`\\b${AMOUNT}\\s+(?:long\\s+)?(?:at (?:the )?least|or (?:more|longer)|minimum)\\b`, 'i')],
];
const BETWEEN = new RegExp(`\\b(?:between|from) (\\d+|${COUNT}) (?:(${UNIT})s? )?(?:and|to) ${AMOUNT}\\b`, 'i');

/** Words by which the time is not how long something lasts. */
const OTHERWISE =
  /\b(?:(?:in|into) the (?:past|future)|behind|retr(?:y|ies)|turnaround|latency|grace|response|execution|forecast|lookback|videos?|timeouts?|(?:can|may) take|recover\w*|transmit\w*|stores?|value (?:is|of)|ttl|data|reports?|ahead|in advance|before|after|ago|old|older|per|each|every|within|unless|except|notice|from now|if|when|where|valid|expires?|refund\w*|paid|pays?|payment|cancel\w*|repl(?:y|ies)|deliver\w*|ship\w*|delay|timeout|process\w*|kept|keeps?|stored|retained|wait\w*|cached?)\b/i;
const INCLUSIVE = /\b(?:inclusive|(?:first|both)[^.;]*\b(?:counted|count|included|inclusive)|counting both)\b/i;

/** The lengths that a sentence allows at most or asks for at least, each of one clause. `status`: the one by which the sentence refuses. */
export function lengthsIn(said: string, status?: string): readonly Length[] {
  if (isNoRule(said)) return [];
  const text = claimIn(said, status).replace(/\b((?:max|min)(?:imum)?(?: \w+)?):/i, '$1 is');
  const isInclusive = INCLUSIVE.test(text);
  const lengthOf = (kind: Length['kind'], amount: string, unit: string): Length => ({
    kind,
    count: numberOf(amount) ?? Number.NaN,
    unit: TIME_UNITS.get(unit.toLowerCase()) ?? Number.NaN,
    says: `${amount} ${unit}${amount === '1' || amount === 'one' ? '' : 's'}`,
    isInclusive,
  });
  const between = OTHERWISE.test(text) ? null : BETWEEN.exec(text);
  const clauses = text.split(/[,;:]|\band\b/).filter((one) => !OTHERWISE.test(one));
  return [
    ...(between === null
      ? []
      : [lengthOf('least', between[1] ?? '', between[2] ?? between[4] ?? ''), lengthOf('most', between[3] ?? '', between[4] ?? '')]),
    ...clauses.flatMap((clause) =>
      FORMS.flatMap(([kind, form]) => {
        const [, amount, unit] = form.exec(clause) ?? [];
        return amount === undefined || unit === undefined ? [] : [lengthOf(kind, amount, unit)];
      }),
    ),
  ];
}
