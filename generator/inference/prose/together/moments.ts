// Reads how a sentence holds the time of a request against an event of the thing that it is about: `It cannot be resolved before it happened`,
// `A departure before the berthing is refused`, `No earlier than 24 hours before the expected arrival`.
import { claimIn } from '../grammar/claims.ts';
import { isNoRule, withoutStatus } from '../grammar/plain.ts';
import { mentionsIn } from '../relations.ts';
import { sentencesIn } from '../sentences.ts';
import { escaped, NUMBERS, numberOf, phraseOf, stemOf, TIME_UNITS, wordsOf } from '../words.ts';

/** A time of a request that lies at or after an event, or at or before it. */
export interface Moment {
  readonly kind: 'least' | 'most';
  /** The time that is sent, and the one that the thing has. */
  readonly member: string;
  readonly of: string;
  /** Whether it may not be the same. */
  readonly isStrict: boolean;
  /** Milliseconds from the event on; less than 0 before it. */
  readonly by: number;
}

/** The times that a request sends, and those that the thing shows, with what the document says of each. */
export interface Times {
  readonly own: readonly string[];
  readonly shown: ReadonlyMap<string, readonly string[]>;
}

const AMOUNT = `(?<count>\\d+|an?|${NUMBERS.join('|')})[ -](?<unit>${[...TIME_UNITS.keys()].join('|')})s?`;
const DENIED = '(?:(?:can|may|must|shall|does|do|is|are) not|never|nobody|nothing|no one)';
const EVENT = '(?<event>[^,;:()]{3,60}?)(?=$|[,;:()]| and | or | until | at the (?:earliest|latest|most))';
const MUST = '(?:must|may only|can only|only)';
const PUT = '(?:(?:be|lies?|lie|comes?|come|falls?|fall|happens?|starts?|ends?|takes? effect|take place|takes? place|is|are)\\s+)*';

/** What says so of a request without `must`: it is a rule where a status refuses all else. */
const WHOLE =
  '(?:it|(?:the|an?|each|every) \\w+(?: \\w+)?|\\w+s) (?:takes? effect|takes? place|lies?|comes?|falls?|happens?|starts?|begins?|ends?)';

/** The forms of a rule; `before` and `after` count from the event. */
const FORMS: readonly (readonly [kind: Moment['kind'], isStrict: boolean, form: RegExp])[] = [
  [
    'least',
    false,
    new RegExp(`\\b(?:from|(?:not|no) (?:earlier|sooner) than|at the earliest) ${AMOUNT} (?<side>before|after) ${EVENT}`, 'i'),
  ],
  ['most', false, new RegExp(`\\b(?:until|(?:not|no) later than|at the latest) ${AMOUNT} (?<side>before|after) ${EVENT}`, 'i')],
  ['most', false, new RegExp(`\\bfrom [^,;:]{3,50} until ${EVENT}`, 'i')],
  ['most', false, new RegExp(`\\b${AMOUNT} (?<side>before|after) ${EVENT} at the latest\\b`, 'i')],
  ['least', false, new RegExp(`\\b(?:not|no) (?:earlier|older|sooner) than ${EVENT}`, 'i')],
  ['most', false, new RegExp(`\\b(?:not|no) (?:later|newer) than ${EVENT}`, 'i')],
  ['least', false, new RegExp(`\\b${DENIED}\\b[^,;:]{0,60}?\\b(?:before|older than|earlier than) ${EVENT}`, 'i')],
  ['most', false, new RegExp(`\\b${DENIED}\\b[^,;:]{0,60}?\\b(?:after|later than) ${EVENT}`, 'i')],
  ['least', false, new RegExp(`\\bnot (?:to|on|at|from|for) an?(?:y)? (?:day|date|time|moment) before ${EVENT}`, 'i')],
  ['most', false, new RegExp(`\\bnot (?:to|on|at|until|for) an?(?:y)? (?:day|date|time|moment) after ${EVENT}`, 'i')],
  ['least', true, new RegExp(`^${WHOLE} after ${EVENT}`, 'i')],
  ['most', true, new RegExp(`^${WHOLE} (?:after [^,;:]{3,40} and )?before ${EVENT}`, 'i')],
  ['least', false, new RegExp(`\\b${MUST} ${PUT}(?:on or after|at or after) ${EVENT}`, 'i')],
  ['most', false, new RegExp(`\\b${MUST} ${PUT}(?:on or before|at or before) ${EVENT}`, 'i')],
  ['least', true, new RegExp(`\\b${MUST} ${PUT}(?:after|later than) ${EVENT}`, 'i')],
  ['most', true, new RegExp(`\\b${MUST} ${PUT}(?:before|earlier than) ${EVENT}`, 'i')],
];

/** Words by which a rule holds at times only, or which are about now, and not about an event. */
const OTHERWISE =
  /\b(?:if|when(?! (?:it|they|the))|unless|while|until|except|should|usually|today|now|(?:current|present) (?:day|time|moment)|future|past)\b/i;
/** What begins an event and says nothing of it. */
const OPENING =
  /^(?:(?:the|its|their|an?|that|this|it|they|he|she|was|were|is|are|has|have|had|been|day|date|time|moment|of|on|at|which|when|in|any|each|old|own)\s+)*/i;
/** Words that name no event. */
const EMPTY = new Set('at on date time day moment the a an of it its when was were is are has been first last in for to by'.split(' '));

/** The times that a sentence bounds. `status`: the one by which the sentence refuses. */
export function momentsIn(said: string, { own, shown }: Times, status?: string): readonly Moment[] {
  const claim = claimIn(withoutStatus(said), status);
  if (isNoRule(said) || own.length === 0) return [];
  return FORMS.flatMap(([kind, isStrict, form]) => {
    const found = form.exec(claim);
    const { event = '', count, unit = '', side } = found?.groups ?? {};
    const before = claim.slice(0, found?.index ?? 0).replace(/`[^`]*`/g, '');
    if (found === null || OTHERWISE.test(before) || OTHERWISE.test(event.replace(OPENING, ''))) return [];
    const of = eventIn(event, shown);
    const member = memberIn(claim.slice(0, found.index + found[0].length - event.length), own);
    const amount =
      count === undefined
        ? 0
        : (/^an?$/i.test(count) ? 1 : (numberOf(count) ?? Number.NaN)) * (TIME_UNITS.get(unit.toLowerCase()) ?? Number.NaN);
    // What the request sends itself is no event of the thing.
    if (of === undefined || member === undefined || own.includes(of) || Number.isNaN(amount)) return [];
    return [{ kind, member, of, isStrict, by: side?.toLowerCase() === 'before' ? -amount : amount } as const];
  }).filter((one, index, all) => all.findIndex(({ kind }) => kind === one.kind) === index);
}

/** The time that is sent: the one that the words name, or the only one. */
function memberIn(text: string, own: readonly string[]): string | undefined {
  const named = [...new Set(mentionsIn(text, own).map(({ name }) => name))];
  if (named.length === 1) return named[0];
  return named.length === 0 && own.length === 1 ? own[0] : undefined;
}

/** The time of the thing that an event is: by its name, by what is done, or by what the document says of it. */
function eventIn(event: string, shown: Times['shown']): string | undefined {
  const exact = [...shown.keys()].filter((name) =>
    new RegExp(`^(?:the |its )?(?:\`${escaped(name)}\`|${phraseOf(name)})$`, 'i').test(event),
  );
  if (exact.length === 1) return exact[0];
  const stems = stemsOf(event.replace(OPENING, ''));
  const ranked = [...shown]
    .map(([name, texts]) => {
      const names = stemsOf(wordsOf(name).join(' '));
      const told = stemsOf(texts.flatMap((text) => sentencesIn(text).slice(0, 1)).join(' '));
      return { name, rank: 2 * countOf(stems, names) + countOf(stems, told) };
    })
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank);
  const [first, second] = ranked;
  return first === undefined || first.rank === second?.rank ? undefined : first.name;
}

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(
    wordsOf(text)
      .filter((word) => !EMPTY.has(word) && word.length > 2)
      .map(stemOf),
  );
}

function countOf(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...some].filter((one) => others.has(one)).length;
}
