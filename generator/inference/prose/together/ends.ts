// Reads that something ends after it begins, where verbs or nouns stand for the two times: `A closure ends after it begins`,
// `The guest leaves after arriving`, and which two members these are: `from `opens` until `shuts``.
import { claimIn } from '../grammar/claims.ts';
import { isNoRule, withoutStatus } from '../grammar/plain.ts';
import type { Relation } from '../relations.ts';
import { escaped } from '../words.ts';

export interface Ends {
  readonly start: string;
  readonly end: string;
}

const ENDS =
  '(?:ends?|ending|leaves?|leaving|departs?|departing|closes?|closing|finish(?:es)?|stops?|expires?|expiring|returns?|checks? out|(?:is|are) over|comes? back|goes? away)';
const STARTS =
  '(?:begins?|beginning|starts?|starting|has (?:begun|started)|comes?|coming|arrives?|arriving|opens?|opening|checks? in|(?:is|are) (?:handed out|picked up))';
const END =
  '(?:(?:the|its|their|an?) )?(?:end|departure|return|closing|expiry|last (?:day|week|month|year|one)|check-?out)(?: of (?:it|the \\w+|an? \\w+))?';
const START =
  '(?:(?:the|its|their|an?) )?(?:start|beginning|arrival|opening|pick-?up|first (?:day|week|month|year|one)|check-?in)(?: of (?:it|the \\w+|an? \\w+))?';
const IT = '(?:it|they|(?:the|an?|each|every) \\w+(?: \\w+)?|\\w+s)';
const MUST = '(?:must |may |can |may only |can only |always |only )*';
const STRICT = '(?:only )?(?:after|later than)';
const LOOSE = '(?:not (?:before|earlier than)|no (?:earlier|sooner) than|at the earliest (?:when|with)|on or after|at or after)';
const MOMENT = '(?:the )?(?:day|date|time|moment|hour|week|month) (?:(?:on|at|in) which )?';
const BEGINNING = `(?:(?:${MOMENT})?${IT} ${STARTS}|${STARTS}|${START})`;

const FORMS: readonly (readonly [form: RegExp, isStrict: boolean])[] = (
  [
    [STRICT, true],
    [LOOSE, false],
  ] as const
).flatMap(([sign, isStrict]) => [
  [new RegExp(`^${IT} ${MUST}${ENDS} ${sign} ${BEGINNING}(?=$|,)`, 'i'), isStrict] as const,
  [new RegExp(`^${END} (?:${MUST}(?:be|lies?|comes?|falls?|is)) ${sign} ${BEGINNING}(?=$|,)`, 'i'), isStrict] as const,
]);
/** `It may not end before it begins`. */
const DENIED = new RegExp(
  `^(?:${IT} (?:must|may|can|does|do) not ${ENDS}|${END} (?:(?:must|may|can) not (?:be|lie|come|fall)|is not|lies not)) (?:before|earlier than) ${BEGINNING}(?=$|,)`,
  'i',
);
const OTHERWISE = /\b(?:if|when|unless|while|where|until|except|should|usually|days?|hours?|minutes?|weeks?)\b/i;

/** The relation of the two times of a body. `status`: the one by which the sentence refuses. */
export function endsAfterIn(said: string, { start, end }: Ends, status?: string): Relation | undefined {
  if (isNoRule(said)) return undefined;
  // What follows says something else, such as how long it may last.
  const [clause = ''] = claimIn(withoutStatus(said), status)
    .replace(/`/g, '')
    .split(/,\s+(?:and|but)\s+|;/);
  // The days that a sentence speaks of are the two times themselves, and no length.
  if (OTHERWISE.test(clause.replace(/\b(?:first|last) day\b|\bthe (?:day|date|hour) (?:(?:on|at|in) which )?(?=\w+ )/gi, '')))
    return undefined;
  if (DENIED.test(clause)) return { greater: end, less: start, isStrict: false };
  const found = FORMS.find(([form]) => form.test(clause));
  return found === undefined ? undefined : { greater: end, less: start, isStrict: found[1] };
}

/** The two members that a sentence calls the start and the end: `its stay, from `eta` until `etd``. */
export function endsNamedIn(text: string, times: readonly string[]): Ends | undefined {
  const one = `\`?(${times.map(escaped).join('|')})\`?`;
  const [, start, end] =
    times.length < 2 ? [] : (new RegExp(`\\b(?:from|between) ${one} (?:until|till|to|and|up to) ${one}(?![\\w-])`).exec(text) ?? []);
  return start === undefined || end === undefined || start === end ? undefined : { start, end };
}
