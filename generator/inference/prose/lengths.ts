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
/** `Nobody stays longer than`, `no loan runs for more than`. */
const NOBODY = '(?:nobody|no one|none|no \\w+) (?:(?:can|may|will) )?(?:stays?|lasts?|runs?|spans?|takes?|goes|be|is)(?: on)?(?: for)? ';
const MOST = `(?:at most|no more than|no longer than|up to|limited to(?: a maximum of)?|max(?:imum)?(?: [a-z]+){0,2}(?: of(?: (?:an?|the|each) \\w+)?)?(?: is)?|not ${DOES}(?:longer|more) than|${NOBODY}(?:longer|more) than|not exceed)`;
const LEAST = `(?:at least|no less than|min(?:imum)?(?: [a-z]+){0,2}(?: of(?: (?:an?|the|each) \\w+)?)?(?: is)?|not ${DOES}(?:shorter|less) than)`;
const FORMS: readonly (readonly [Length['kind'], RegExp])[] = [
  ['most', new RegExp(`\\b${MOST}\\s+${AMOUNT}\\b`, 'i')],
  ['most', new RegExp(`\\b${AMOUNT}\\s+(?:long\\s+)?(?:at (?:the )?most|or (?:less|fewer|shorter)|maximum)\\b`, 'i')],
  ['most', new RegExp(`\\b${AMOUNT}\\s+later at (?:the )?(?:latest|most)\\b`, 'i')],
  ['least', new RegExp(`\\b${LEAST}\\s+${AMOUNT}\\b`, 'i')],
  ['least', new RegExp(`\\b${AMOUNT}\\s+(?:long\\s+)?(?:at (?:the )?least|or (?:more|longer)|minimum)\\b`, 'i')],
];
const BETWEEN = new RegExp(`\\b(?:between|from) (\\d+|${COUNT}) (?:(${UNIT})s? )?(?:and|to) ${AMOUNT}\\b`, 'i');

/** Words by which the time is not how long something lasts. */
const OTHERWISE =
  /\b(?:(?:in|into) the (?:past|future)|behind|retr(?:y|ies)|turnaround|latency|grace|response|execution|forecast|lookback|videos?|timeouts?|(?:can|may) take|recover\w*|transmit\w*|stores?|value (?:is|of)|ttl|data|reports?|ahead|in advance|before|after|ago|old|older|per|each|every|within|unless|except|notice|from now|if|when|where|valid|expires?|refund\w*|paid|pays?|payment|cancel\w*|repl(?:y|ies)|deliver\w*|ship\w*|delay|timeout|process\w*|kept|keeps?|stored|retained|wait\w*|cached?|early|late|together|altogether)\b/i;
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

/** How texts say of all periods that their first and their last day count. */
const BOTH_DAYS: readonly RegExp[] = [
  /\b(?:includes?|contains?|covers?|counts?|inclu(?:ding|sive of))\b[^.;]*\b(?:first|start\w*)\b[^.;]*\b(?:and|to)\b[^.;]*\b(?:last|end\w*)\b(?: (?:days?|dates?))?(?=$|[,.;:)])/i,
  /\bha(?:s|ve)\b[^.;]*\bfirst\b[^.;]*\band\b[^.;]*\blast\b(?: day)? in (?:it|them)\b/i,
  /\b(?:first|start\w*)\b[^.;]*\band\b[^.;]*\b(?:last|end\w*)\b[^.;]*\b(?:are|is)(?: both)? (?:included|inclusive|counted|part of)\b|\b(?:first|start\w*)\b[^.;]*\band\b[^.;]*\b(?:last|end\w*)\b[^.;]*\bcount\b/i,
  /\b(?:days|dates|periods|ranges|intervals|both (?:ends?|days?|dates?|bounds?))\b[^.;]*\b(?:are|is)(?: both)? (?:included|inclusive)\b|\binclusive (?:of|on) both\b|\bincludes? both (?:ends?|days?|dates?|bounds?)\b/i,
  /\bof (?:one|a single) day\b[^.;]*\bstarts? and ends? on the same (?:day|date)\b/i,
];
const OF_DAYS = /\b(?:days?|dates?)\b/i;
const OF_TIME = /\b(?:periods?|ranges?|stays?|spans?|intervals?|bookings?|rentals?|loans?|lengths?|nights?|durations?|dates|days)\b/i;

/** Whether a sentence says of periods that their first and their last day both count, so that one of a single day has one date twice. */
export function hasBothDays(said: string): boolean {
  const isDenied = /\b(?:not|exclusive|excluded|except|unless|if|filters?|lists?)\b/i.test(said);
  return !isNoRule(said) && !isDenied && OF_DAYS.test(said) && OF_TIME.test(said) && BOTH_DAYS.some((form) => form.test(said));
}
