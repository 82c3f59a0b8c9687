// Decides by one more request whether a valid value was refused for its form: a neighbour inside the limit, a shorter text, another listed value, or
// another branch is accepted in its place.
import { isDeepStrictEqual } from 'node:util';
import { isObject, pointerTo, tokensOf, valueAt } from '../../inference/pointers.ts';
import { conjuncts, itemsOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';
import { isRefusedForm } from '../checks/accepts-valid.ts';
import type { Case } from '../contract/case.ts';
import { chanceLetters } from '../contract/chance.ts';
import type { Answered } from '../contract/exchange.ts';
import { daysBeside, type Input, schemasOf, WIDE } from '../plan/index.ts';
import { hasSucceeded } from './bases.ts';
import { hasNumberBetween, neighboursOf } from './neighbours.ts';
import { isState, mayRefer, type Prose } from './prose.ts';
import { isUnknownValue } from './unknown-value.ts';

export interface Look {
  readonly operation: Operation;
  readonly refused: Answered;
  readonly one: Case & { readonly at: string; readonly input: Input };
  readonly value: unknown;
  /** Whether the value names something that another operation makes: one of two neighbours alone may be there. */
  readonly isReference: boolean;
  /** All valid cases of the operation that were answered. */
  readonly all: readonly Answered[];
  /** Another value at the place, which has succeeded. */
  readonly before: unknown;
  /** Whether the value is refused in the least request that succeeds otherwise, too: then it is no matter of other parts. */
  readonly isRefusedAlone: () => Promise<boolean>;
  /** The input with another value at the place of the case, as it was answered; `undefined` where the document does not allow it. */
  readonly with: (value: unknown) => Promise<Answered | undefined>;
}

export type Verdict = { readonly fault: string; readonly beside: Answered } | undefined;

/** The most requests that look for the length from which on texts are refused. */
const MOST_STEPS = 14;

export function refusedText({ case: { says }, response }: Answered): string {
  return `A valid request is refused with ${response.status} (${says})`;
}

type Rule = (look: Look, prose: Prose) => Promise<Verdict>;

/** The neighbour just inside a limit is accepted: the limit of the service is another one. */
const besideLimit: Rule = async ({ one, operation, value, isReference, before, refused, with: withValue }, prose) => {
  if (isWide(one) || isReference) return undefined;
  const keyword = one.constraint?.keyword ?? '';
  const schemas = schemasOf(operation, one.at);
  // Choices may be such that not all of them go together, where a text speaks of them.
  const choices = choicesIn(value, schemas);
  if (choices.length > 0 && (prose.restricts(operation, one.at) || prose.mentions(operation, choices))) return undefined;
  if (typeof value === 'number' && prose.addsUp(operation, one.at)) return undefined;
  for (const neighbour of neighboursOf(keyword, value, schemas)) {
    // A text that has succeeded before may name a thing that is there.
    if (keyword === 'pattern' && isDeepStrictEqual(neighbour, before)) return undefined;
    if (hasNumberBetween(one.input, one.at, value, neighbour)) return undefined;
    const beside = await withValue(neighbour);
    if (beside !== undefined && hasSucceeded(beside))
      return { beside, fault: `${refusedText(refused)}, and its neighbour inside the limit is accepted.` };
  }
  return undefined;
};

/** A day whose neighbours are accepted: no rule of a service has its limit there, and many calendars that programmers write do. */
const besideDay: Rule = async ({ one, value, refused, with: withValue }) => {
  if (!isEdgeDay(one, value)) return undefined;
  let beside: Answered | undefined;
  for (const day of daysBeside(value)) {
    beside = await withValue(day);
    if (beside === undefined || !hasSucceeded(beside)) return undefined;
  }
  if (beside === undefined) return undefined;
  return { beside, fault: `${refusedText(refused)}, and the days beside it are accepted.` };
};

/** Whether a value is one of the days that are tried because services are wrong about them. */
export function isEdgeDay({ constraint, intent }: Case, value: unknown): value is string {
  return constraint?.keyword === 'format' && intent.kind === 'valid' && typeof value === 'string' && daysBeside(value).length > 0;
}

/** The texts of a list whose items are listed values. */
function choicesIn(value: unknown, schemas: readonly Schema[]): readonly string[] {
  const isListed = conjuncts(itemsOf(schemas)).some((item) => item.enum !== undefined);
  return isListed && Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Another multiple is accepted: the service works out the rest of a division of binary fractions. */
const anotherStep: Rule = async ({ one, value, refused, with: withValue }) => {
  if (one.constraint?.keyword !== 'multipleOf' || typeof value !== 'number') return undefined;
  const neighbour = Math.ceil(value);
  if (neighbour === value || hasNumberBetween(one.input, one.at, value, neighbour)) return undefined;
  const beside = await withValue(neighbour);
  if (beside === undefined || !hasSucceeded(beside)) return undefined;
  return { beside, fault: `${refusedText(refused)}, and another multiple is accepted.` };
};

/** Free texts are accepted up to a length that is not the declared one. A value that names something is refused at every length. */
const shorterTexts: Rule = async ({ one, operation, value, refused, with: withValue }) => {
  if (one.constraint?.keyword !== 'maxLength' || isWide(one) || typeof value !== 'string' || refused.response.status === 413)
    return undefined;
  if (schemasOf(operation, one.at).some((schema) => schema.pattern !== undefined || schema.format !== undefined)) return undefined;
  const short = await withValue(chanceLetters(Math.min(5, [...value].length - 1)));
  if (short === undefined || !hasSucceeded(short)) return undefined;
  let [beside, least, most] = [short, Math.min(5, [...value].length - 1), [...value].length];
  for (let step = 0; step < MOST_STEPS && most - least > 1; step++) {
    const middle = Math.floor((least + most) / 2);
    const answer = await withValue(chanceLetters(middle));
    if (answer === undefined || (!hasSucceeded(answer) && !isRefusedForm(answer))) return undefined;
    if (hasSucceeded(answer)) [beside, least] = [answer, middle];
    else most = middle;
  }
  return most - least > 1 ? undefined : { beside, fault: `${refusedText(refused)}, and one with ${least} characters is accepted.` };
};

/** Words by which a limit is one of bytes or of units, and not of characters. */
const UNITS = /\bbytes?\b|\butf-?(?:8|16)\b|\bcode units?\b/i;

/** As many letters are accepted, and so are fewer characters beyond the basic plane: the service counts units or bytes, and not characters. */
const wideTexts: Rule = async ({ one, operation, value, refused, with: withValue }) => {
  // A 413 speaks of the bytes of the whole body.
  if (!isWide(one) || typeof value !== 'string' || refused.response.status === 413) return undefined;
  if (schemasOf(operation, one.at).some(({ description = '' }) => UNITS.test(description))) return undefined;
  const length = [...value].length;
  const few = Math.max(1, Math.floor(length / 4));
  const fewer = await withValue(WIDE.repeat(few));
  const beside = fewer !== undefined && hasSucceeded(fewer) ? await withValue(chanceLetters(length)) : undefined;
  if (beside === undefined || !hasSucceeded(beside)) return undefined;
  // Another thing may have the same value, which no second one can have.
  const other = await withValue(chanceLetters(few) + WIDE.repeat(length - few));
  if (other !== undefined && hasSucceeded(other)) return undefined;
  return { beside, fault: `${refusedText(refused)}, and as many letters are accepted, and so are fewer of these characters.` };
};

/** Whether a case has a text of the greatest length that is made of characters beyond the basic plane. */
function isWide({ constraint, intent }: Look['one']): boolean {
  return constraint?.keyword === 'maxLength' && intent.kind === 'valid' && intent.by === 'unicode';
}

/** All other values of an enumeration are accepted in the same request, and no text restricts this one. */
const listedValue: Rule = async ({ one, operation, value, refused, all, with: withValue, isRefusedAlone }, prose) => {
  const { constraint, at, intent } = one;
  if (intent.kind !== 'valid' || intent.by !== 'enum' || isState(operation, at)) return undefined;
  if (prose.restricts(operation, at, value, isUnknownValue(refused))) return undefined;
  // A list may have room for one item of a kind: one leader of a team.
  if (isInOtherItem(one.input, at, value)) return undefined;
  const listed = schemasOf(operation, at)
    .flatMap((schema) => schema.enum ?? [])
    .filter((other) => other !== value && other !== null);
  const sent = all.filter(
    ({ case: other }) => other.at === at && other.constraint?.keyword === constraint?.keyword && other.intent.kind === 'valid',
  );
  if (listed.length === 0 || sent.some((other) => !isDeepStrictEqual(valueAt(other.case.input, at), value) && isRefusedForm(other)))
    return undefined;
  const beside = await withValue(listed[0]);
  if (beside === undefined || !hasSucceeded(beside) || !(await isRefusedAlone())) return undefined;
  return { beside, fault: `${refusedText(refused)}, and all other values of the list are accepted.` };
};

/** Whether another item of a list has the value in the same place. */
function isInOtherItem(input: unknown, at: string, value: unknown): boolean {
  const tokens = tokensOf(at);
  return tokens.some((token, index) => {
    const list = valueAt(input, pointerTo(...tokens.slice(0, index)));
    const rest = pointerTo(...tokens.slice(index + 1));
    return Array.isArray(list) && list.some((item, other) => String(other) !== token && isDeepStrictEqual(valueAt(item, rest), value));
  });
}

/** A list of two values in a query is refused, and each of them is accepted alone. */
const listInQuery: Rule = async ({ one, value, refused, with: withValue, isRefusedAlone }) => {
  if (!one.at.startsWith('/query/') || one.operation.method !== 'GET' || !Array.isArray(value) || value.length < 2) return undefined;
  const [first, second] = value as readonly unknown[];
  const both = await withValue([first, second]);
  if (both === undefined || !isRefusedForm(both)) return undefined;
  for (const item of [first, second]) {
    const alone = await withValue([item]);
    if (alone === undefined || !hasSucceeded(alone)) return undefined;
    // A cursor belongs to the list with the filters that it was given for.
    if (item === second && (await isRefusedAlone()))
      return { beside: alone, fault: `${refusedText(refused)}, and each of its values is accepted alone.` };
  }
  return undefined;
};

/** Null where it is allowed, an empty text, a text in several scripts: other values are accepted, and no text speaks of it. */
const otherKind: Rule = async ({ one, operation, value, before, refused, with: withValue, isRefusedAlone }, prose) => {
  const isNullBranch = value === null && one.intent.kind === 'valid' && one.intent.by === 'branch';
  if ((one.constraint?.keyword !== 'type' && !isNullBranch) || prose.restricts(operation, one.at, value === null ? null : undefined))
    return undefined;
  const isScript = one.intent.kind === 'valid' && one.intent.by === 'unicode';
  const other = value === null ? before : value === '' ? 'x' : isScript ? chanceLetters(Math.max(1, [...String(value)].length)) : undefined;
  if (other === undefined || other === null) return undefined;
  const beside = await withValue(other);
  if (beside === undefined || !hasSucceeded(beside) || !(await isRefusedAlone())) return undefined;
  return { beside, fault: `${refusedText(refused)}, and the same with another value is accepted.` };
};

/** A branch of a union is refused with every value that was tried, although it refers to nothing, and another one is accepted. */
const branchOfUnion: Rule = async ({ one, operation, value, refused, all }, prose) => {
  if (one.intent.kind !== 'valid' || one.intent.by !== 'branch' || !isObject(value)) return undefined;
  if (mayRefer(one.at, value) || prose.restricts(operation, one.at)) return undefined;
  const successes = all.filter(
    (other) => other.case.at === one.at && other.case.constraint?.keyword === one.constraint?.keyword && hasSucceeded(other),
  );
  const [beside] = successes;
  // Each branch is declared at a place of its own.
  const isSame = (other: Answered): boolean => isDeepStrictEqual(other.case.location, one.location);
  if (beside === undefined || successes.some(isSame)) return undefined;
  return { beside, fault: `${refusedText(refused)}, and a value of another branch is accepted.` };
};

/** All rules, the one with the plainest finding first. */
export const RULES: readonly Rule[] = [
  besideLimit,
  besideDay,
  anotherStep,
  shorterTexts,
  wideTexts,
  listedValue,
  listInQuery,
  otherKind,
  branchOfUnion,
];
