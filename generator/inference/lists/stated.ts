// Reads which order the words of a document state for a list: `the oldest first`, `the earliest day first`, `Lists articles by position`.
import { possibleConjuncts } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { plain } from '../names.ts';
import { sentencesIn, termIn, termsOf } from '../prose/index.ts';
import { isTimeOfCreation } from '../times.ts';
import type { ListFacts } from './facts.ts';
import { isTime, listedValues, typesOf } from './places.ts';
import { beforeEqualItems } from './ties.ts';

export interface Stated {
  readonly member: string;
  /** `undefined` where the words do not say whether the order rises or falls. */
  readonly sign: 1 | -1 | undefined;
  /** The sentence of the document. */
  readonly says: string;
}

const RISING = /^(?:oldest|earliest|lowest|smallest|least|cheapest|shortest)$/i;
const WORDS = 'oldest|earliest|newest|latest|most recent|highest|lowest|largest|smallest|greatest|least|cheapest|shortest|longest';
const FIRST = new RegExp(`\\b(${WORDS})(?: ([\\w ]+?))?[ -]first\\b`, 'i');
/** `By their first day, the earliest first`. */
const BEFORE_FIRST = new RegExp(
  `\\bby (?:its |their |the )?\`?([\\w ]+?)\`?,? (?:and )?(?:with )?(?:the )?(?:${WORDS})(?: [\\w ]+?)?[ -]first\\b`,
  'i',
);
/** `The most recently created orders appear first`, `starting with the newest`. */
const CREATED_FIRST =
  /\b(?:starting with|with) the (newest|latest|oldest|most recently|most recent)\b|\b(newest|latest|oldest|most recently|most recent) (?:created |added )?\w+ (?:appear(?:ing|s)?|comes?|coming|listed|shown) first\b/i;
/** `The newest comes first, by \`takenAt\``. */
const AFTER_FIRST =
  /\bfirst,? (?:sorted |ordered |judged )?(?:by|in (?:the )?order of) (?:its |their |the )?`?([\w ]+?)`?(?=$|[.,;:)]|,? (?:and|then)\b)/i;
const ENDS = /\b(oldest to newest|newest to oldest)\b/i;
const BY =
  /(?:^(?:lists?|shows?|gives?|returns?|gets?|sorted|ordered|in order|the order)|\b(?:is|are|returned) (?:sorted|ordered)|\bare returned)\b[^;:]*?\b(?:by|in (?:the )?(?:(?:ascending|descending) )?order (?:of|based on)) (?:its |their |the )?`?([a-z_ ]+?)`?(?=$|[.,;:]|,? (?:and|then|from|with|in|of)\b)/i;

/** `Payslips of a run, by personnel number`, `Items of an employee, in the order of their codes`. */
const LISTED_BY =
  /^(?!.*\b(?:same|equal|ties?|two|alike)\b)(?=\p{Lu})[^.;:,]+, (?:sorted |ordered |listed )?(?:by|in (?:the )?order of) (?:its |their |the )?`?([A-Za-z_ ]+?)`?(?=$|[.,;]|,? (?:and|then|from|with)\b)/u;

/** `x-order` has a check of its own, and a parameter that chooses the order may have another default. */
export function statedOrder(facts: ListFacts): Stated | undefined {
  const { operation, roles } = facts;
  if (operation.order !== undefined || roles.sort !== undefined) return undefined;
  const sentences = [operation.summary, operation.description].flatMap((text) => sentencesIn(text ?? '')).filter((one) => one !== '');
  const found = sentences.flatMap((sentence) => {
    // What orders equal items alone does not order the list.
    const says = beforeEqualItems(sentence);
    const order =
      fromFirst(facts, says) ?? fromCreated(facts, says) ?? fromComes(facts, says) ?? fromEnds(facts, says) ?? fromBy(facts, says);
    return order === undefined ? [] : { ...order, says: sentence };
  });
  // Two sentences may speak of two lists.
  return found.length === 1 ? found[0] : undefined;
}

function fromFirst({ members }: ListFacts, says: string): Stated | undefined {
  const [, word = '', thing = ''] = FIRST.exec(says) ?? [];
  // `The oldest date is the first one` is no order.
  if (word === '' || /\b(?:is|was|are)\b/i.test(thing)) return undefined;
  const key = (BEFORE_FIRST.exec(says) ?? AFTER_FIRST.exec(says))?.[1];
  // What another member orders is not ordered by the time of creation.
  const other =
    key === undefined ? (/^(?:day|date)s?$/i.test(thing) ? onlyDay(members) : ofAge(members, word, thing)) : memberOf(members, key);
  const member = memberNamed(members, thing) ?? memberSaid(members, thing) ?? other;
  return member === undefined ? undefined : { member, sign: RISING.test(word) ? 1 : -1, says };
}

function fromCreated({ members }: ListFacts, says: string): Stated | undefined {
  if (BEFORE_FIRST.test(says)) return undefined;
  const [, one, other] = CREATED_FIRST.exec(says) ?? [];
  const word = (one ?? other)?.replace(/recently$/i, 'recent');
  const key = AFTER_FIRST.exec(says)?.[1];
  const member = word === undefined ? undefined : key === undefined ? created(members, word) : memberOf(members, key);
  return member === undefined ? undefined : { member, sign: RISING.test(word ?? '') ? 1 : -1, says };
}

/** `The repair that started last comes first`. */
const COMES = /\bthat (?:was |were |has |have )?([a-z]+ed|began|begun) (last|first|latest|earliest|most recently) comes? first\b/i;

function fromComes({ members }: ListFacts, says: string): Stated | undefined {
  const [, verb = '', when = ''] = COMES.exec(says) ?? [];
  const member =
    verb === ''
      ? undefined
      : [...members].find(([name, schemas]) => isTime(schemas) && [`${verb}at`, `${verb}on`, verb].includes(plain(name)))?.[0];
  return member === undefined ? undefined : { member, sign: /^(?:first|earliest)$/i.test(when) ? 1 : -1, says };
}

function fromEnds({ members }: ListFacts, says: string): Stated | undefined {
  const [, ends = ''] = ENDS.exec(says) ?? [];
  const member = ends === '' ? undefined : created(members, 'oldest');
  return member === undefined ? undefined : { member, sign: /^oldest/i.test(ends) ? 1 : -1, says };
}

function fromBy({ members, operation }: ListFacts, says: string): Stated | undefined {
  const [, name = ''] = BY.exec(says) ?? LISTED_BY.exec(says) ?? [];
  // `Gets things by id` says how they are found, as does the summary `List Messages By Sender`.
  const isFound = /^(?:gets?|returns?)\b/i.test(says) || /^\p{L}+(?: \p{Lu}\p{L}*)+ By \p{Lu}/u.test(says);
  // So do `issues that are blocked by this issue`, and `transactions of several categories by their IDs`.
  const isOther = /\b(?!then|sorted|ordered|grouped|listed|arranged)\p{L}+(?:ed|wn|en|de) by\b|\bby (?:its |their |the )?ids\b/iu.test(
    says,
  );
  if ((isFound || isOther) && !/\b(?:sorted|order(?:ed)?)\b/i.test(says)) return undefined;
  const member = memberOf(members, name);
  const schemas = possibleConjuncts(member === undefined ? [] : (members.get(member) ?? []));
  // What a parameter has the name of is likely to be a filter.
  const isFilter = operation.parameters.some((one) => plain(one.name) === plain(name));
  if (member === undefined || isFilter || listedValues(schemas) !== undefined) return undefined;
  const isText = typesOf(schemas).has('string') && !isTime(schemas);
  const isFalling = /\b(?:descending|falling|reversed?)\b/i.test(says);
  return { member, sign: isFalling ? -1 : isText ? 1 : undefined, says };
}

type Members = ReadonlyMap<string, readonly Schema[]>;

function memberNamed(members: Members, words: string): string | undefined {
  const wanted = plain(words);
  return wanted === '' ? undefined : [...members.keys()].find((name) => plain(name) === wanted);
}

function memberOf(members: Members, words: string): string | undefined {
  return memberNamed(members, words) ?? memberMeant(members, words) ?? memberSaid(members, words);
}

/** Names of how long something takes. */
const LENGTHS = /duration|length|(?:milli)?seconds|minutes|hours|days|weeks|months|years/i;

/** The member that the words mean by its name or its text: `the day of inspection` is `inspectedOn`. */
function memberSaid(members: Members, words: string): string | undefined {
  const isPlain = (schemas: readonly Schema[]): boolean => ['string', 'integer', 'number'].some((type) => typesOf(schemas).has(type));
  // `The time of the first call` is not how long it is from the first call to the last one.
  const isMeant = (name: string, schemas: readonly Schema[]): boolean => isTime(schemas) || !LENGTHS.test(name) || LENGTHS.test(words);
  return termIn(words, termsOf(new Map([...members].filter(([name, schemas]) => isPlain(schemas) && isMeant(name, schemas)))))?.name;
}

/** The time of creation; or, where the words speak of what is early or late and not of age, the one time that each item has. */
function ofAge(members: Members, word: string, thing: string): string | undefined {
  const made = created(members, word);
  if (made !== undefined || thing !== '' || !/^(?:earliest|latest)$/i.test(word)) return made;
  const times = [...members].filter(
    ([, schemas]) => isTime(schemas) && !possibleConjuncts(schemas).some(({ type = [] }) => type.includes('null')),
  );
  return times.length === 1 ? times[0]?.[0] : undefined;
}

/** `by creation` means the time of it, and `by their first day` the day of the start. */
function memberMeant(members: Members, words: string): string | undefined {
  const form = /^creation$/i.test(words.trim())
    ? isTimeOfCreation
    : /^(?:first|start(?:ing)?) (?:day|date|time)$/i.test(words.trim())
      ? isStart
      : undefined;
  const found = form === undefined ? [] : [...members].filter(([name, schemas]) => form(name) && isTime(schemas));
  return found.length === 1 ? found[0]?.[0] : undefined;
}

const STARTED = /^(?:from|starts?|startson|startsat|startdate|starttime|begins?|beginson|arrival|checkin)$/;

function isStart(member: string): boolean {
  return STARTED.test(plain(member));
}

/** The one member that is a day. */
function onlyDay(members: Members): string | undefined {
  const days = [...members].filter(([, schemas]) => possibleConjuncts(schemas).some(({ format }) => format === 'date'));
  return days.length === 1 ? days[0]?.[0] : undefined;
}

function created(members: Members, word: string): string | undefined {
  if (!/^(?:oldest|earliest|newest|latest|most recent)$/i.test(word)) return undefined;
  return [...members.keys()].find(isTimeOfCreation);
}
