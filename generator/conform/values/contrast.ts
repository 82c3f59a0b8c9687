// Decides why a request that the document allows was refused: for its form, which is a fault, or perhaps for a rule that the document has in prose.
// It sends the request again with one part changed: what is accepted then shows what was not.
import { isDeepStrictEqual } from 'node:util';
import { holderOf, isObject, overlaps, pointerTo, tokensOf, valueAt } from '../../inference/pointers.ts';
import { listRulesFor } from '../../inference/stated/rules.ts';
import { isClockText, isTimeText } from '../../inference/steps.ts';
import type { Operation } from '../../model/service.ts';
import { isRefusedForm } from '../checks/accepts-valid.ts';
import type { Case } from '../contract/case.ts';
import type { Fault, Finding } from '../contract/check.ts';
import type { Answered, Exchange } from '../contract/exchange.ts';
import type { Doubt } from '../contract/report.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, confirmed, type Input, REMOVED, schemasOf, WIDE } from '../plan/index.ts';
import { type Bases, hasSucceeded, sizeOf } from './bases.ts';
import { blamedPlaces } from './blamed.ts';
import { type Ground, PART } from './ground.ts';
import { lettersOf } from './letters.ts';
import { hasNumberBetween, neighbourOf } from './neighbours.ts';
import { createProse, isState, mayRefer, type Prose } from './prose.ts';

export interface ContrastOptions {
  readonly judge: Judge;
  readonly bases: Bases;
  readonly send: (one: Case) => Promise<Exchange | undefined>;
  readonly found: (fault: Fault, exchanges: Finding['exchanges']) => void;
  readonly doubt: (doubt: Doubt, exchange: Exchange) => void;
}

export interface Contrast {
  /** Judges the refusals among the answers to the valid cases of an operation. */
  settle(operation: Operation, ground: Ground, exchanges: readonly Exchange[]): Promise<void>;
}

/** The most refusals of one operation that are looked into; further ones are doubts. */
const MOST = 40;

/** The most requests that look for the length from which on texts are refused. */
const MOST_STEPS = 14;

interface Look {
  readonly operation: Operation;
  readonly refused: Answered;
  readonly one: Case & { readonly at: string; readonly input: Input };
  readonly value: unknown;
  /** All valid cases of the operation that were answered. */
  readonly all: readonly Answered[];
  /** Another value at the place, which has succeeded. */
  readonly before: unknown;
  /** Whether the value is refused in the least request that succeeds otherwise, too: then it is no matter of other parts. */
  readonly isRefusedAlone: () => Promise<boolean>;
  /** The input with another value at the place of the case, as it was answered; `undefined` where the document does not allow it. */
  readonly with: (value: unknown) => Promise<Answered | undefined>;
}

type Verdict = { readonly fault: string; readonly beside: Answered } | undefined;

export function createContrast({ judge, bases, send, found, doubt }: ContrastOptions): Contrast {
  const prose = createProse(judge.service);
  let number = 0;

  async function answered(one: Case, input: Input, says: string): Promise<Answered | undefined> {
    const intent: Case['intent'] = { kind: 'valid', by: 'boundary' };
    const request = await confirmed(judge, { ...one, intent }, input);
    if (request === undefined) return undefined;
    const exchange = await send({ ...one, id: `${one.operation.id} contrast ${says} #${number++}`, intent, says, input, request });
    return exchange?.response === undefined ? undefined : exchange;
  }

  async function isRefusedAlone(one: Look['one'], value: unknown): Promise<boolean> {
    const inputs = bases.all(one.operation).filter(({ contentType }) => contentType === one.input.contentType);
    const [least] = [...inputs].sort((a, b) => sizeOf(a) - sizeOf(b));
    const answer = least === undefined ? undefined : await answered(one, changedAt(least, one.at, value) as Input, one.says);
    return answer === undefined || isRefusedForm(answer);
  }

  async function verdictOf(look: Look): Promise<Verdict> {
    for (const rule of RULES) {
      const verdict = await rule(look, prose);
      if (verdict !== undefined) return verdict;
    }
    return undefined;
  }

  return {
    async settle(operation, ground, exchanges) {
      const all = [...ground.parts, ...exchanges].filter(
        (one): one is Answered => one.response !== undefined && one.case.intent.kind === 'valid',
      );
      const refusals = all.filter(isRefusedForm);
      const [base] = ground.bases;
      if (base === undefined || refusals.length + ground.refused.size === 0) return;
      const listRules = listRulesFor(judge.service, operation);
      const doubts = new Set<string>();
      const add = (exchange: Exchange, at: string | undefined): void => {
        if (doubts.has(at ?? '') || exchange.response === undefined) return;
        doubts.add(at ?? '');
        const message = `refused with ${exchange.response.status}: ${exchange.case.says}`;
        doubt({ operation, location: exchange.case.location, message, ...(at === undefined ? {} : { at }) }, exchange);
      };
      const placed = refusals.filter(({ case: { isGrounded, constraint } }) => isGrounded === true && constraint !== undefined);
      let looked = 0;
      for (const refused of placed) {
        const { case: one } = refused;
        const { at, input } = one;
        if (at === undefined || input === undefined || listRules.some((breaks) => breaks(input))) continue;
        const isLast = looked++ >= MOST;
        const again = isLast ? undefined : await answered(one, input, one.says);
        // What succeeds the second time was refused for something else, and so was what an answer blames another part for.
        if (again !== undefined && (!isRefusedForm(again) || blamesOther(again, at))) continue;
        const value = valueAt(input, at);
        const look: Look = {
          operation,
          refused: again ?? refused,
          one: { ...one, at, input },
          value,
          all,
          before: ground.bases.map(({ input: known }) => valueAt(known, at)).find((known) => known !== undefined && known !== null),
          isRefusedAlone: () => isRefusedAlone({ ...one, at, input }, value),
          with: (other) => answered(one, changedAt(input, at, other) as Input, `${at}, with another value`),
        };
        const verdict = again === undefined ? undefined : ((await verdictOf(look)) ?? (await withoutPart(look)));
        // A part that is accepted with another value is no doubt, and one that is refused with every value follows below.
        if (verdict === undefined && one.constraint?.keyword === PART) continue;
        if (verdict === undefined || hasOtherTime(look.refused.case.input, verdict.beside.case.input, at))
          add(refused, one.constraint?.at ?? at);
        else
          found({ message: verdict.fault, expected: 'a status from 200 to 299', location: one.location }, [verdict.beside, look.refused]);
      }
      for (const [at, exchange] of ground.refused)
        if (exchange.response !== undefined && isRefusedForm(exchange as Answered)) add(exchange, at);
      const [plain] = refusals.filter(({ case: { isGrounded } }) => isGrounded !== true);
      if (doubts.size === 0 && plain !== undefined) add(plain, undefined);
    },
  };

  /** An optional part that no success lacks, and without which several requests are refused that succeed with it. */
  async function withoutPart({ operation, one, refused }: Look): Promise<Verdict> {
    if (one.constraint?.keyword !== 'optional' || prose.restricts(operation, one.at)) return undefined;
    const inputs = bases.all(operation).filter((input) => input.contentType === one.input.contentType);
    if (inputs.some((input) => valueAt(input, holderOf(one.at)) !== undefined && valueAt(input, one.at) === undefined)) return undefined;
    let beside: Answered | undefined;
    let refusals = 0;
    for (const input of inputs.slice(-4)) {
      const whole = await answered({ ...one, at: '' }, input, 'with all that has succeeded');
      if (whole === undefined || !hasSucceeded(whole) || whole.case.input === undefined) continue;
      const less = await answered(one, changedAt(whole.case.input, one.at, REMOVED) as Input, one.says);
      if (less === undefined || !isRefusedForm(less)) return undefined;
      beside = whole;
      refusals++;
    }
    if (beside === undefined || refusals < 2) return undefined;
    return { beside, fault: `${refusedText(refused)}, and the same with it is accepted.` };
  }
}

/** Whether a refusal names parts of the request, and none of them is, holds or is in the one at a place. */
function blamesOther(refused: Answered, at: string): boolean {
  const blamed = blamedPlaces(refused);
  return blamed.length > 0 && !blamed.some((place) => overlaps(place, at));
}

/** Whether one of two requests has another time elsewhere than at the place that is judged: new values have moved it, perhaps beyond another one. */
function hasOtherTime(refused: unknown, accepted: unknown, at: string, here = ''): boolean {
  if (here === at) return false;
  if ([isTimeText, isClockText].some((isTime) => isTime(refused) && isTime(accepted))) return refused !== accepted;
  if (typeof refused !== 'object' || refused === null || typeof accepted !== 'object' || accepted === null) return false;
  return Object.entries(refused).some(([name, value]) => hasOtherTime(value, Reflect.get(accepted, name), at, here + pointerTo(name)));
}

function refusedText({ case: { says }, response }: Answered): string {
  return `A valid request is refused with ${response.status} (${says})`;
}

type Rule = (look: Look, prose: Prose) => Promise<Verdict>;

/** The neighbour just inside a limit is accepted: the limit of the service is another one. */
const besideLimit: Rule = async ({ one, operation, value, refused, with: withValue }) => {
  if (isWide(one)) return undefined;
  const keyword = one.constraint?.keyword ?? '';
  const neighbour = neighbourOf(keyword, value, schemasOf(operation, one.at));
  if (neighbour === undefined || hasNumberBetween(one.input, one.at, value, neighbour)) return undefined;
  const beside = await withValue(neighbour);
  if (beside === undefined || !hasSucceeded(beside)) return undefined;
  return { beside, fault: `${refusedText(refused)}, and its neighbour inside the limit is accepted.` };
};

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
  const short = await withValue(lettersOf(Math.min(5, [...value].length - 1)));
  if (short === undefined || !hasSucceeded(short)) return undefined;
  let [beside, least, most] = [short, Math.min(5, [...value].length - 1), [...value].length];
  for (let step = 0; step < MOST_STEPS && most - least > 1; step++) {
    const middle = Math.floor((least + most) / 2);
    const answer = await withValue(lettersOf(middle));
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
  const fewer = await withValue(WIDE.repeat(Math.max(1, Math.floor(length / 4))));
  const beside = fewer !== undefined && hasSucceeded(fewer) ? await withValue(lettersOf(length)) : undefined;
  if (beside === undefined || !hasSucceeded(beside)) return undefined;
  return { beside, fault: `${refusedText(refused)}, and as many letters are accepted, and so are fewer of these characters.` };
};

/** Whether a case has a text of the greatest length that is made of characters beyond the basic plane. */
function isWide({ constraint, intent }: Look['one']): boolean {
  return constraint?.keyword === 'maxLength' && intent.kind === 'valid' && intent.by === 'unicode';
}

/** All other values of an enumeration are accepted in the same request, and no text speaks of this one. */
const listedValue: Rule = async ({ one, operation, value, refused, all, with: withValue, isRefusedAlone }, prose) => {
  const { constraint, at, intent } = one;
  if (intent.kind !== 'valid' || intent.by !== 'enum' || isState(at) || prose.restricts(operation, at, value)) return undefined;
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
const listInQuery: Rule = async ({ one, value, refused, with: withValue }) => {
  if (!one.at.startsWith('/query/') || one.operation.method !== 'GET' || !Array.isArray(value) || value.length < 2) return undefined;
  const [first, second] = value as readonly unknown[];
  const both = await withValue([first, second]);
  if (both === undefined || !isRefusedForm(both)) return undefined;
  for (const item of [first, second]) {
    const alone = await withValue([item]);
    if (alone === undefined || !hasSucceeded(alone)) return undefined;
    if (item === second) return { beside: alone, fault: `${refusedText(refused)}, and each of its values is accepted alone.` };
  }
  return undefined;
};

/** Null where it is allowed, an empty text, a text in several scripts: other values are accepted, and no text speaks of it. */
const otherKind: Rule = async ({ one, operation, value, before, refused, with: withValue, isRefusedAlone }, prose) => {
  if (one.constraint?.keyword !== 'type' || prose.restricts(operation, one.at, value === null ? null : undefined)) return undefined;
  const isScript = one.intent.kind === 'valid' && one.intent.by === 'unicode';
  const other = value === null ? before : value === '' ? 'x' : isScript ? lettersOf(Math.max(1, [...String(value)].length)) : undefined;
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

const RULES: readonly Rule[] = [besideLimit, anotherStep, shorterTexts, wideTexts, listedValue, listInQuery, otherKind, branchOfUnion];
