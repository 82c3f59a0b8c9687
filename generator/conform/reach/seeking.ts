// Looks for what an operation needs to have been done before it, step by step: what overcomes a refusal is kept, and the next refusal is overcome
// after it.
import { isDeepStrictEqual } from 'node:util';
import type { Edge } from '../../inference/edge.ts';
import type { Operation } from '../../model/service.ts';
import { textOf } from '../checks/text.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Judge } from '../judge/index.ts';
import type { Input } from '../plan/index.ts';
import { namedParts } from '../values/blamed.ts';
import type { Existing } from './existing.ts';
import type { createKnowledge } from './knowledge.ts';
import { isSuccess, type Making } from './making.ts';
import { preparationsFor } from './preparations.ts';
import type { Preparing, Trace } from './preparing.ts';
import { waysBefore } from './ways/inserted.ts';
import type { Preparation, Step } from './ways/way.ts';

/** The most ways to prepare a thing that are tried after each refusal. */
const MOST_WAYS = 24;

/** The most ways with one step more, since a step was refused, that are tried after each refusal. */
const MOST_INSERTED = 8;

/** The most ways that are taken together, each of which has overcome a refusal. */
const MOST_JOINED = 6;

/** Statuses that may say that a thing is gone, or in a state that the operation does not take. */
export const GONE: ReadonlySet<number> = new Set([400, 404, 409, 410, 412, 422, 423]);

/** Statuses that speak of the thing, and not of a value of the request. */
export const UNREACHED: ReadonlySet<number> = new Set([404, 409, 410, 412, 423]);

/** Statuses that blame the values of a request, and seldom the state of a thing. */
export const BLAMING: ReadonlySet<number> = new Set([400, 422]);

interface SeekingOptions {
  readonly judge: Judge;
  readonly edges: readonly Edge[];
  readonly of: ReturnType<typeof createKnowledge>;
  readonly existing: Pick<Existing, 'fillerOf'>;
  readonly caseOf: (operation: Operation) => Case | undefined;
  readonly made: Pick<Making, 'next' | 'corrected'>;
  readonly preparing: Pick<Preparing, 'preparedInput'>;
  readonly settled: (one: Case, input: Input) => Promise<Case>;
  readonly referAnew: (operation: Operation, place: string, steps: readonly Step[]) => void;
  readonly bringAbout: (operation: Operation, mayGoOn: () => boolean) => Promise<boolean>;
}

interface Outcome {
  readonly exchange?: Exchange;
  readonly way: Preparation;
  /** The step that was refused: the operation was not sent then. */
  readonly refused?: Trace['refused'];
}

/** Says whether the operation has succeeded on what was prepared. */
type Seek = (exchange: Exchange, mayGoOn: () => boolean, most?: number) => Promise<boolean>;

export function createSeeking(options: SeekingOptions): Seek {
  const { judge, edges, existing, caseOf, of, made, preparing, settled, referAnew, bringAbout } = options;
  /** What the body of an operation names. */
  const referencesOf = (operation: Operation): readonly Edge[] =>
    edges.filter(({ consumer, producer, to }) => consumer === operation && producer !== operation && to.startsWith('/body/'));

  /** Whether the steps of a way can be sent: the run has called each of their operations before. */
  const isAble = ({ steps }: Preparation): boolean => steps.every((step) => caseOf(step.operation) !== undefined);

  /** The response to a case on a thing that is prepared in one way; `undefined` where the thing cannot be. */
  async function tried(one: Case, input: Input, way: Preparation): Promise<Outcome | undefined> {
    const { operation } = one;
    const trace: Trace = { good: [] };
    referAnew(operation, way.place, way.steps);
    const prepared = await preparing.preparedInput(operation, way, input, 0, undefined, trace);
    if (prepared === undefined) return trace.refused === undefined ? undefined : { way, refused: trace.refused };
    const knowledge = of(operation);
    knowledge.attempts = 0;
    const exchange = await made.corrected(await settled({ ...one, id: `${one.id} prepared ${made.next()}` }, prepared));
    const done = { ...way, steps: trace.good };
    if (exchange === undefined) return { way: done };
    if (isSuccess(exchange)) Object.assign(knowledge, { preparation: done, prepared });
    return { exchange, way: done };
  }

  /** A way with what its steps are known to need themselves, before them. */
  function withKnown(way: Preparation): Preparation {
    const needed = way.steps.map((step) => {
      const own = of(step.operation).preparation;
      return { step, own: own?.producer === way.producer ? own : undefined };
    });
    const having = way.having ?? needed.find(({ own }) => own?.having)?.own?.having;
    const steps = needed.flatMap(({ step, own }) => [...(own?.steps ?? []), step]);
    const each = steps.filter((step, index) => steps.findIndex((one) => isSameStep(one, step)) === index);
    return { ...way, steps: each, ...(having === undefined ? {} : { having }) };
  }

  return async (exchange, mayGoOn, most = MOST_WAYS) => {
    const { case: one, response } = exchange;
    const { operation, input } = one;
    if (response === undefined || input === undefined || !isPlain(one) || !GONE.has(response.status)) return false;
    const knowledge = of(operation);
    knowledge.isSought = true;
    // It has succeeded on things that are used up by now: what is found must need none that others have made.
    const allNew = knowledge.hasSucceeded && referencesOf(operation).length > 0;
    if (allNew) Object.assign(knowledge, { isSoughtAnew: true, nearer: undefined });
    if (await bringAbout(operation, mayGoOn)) {
      const filled = existing.fillerOf(operation)(input);
      const other = await made.corrected(await settled({ ...one, id: `${one.id} on what has appeared ${made.next()}` }, filled));
      if (other !== undefined && isSuccess(other)) return true;
    }
    let refusal = textOf(response);
    let named = namedParts(exchange);
    // Refusals on new things: one that was there before says that a step leads back. The first one may have been in any state.
    const seen: string[] = [];
    const [reference] = allNew ? referencesOf(operation) : [];
    if (reference !== undefined) {
      const plain = await tried(one, input, { producer: reference.producer, place: reference.to, steps: [], allNew: true });
      const answer = plain?.exchange;
      if (answer?.response !== undefined && isSuccess(answer)) return true;
      if (answer?.response !== undefined) [refusal, named] = [textOf(answer.response), namedParts(answer)];
    }
    for (let depth = 0; depth < MOST_JOINED; depth++) {
      const base = knowledge.nearer;
      const ways = preparationsFor(operation, judge.service.operations, edges, refusal, named, base !== undefined);
      const before = refusal;
      if (depth > 0) seen.push(refusal);
      const queue = ways
        .flatMap((each) => joined(base, withKnown(each)) ?? [])
        .filter(isAble)
        .slice(0, most);
      let inserted = 0;
      for (let way = queue.shift(); way !== undefined; way = queue.shift()) {
        if (!mayGoOn()) return false;
        const isAnew = allNew && way.place.startsWith('/body/');
        const outcome = await tried(one, input, isAnew ? { ...way, allNew } : way);
        if (outcome?.refused !== undefined && inserted < MOST_INSERTED) {
          const more = waysBefore(way, outcome.refused.step, {
            ...{ operation, producer: way.producer, operations: judge.service.operations, edges, refusal: outcome.refused.text },
          }).slice(0, MOST_INSERTED - inserted);
          inserted += more.length;
          queue.unshift(...more.filter(isAble));
        }
        const answered = outcome?.exchange;
        const answer = answered?.response;
        if (outcome === undefined || answered === undefined || answer === undefined) continue;
        if (answer.status < 300) return true;
        const isNoNearer =
          isLost(answer.status, response.status) ||
          isOver(textOf(answer), before) ||
          [before, ...seen].some((one) => isAlike(textOf(answer), one));
        const isNext = GONE.has(answer.status) && !isNoNearer;
        if (!isNext || refusal !== before) continue;
        // Another refusal says that the first one is overcome.
        knowledge.nearer = outcome.way;
        refusal = textOf(answer);
        named = namedParts(answered);
      }
      if (refusal === before) return false;
    }
    return false;
  };
}

/** A way, behind what has overcome other refusals, on the same thing or on another one; `undefined` where it adds nothing. */
function joined(base: Preparation | undefined, way: Preparation): Preparation | undefined {
  if (base === undefined) return way;
  if (base.producer === way.producer && base.place === way.place) return onOne(base, way);
  const also = base.also ?? [];
  const same = also.find(({ producer, place }) => producer === way.producer && place === way.place);
  // One place names one thing.
  if (same === undefined && [base, ...also].some(({ place }) => place === way.place)) return undefined;
  const next = same === undefined ? way : onOne(same, way);
  return next && { ...base, also: [...also.filter((one) => one !== same), next] };
}

function onOne(base: Preparation, way: Preparation): Preparation | undefined {
  const steps = way.steps.filter((step) => !base.steps.some((one) => isSameStep(one, step)));
  const isAnew = base.having === undefined && way.having !== undefined;
  if (steps.length === 0 && !isAnew) return undefined;
  // A thing that is made otherwise takes what is made below it before the last change: bids come before the close of the lot.
  const below = isAnew ? steps.filter((step) => step.isBelow === true) : [];
  const others = steps.filter((step) => !below.includes(step));
  return { ...way, ...base, steps: [...base.steps.slice(0, -1), ...below, ...base.steps.slice(-1), ...others] };
}

/** Whether an answer says that the thing is gone, where the one before it did not: a cancelled festival is no nearer to being open. */
function isLost(status: number, before: number): boolean {
  return (status === 404 || status === 410) && status !== before;
}

/** States in which nothing more is done to a thing, unless they are denied. */
const OVER = /(?<!\b(?:not|never|no|un)[\s-]*(?:been\s+|yet\s+)*)\b(?:cancell?|declin|reject|expir|void|withdr|delet|archiv)\p{L}*/iu;

/** Whether a refusal says that a step has ended the thing, which the one before it did not. */
function isOver(refusal: string, before: string): boolean {
  return OVER.test(refusal) && !OVER.test(before);
}

/** Whether two steps do the same: one operation may bring a thing to several states in turn. */
function isSameStep(one: Step, other: Step): boolean {
  return one.operation === other.operation && one.set?.value === other.set?.value && isDeepStrictEqual(one.body, other.body);
}

/** Whether two refusals say the same, but for numbers and identifiers. */
function isAlike(one: string, other: string): boolean {
  const plain = (text: string): string => text.replace(/[\w-]*\d[\w-]*/g, '#');
  return plain(one) === plain(other);
}

/** Whether a case is valid, and of the first account: others do not reach the thing. */
export function isPlain({ intent, credential }: Case): boolean {
  return intent.kind === 'valid' && credential === 'given';
}
