// Reads the rules that sentences of an operation state about the members of its body, of objects inside it, and of its query.
import { possibleConjuncts } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Service } from '../../model/service.ts';
import { valueAt } from '../pointers.ts';
import {
  type Ahead,
  answeredBy,
  type Choice,
  choiceIn,
  type DependentRequired,
  dependentRequiredIn,
  type Ends,
  endsAfterIn,
  endsNamedIn,
  hasBothDays,
  type ItemFacts,
  type Listed,
  type ListRule,
  listRulesIn,
  measuresIn,
  memberSentences,
  type Need,
  needsIn,
  noticeIn,
  type Relation,
  type Ruled,
  relationIn,
  type Said,
  saidOf,
  sentencesIn,
  timeClaimIn,
  twiceIn,
  withNames,
  withRefusal,
} from '../prose/index.ts';
import { factsOf } from '../request-body.ts';
import { bodyPartsOf, queryPartOf, type RequestPart } from '../request-parts.ts';
import { pairIn } from '../spans.ts';
import { isBroken } from './lists.ts';

/** What a sentence says of the members of one object. `member`: something of the value of the one that it describes. */
export type Stated =
  | ({ readonly kind: 'relation' } & Relation)
  | ({ readonly kind: 'need' } & Need)
  | ({ readonly kind: 'choice' } & Choice)
  | ({ readonly kind: 'companion' } & DependentRequired)
  | { readonly kind: 'twice'; readonly list: string }
  | { readonly kind: 'list'; readonly rule: ListRule }
  /** `isInclusive`: a sentence about all periods says that their first and their last day count. */
  | { readonly kind: 'span'; readonly isInclusive: boolean; readonly ends?: Ends | undefined }
  | ({ readonly kind: 'notice'; readonly name: string } & Ahead)
  /** A sentence about the request rules out some times of a member. */
  | { readonly kind: 'time'; readonly name: string; readonly ruled: Ruled }
  | { readonly kind: 'member'; readonly name: string };

export interface StatedRule {
  readonly said: Said;
  /** The object whose members the rule is about. */
  readonly part: RequestPart;
  readonly stated: Stated;
}

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** The rules of an operation are read once. */
const known = new WeakMap<Operation, readonly StatedRule[]>();

export function statedRulesOf(service: Service, operation: Operation): readonly StatedRule[] {
  const rules = known.get(operation) ?? (WRITES.has(operation.method) ? bodyRules(service, operation) : queryRules(operation));
  known.set(operation, rules);
  return rules;
}

function bodyRules(service: Service, operation: Operation): readonly StatedRule[] {
  const parts = bodyPartsOf(operation);
  const [whole, ...inside] = parts;
  const isInclusive = sentencesIn(`${service.description ?? ''}\n\n${operation.description ?? ''}`).some(hasBothDays);
  const texts = saidOf(service, operation);
  const ends = whole && texts.map(({ text }) => endsNamedIn(text, timesIn(whole))).find((one) => one !== undefined);
  const stated = texts.flatMap((said, index): readonly StatedRule[] => {
    const about = { isInclusive, next: texts[index + 1]?.text ?? '' };
    const own = whole === undefined ? [] : rulesAbout(said, whole, { ...about, ends });
    // Each sentence may be about a length: it says nothing of which object is meant.
    const isTold = (rules: readonly StatedRule[]): boolean => rules.some((one) => one.stated.kind !== 'span');
    if (isTold(own)) return own;
    // Where objects inside the body have the same members, it is open which one is meant.
    const [found, another] = inside.map((part) => rulesAbout(said, part, about)).filter(isTold);
    return found === undefined || another !== undefined ? own : found;
  });
  return [...stated, ...parts.flatMap((part) => ownRules(part, isInclusive))];
}

/** What sentences say of the members themselves. */
function ownRules(part: RequestPart, isInclusive = false): readonly StatedRule[] {
  return [...part.members].flatMap(([name, own]) =>
    memberSentences(own).flatMap(({ text }, index, all) => {
      const said = withRefusal(text);
      const about = { subject: name, before: all[index - 1]?.text ?? '', isInclusive };
      return [...rulesAbout(said, part, about), { said, part, stated: { kind: 'member', name } as const }];
    }),
  );
}

interface About {
  /** The member that the sentence describes. */
  readonly subject?: string;
  /** The sentences before it and behind it. */
  readonly before?: string;
  readonly next?: string;
  /** Whether a length in the sentence is that of the time between two members. */
  readonly isOfLengths?: boolean;
  readonly isInclusive?: boolean;
  /** The two times of the body, where a sentence names them. */
  readonly ends?: Ends | undefined;
}

/** The rules of a sentence about several members. */
function rulesAbout(said: Said, part: RequestPart, about: About = {}): readonly StatedRule[] {
  const { members, listed, optional } = part;
  const { subject, next = '', isOfLengths = true, isInclusive = false } = about;
  const { refusal } = said;
  const text = withNames(said.text, members);
  const status = answeredBy(said);
  const names = [...members.keys()];
  const lists = new Map([...members].flatMap(([name, own]) => (isList(own) ? [[name, itemFactsOf(own)] as const] : [])));
  const items = new Map([...lists].map(([name, { values }]) => [name, values]));
  const numbers = names.filter((name) => isAmount(members.get(name) ?? []));
  const pair = pairIn(members) ?? about.ends;
  const ends = pair ?? firstAndLast(names);
  const relation = relationIn(text, names, subject, status) ?? (ends && endsAfterIn(text, ends, status)) ?? measuresIn(text, names);
  const needs = needsIn(text, { optional, listed }, { next, subject, status });
  const choice = choiceIn(text, optional, subject, status);
  const companions = dependentRequiredIn(text, names, { ...about, ...(status === undefined ? {} : { status }) });
  // Where the text is not that of the time itself, it is about when something starts.
  const timed = subject !== undefined && isTime(members.get(subject)) ? subject : pair?.start;
  const notice = timed === undefined ? undefined : noticeIn(text, timed === subject, status);
  const times = said.clause === undefined ? undefined : timeClaimIn(said.clause, timesIn(part));
  const found: readonly Stated[] = [
    ...(times === undefined ? [] : [{ kind: 'time', name: times.member, ruled: times.ruled } as const]),
    ...(relation === undefined ? [] : [{ kind: 'relation', ...relation } as const]),
    ...needs.map((one) => ({ kind: 'need', ...one }) as const),
    ...(choice === undefined ? [] : [{ kind: 'choice', ...choice } as const]),
    ...companions.map((one) => ({ kind: 'companion', ...one }) as const),
    ...(timed === undefined || notice === undefined ? [] : [{ kind: 'notice', name: timed, ...notice } as const]),
    ...(isOfLengths ? [{ kind: 'span', isInclusive, ends: about.ends } as const] : []),
    ...twiceIn(text, [...items.keys()], items, refusal, subject).map((list) => ({ kind: 'twice', list }) as const),
    ...listRulesIn(text, { lists, numbers, subject }, status).map((rule) => ({ kind: 'list', rule }) as const),
  ];
  return found.map((stated) => ({ said, part, stated }));
}

/** The one pair of members that are called the first and the last of the same: `firstPeriod` and `lastPeriod`. */
function firstAndLast(names: readonly string[]): Ends | undefined {
  const pairs = names.flatMap((start) => {
    const end = /^first/i.test(start) ? names.find((one) => /^last/i.test(one) && one.slice(4) === start.slice(5)) : undefined;
    return end === undefined ? [] : [{ start, end }];
  });
  return pairs.length === 1 ? pairs[0] : undefined;
}

/** Words by which a sentence speaks of what is sent, and not of the things that are shown. */
const OF_REQUEST =
  /\b(?:param(?:eter)?s?|quer(?:y|ies)|filters?|requests?|given|provided|specified|passed|supplied|sent|used|combined|together|required?|must|cannot|refused|rejected|4\d\d|errors?)\b/i;
/** Words without which a text on a parameter may say what is usual, and a service may bring the value into bounds. */
const STRICT =
  /\b(?:must|(?:can|may) only|has to|have to|mandatory|cannot|can not|can['’]t|may not|refused|rejected|4\d\d|errors?|not allowed|require[sd]?)\b/i;
/** A length of time in a text of a list may be that of the things in it. */
const OF_RANGE = /\b(?:range|interval|window|time ?frame|between (?:the )?\S+ and|period (?:between|from)|apart)\b/i;

/** The rules of a read that declares a refusal of wrong values. */
function queryRules(operation: Operation): readonly StatedRule[] {
  const { method, responses } = operation;
  const part = method === 'GET' ? queryPartOf(operation) : undefined;
  if (part === undefined || !responses.some(({ status }) => /^(?:400|422|4XX)$/.test(status))) return [];
  const refusals = responses.filter(({ status }) => status === '400' || status === '422');
  const stated = saidOf({ operations: [] }, { ...operation, summary: '', responses: refusals }).filter(({ text }) => OF_REQUEST.test(text));
  return [
    ...stated.flatMap((said) => rulesAbout(said, part, { isOfLengths: OF_RANGE.test(said.text) })),
    ...ownRules(part).filter(({ said }) => STRICT.test(said.text)),
  ];
}

function isTime(schemas: readonly Schema[] = []): boolean {
  return schemas.some(({ format }) => format === 'date' || format === 'date-time');
}

function timesIn({ members }: RequestPart): readonly string[] {
  return [...members].filter(([, own]) => isTime(own)).map(([name]) => name);
}

function isList(schemas: readonly Schema[]): boolean {
  return schemas.some(({ type }) => type?.includes('array'));
}

/** Whether a value is a number, or an amount that is written as a text. */
function isAmount(schemas: readonly Schema[]): boolean {
  return schemas.some(({ type = [], format }) => type.includes('integer') || type.includes('number') || format === 'decimal');
}

/** The members that the items of a list have, with all that may speak of each. */
function itemFactsOf(schemas: readonly Schema[]): ItemFacts {
  const items = schemas.flatMap(({ items: own }) => own ?? []);
  const { members, listed } = factsOf(items);
  const named = (fits: (own: readonly Schema[]) => boolean): readonly string[] =>
    [...members].filter(([, own]) => fits(own)).map(([name]) => name);
  return {
    numbers: members.size === 0 && isAmount(possibleConjuncts(items)) ? [''] : named(isAmount),
    days: named(isTime),
    values: [...members.keys()],
    listed,
  };
}

/** The values that the member of a rule may have in the items of a list. */
export function listedOf({ list, member }: ListRule, members: RequestPart['members']): readonly Listed[] {
  return itemFactsOf(members.get(list) ?? []).listed.get(member) ?? [];
}

/** For each rule of the lists in the body of an operation, whether an input breaks it. */
export function listRulesFor(service: Service, operation: Operation): readonly ((input: unknown) => boolean)[] {
  return statedRulesOf(service, operation).flatMap(({ stated, part }) =>
    stated.kind === 'list' ? [(input: unknown) => isBroken(stated.rule, valueAt(input, part.at)) === true] : [],
  );
}
