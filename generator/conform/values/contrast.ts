// Decides why a request that the document allows was refused: for its form, which is a fault, or perhaps for a rule that the document has in prose.
// It sends the request again with one part changed: what is accepted then shows what was not.
import { isDeepStrictEqual } from 'node:util';
import type { Edge } from '../../inference/edge.ts';
import { holderOf, overlaps, placesIn, pointerTo, valueAt } from '../../inference/pointers.ts';
import { listRulesFor } from '../../inference/stated/rules.ts';
import { isClockText, isTimeText } from '../../inference/steps.ts';
import type { Operation } from '../../model/service.ts';
import { isRefusedForm } from '../checks/accepts-valid.ts';
import type { Case } from '../contract/case.ts';
import type { Fault, Finding } from '../contract/check.ts';
import type { Answered, Exchange } from '../contract/exchange.ts';
import type { Doubt } from '../contract/report.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, confirmed, type Input, REMOVED } from '../plan/index.ts';
import { type Bases, hasSucceeded, sizeOf } from './bases.ts';
import { blamedPlaces, namedParts } from './blamed.ts';
import { isCounted } from './counted.ts';
import { withoutOther } from './focus.ts';
import { type Ground, PART } from './ground.ts';
import { createProse } from './prose.ts';
import { isUnknownValue } from './unknown-value.ts';
import { isEdgeDay, type Look, RULES, refusedText, type Verdict } from './verdicts.ts';

export interface ContrastOptions {
  readonly judge: Judge;
  readonly edges: readonly Edge[];
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

export function createContrast({ judge, edges, bases, send, found, doubt }: ContrastOptions): Contrast {
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

  /** The request without another part that its refusal blames, where it is refused for its own part then; `undefined` where it never is. */
  async function cleared(
    one: Case & { readonly at: string },
    input: Input,
    refused: Answered,
  ): Promise<{ readonly answer: Answered; readonly input: Input } | undefined> {
    const [blamed] = namedParts(refused);
    if (blamed === undefined) return undefined;
    const value = valueAt(input, one.at);
    for (const other of withoutOther(bases.all(one.operation), input, blamed)) {
      if (!isDeepStrictEqual(valueAt(other, one.at), value)) continue;
      const answer = await answered(one, other, one.says);
      if (answer === undefined || (isRefusedForm(answer) && blamesOther(answer, one.at))) continue;
      return isRefusedForm(answer) ? { answer, input: other } : undefined;
    }
    return undefined;
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
        if (again !== undefined && !isRefusedForm(again)) continue;
        const clear =
          again !== undefined && !isUnknownValue(again) && blamesOther(again, at)
            ? await cleared({ ...one, at }, input, again)
            : { answer: again, input };
        if (clear === undefined) continue;
        const value = valueAt(input, at);
        const look: Look = {
          operation,
          refused: clear.answer ?? refused,
          one: { ...one, at, input: clear.input },
          value,
          isReference: edges.some(({ consumer, to }) => consumer === operation && placesIn(input, to).includes(at)),
          all,
          before: ground.bases.map(({ input: known }) => valueAt(known, at)).find((known) => known !== undefined && known !== null),
          isRefusedAlone: () => isRefusedAlone({ ...one, at, input }, value),
          with: (other) => answered(one, changedAt(clear.input, at, other) as Input, `${at}, with another value`),
        };
        const verdict = again === undefined ? undefined : ((await verdictOf(look)) ?? (await withoutPart(look)));
        // A part that is accepted with another value is no doubt, and one that is refused with every value follows below. A day may be too far away.
        if (verdict === undefined && (one.constraint?.keyword === PART || isEdgeDay(one, value))) continue;
        if (verdict === undefined || isCounted(verdict.beside, at) || hasOtherTime(look.refused.case.input, verdict.beside.case.input, at))
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
