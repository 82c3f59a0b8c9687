// Makes a new thing, and brings it into the state that an operation needs.
import type { Edge } from '../../inference/edge.ts';
import { isObject, isTextOrNumber, placesIn, valueAt } from '../../inference/pointers.ts';
import { pairOf } from '../../inference/spans.ts';
import { isTimeText } from '../../inference/steps.ts';
import { pathPlacesOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import { textOf } from '../checks/text.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import { changedAt, type Input, inputHaving, randomFor, sampleInput } from '../plan/index.ts';
import { asTaken, resultOf } from '../sequences/index.ts';
import type { Crowded } from './crowded.ts';
import type { FreshnessOptions } from './freshness.ts';
import type { createKnowledge } from './knowledge.ts';
import { isSuccess, type Making, MOST_DEPTH } from './making.ts';
import { covering } from './moments.ts';
import { rewritten } from './rewritten.ts';
import { besidePlace, goalOf, isReached, lastingUntil, latestIn, withGoal, withHad } from './ways/having.ts';
import type { Preparation, Step } from './ways/way.ts';

/** What has been done on a thing, and the step that was refused, with what its refusal says. */
export interface Trace {
  readonly good: Step[];
  refused?: { readonly step: Step; readonly text: string };
}

export interface Preparing {
  /** A new thing on which each step was done, with a trace of them; `undefined` where one of them is refused. */
  preparedInput(
    operation: Operation,
    way: Preparation,
    input: Input,
    depth: number,
    about?: string,
    trace?: Trace,
  ): Promise<Input | undefined>;
  /** Prepares a new thing as the operation is known to need it. What fails several times in a row is given up: it may have helped by chance. */
  prepare(operation: Operation, input: Input, depth: number, about?: string): Promise<void>;
  /** Does a step on a thing for a case; `false` where it is refused, or the thing is not known. */
  done(step: Step, thing: unknown, one: Pick<Case, 'operation' | 'input'>): Promise<boolean>;
  /** What a step is about that is not about the thing itself. */
  aboveOf(operation: Operation, input: Input, producer: Operation, place: string): unknown;
}

interface PreparingOptions extends Pick<FreshnessOptions, 'judge' | 'existing' | 'caseOf'> {
  readonly edges: readonly Edge[];
  readonly of: ReturnType<typeof createKnowledge>;
  readonly made: Pick<Making, 'next' | 'make' | 'whileShaped' | 'makeFor' | 'makeNamed' | 'latestOf' | 'corrected'>;
  readonly settled: (one: Case, input: Input) => Promise<Case>;
  readonly crowded: Pick<Crowded, 'renewFor' | 'namedFirst'>;
  /** The input with a new thing that fits the others, in place of one that a refusal blames. */
  readonly fitted: (exchange: Exchange) => Promise<Input | undefined>;
}

/** After so many failures in a row, a preparation is given up. */
const MOST_UNPREPARED = 3;

/** Words by which what was made has to last over a time that something else has: `a pass that covers the day`. */
const COVERS =
  /\b(?:cover(?:s|ed|ing)?|valid|in force|active|current|runs?|lasts?|on (?:the|that|this|its) (?:day|date)|at (?:the|that|this|its) time|during|throughout)\b/i;

/** How often a refused step is done again on a thing that refers to new things, until that has helped. */
const MOST_RENEWALS = 2;

/** How often something that goes with a thing is made of other values, where it is refused. */
const MOST_BESIDE = 4;

export function createPreparing({ judge, edges, existing, caseOf, of, made, settled, crowded, fitted }: PreparingOptions): Preparing {
  const renewals = new Map<Operation, number>();

  /** Prepares one thing, and then the others that the operation names. */
  async function preparedInput(
    operation: Operation,
    way: Preparation,
    input: Input,
    depth: number,
    about?: string,
    trace: Trace = { good: [] },
  ): Promise<Input | undefined> {
    if (way.allNew === true) await makeOthers(operation, way, input, depth);
    let whole = await preparedOne(operation, way, input, depth, about, trace);
    for (const [index, one] of (way.also ?? []).entries()) {
      const before = whole;
      const next = before && (await preparedOne(operation, one, before, depth, about));
      // What was prepared already stays.
      whole = [way, ...(way.also ?? []).slice(0, index)].reduce<Input | undefined>(
        (kept, { place }) => kept && (changedAt(kept, place, valueAt(before, place)) as Input),
        next,
      );
    }
    return whole;
  }

  async function prepare(operation: Operation, input: Input, depth: number, about?: string): Promise<void> {
    const knowledge = of(operation);
    knowledge.prepared = knowledge.preparation && (await preparedInput(operation, knowledge.preparation, input, depth, about));
    knowledge.unprepared = knowledge.prepared === undefined ? knowledge.unprepared + 1 : 0;
    if (knowledge.unprepared >= MOST_UNPREPARED) Object.assign(knowledge, { preparation: undefined, unprepared: 0, isSought: false });
  }

  /** Makes anew what the body names and what is not prepared. */
  async function makeOthers(operation: Operation, way: Preparation, input: Input, depth: number): Promise<void> {
    const done = new Set([way, ...(way.also ?? [])].map(({ place }) => place));
    for (const { consumer, producer, to } of edges) {
      const isMeant = consumer === operation && producer !== operation && producer.method !== 'GET' && placesIn(input, to).length > 0;
      if (isMeant && to.startsWith('/body/') && !done.has(to) && (await made.make(operation, producer, depth))) done.add(to);
    }
  }

  async function preparedOne(
    operation: Operation,
    way: Preparation,
    input: Input,
    depth: number,
    about?: string,
    trace: Trace = { good: [] },
  ): Promise<Input | undefined> {
    const { good } = trace;
    const first = await attempted(operation, way, input, { depth, about, good });
    const { step: refused, refusal = '' } = first;
    const step = refused?.operation;
    if (refused !== undefined) trace.refused = { step: refused, text: refusal };
    if (step === undefined || depth > 0 || !of(step).hasSucceeded) return first.input;
    // What the thing refers to may take no second one: an organisation has one application in a round.
    const { anew } = of(step);
    const count = renewals.get(step) ?? 0;
    const only = anew?.only ?? (count === 0 ? crowded.namedFirst(operation, way.place, refusal) : undefined);
    if ((anew === undefined && count >= MOST_RENEWALS) || !crowded.renewFor(operation, way.place, 'new', only)) return undefined;
    renewals.set(step, count + 1);
    good.length = 0;
    const second = await attempted(operation, way, input, { depth, about, good });
    if (second.input !== undefined) of(step).anew = { how: 'new', only, isTrial: false };
    return second.input;
  }

  /** The input with a new thing on which the steps were done, or the step that was refused. */
  async function attempted(
    operation: Operation,
    { producer, place, steps, having }: Preparation,
    input: Input,
    { depth, about, good }: { readonly depth: number; readonly about: string | undefined; readonly good: Step[] },
  ): Promise<{ readonly input?: Input; readonly step?: Step; readonly refusal?: string }> {
    if (depth >= MOST_DEPTH) return {};
    const shaped = having && ((whole: Input): Input => withHad(whole, having, besidePlace(input, place)));
    // Below a thing that has others already, the time may be taken.
    const above = having && pathPlacesOf(having.maker.path).at(-1);
    if (having !== undefined && above !== undefined) await made.makeFor(having.maker, above, depth);
    if (having !== undefined && having.maker !== producer && !(await made.make(operation, having.maker, depth, 'new', shaped))) return {};
    const isMade = await made.whileShaped(having?.maker ?? producer, shaped, () => made.make(operation, producer, depth));
    if (!isMade) return {};
    const own = made.latestOf(producer);
    if (own === undefined) return {};
    await made.makeNamed(operation, about, depth + 1);
    const filled = (): Input => withMade(operation, place, own, existing.fillerOf(operation)(input, about));
    let placed = filled();
    let beside: Input | undefined;
    const thing = valueAt(placed, place);
    for (const step of steps) {
      const isPlain = step.set === undefined && step.body === undefined;
      const needed = isPlain && of(step.operation).isRefused && !of(step.operation).hasSucceeded ? [...good] : undefined;
      const subject = step.above === undefined ? subjectOf(step, own, good, thing) : valueAt(own.case.input, step.above);
      const alike = givenAlike(step, (from) => valueAt(own.case.input, from));
      const exchange = await sent(alike, subject, latestIn(input), timesNamed(operation, placed, producer));
      const isDone = exchange !== undefined && isSuccess(exchange);
      // It has succeeded here alone: what was done before may be what it needs.
      if (isDone && step.place === place && needed !== undefined && needed.length > 0)
        of(step.operation).preparation ??= { producer, place, steps: needed, ...(having === undefined ? {} : { having }) };
      if (isDone) good.push(step);
      else if (step.isBelow !== true) return { step, ...(exchange?.response === undefined ? {} : { refusal: textOf(exchange.response) }) };
      // After a delete, the thing is gone for all others.
      const next = filled();
      if (valueAt(next, place) === thing) placed = next;
      if (isDone && step.operation.path === operation.path) beside = exchange.case.input;
    }
    return { input: besides(operation, placed, beside, about) };
  }

  /** What a step is about: the thing, or what a step before it has made below it. */
  function subjectOf(step: Step, own: Exchange, good: readonly Step[], thing: unknown): unknown {
    if (step.on === undefined) return ofStep(step, own) ?? thing;
    const latest = good.some(({ operation }) => operation === step.on) ? made.latestOf(step.on) : undefined;
    return latest && ofStep(step, latest);
  }

  /** What a step takes of the answer that made a thing: the ticket of an order is let in once the order is paid. */
  function ofStep({ operation, place }: Step, made: Exchange): unknown {
    const edge = edges.find((one) => one.producer === made.case.operation && one.consumer === operation && one.to === place);
    return edge && valueAt(resultOf(made), edge.from);
  }

  /** The input with what was made last in a place, and with what that stands below. */
  function withMade(operation: Operation, place: string, exchange: Exchange, input: Input): Input {
    const { case: made } = exchange;
    const edge = edges.find(({ producer, consumer, to }) => producer === made.operation && consumer === operation && to === place);
    const id = edge && valueAt(resultOf(exchange), edge.from);
    if (!isTextOrNumber(id)) return input;
    const places = pathPlacesOf(operation.path).flatMap((at) => {
      const value = at === place ? undefined : valueAt(made.input, at);
      return value === undefined ? [] : [[at, value] as const];
    });
    return [...places, [place, id] as const].reduce<Input>(
      (whole, [at, value]) => changedAt(whole, at, asTaken(operation, at, value)) as Input,
      input,
    );
  }

  /** What the input of the create has in a place, of the thing that an input names. */
  function aboveOf(operation: Operation, input: Input, producer: Operation, place: string): unknown {
    const thing = existing.named(operation, input).find((one) => one.producer === producer);
    return valueAt(thing?.input, place);
  }

  /** The times of what an operation names beside the thing that is prepared, where its text says that something covers them. */
  function timesNamed(operation: Operation, input: Input, prepared: Operation): readonly number[] {
    if (!COVERS.test(operation.description ?? '')) return [];
    const makers = new Set(
      edges.filter(({ consumer, producer }) => consumer === operation && producer !== prepared).map((one) => one.producer),
    );
    const named = existing.named(operation, input).filter(({ producer }) => makers.has(producer));
    return named.flatMap((one) =>
      Object.values(isObject(one.input?.body) ? one.input.body : {})
        .filter(isTimeText)
        .map(Date.parse),
    );
  }

  /** The last response to a step on a thing; `undefined` where it cannot be sent. `covered`: the times that what it makes has to last over. */
  async function sent(
    { operation, place, body, set, given: beside = [] }: GivenStep,
    thing: unknown,
    until = Number.NaN,
    covered: readonly number[] = [],
  ): Promise<Exchange | undefined> {
    const first = caseOf(operation);
    if (first?.input === undefined || thing === undefined) return undefined;
    let last: Exchange | undefined;
    const whole =
      set === undefined
        ? { ...first.input, ...(body === undefined ? {} : { body }) }
        : (inputHaving(judge, operation, first.input, set) ?? (changedAt(first.input, set.place, set.value) as Input));
    const pair = covered.length === 0 ? undefined : pairOf(operation);
    const given = pair === undefined ? lastingUntil(whole, until) : covering(lastingUntil(whole, until), pair, covered);
    // What the last success has named may be the only thing that fits.
    const { proven } = of(operation);
    const others = proven === undefined || body !== undefined || set !== undefined ? [] : [proven];
    // What goes with the thing may be taken by others on its day: another locker of the day may be free.
    if (beside.length > 0) for (let count = 0; count < MOST_BESIDE; count++) others.push(...sampled(operation));
    for (const base of [existing.fillerOf(operation)(given), ...others]) {
      const input = [{ at: place, value: thing }, ...beside].reduce<Input>(
        (whole, { at, value }) => changedAt(whole, at, asTaken(operation, at, value)) as Input,
        base,
      );
      const plain = await settled({ ...first, id: `${first.id} step ${made.next()}` }, input);
      // What it sets is what it is for: a value that is taken in its place, such as the state that the thing has, brings nothing about.
      const goal = goalOf(set, body);
      const isFor = (one: Input): boolean => isReached(one, goal);
      last = await made.corrected(await rewritten(judge, plain, withGoal(plain.input ?? input, goal)), isFor);
      const other = last !== undefined && !isSuccess(last) ? await fitted(last) : undefined;
      if (last !== undefined && other !== undefined && isFor(other)) last = await made.corrected(await settled(last.case, other), isFor);
      if (last !== undefined && isSuccess(last)) return last;
    }
    return last;
  }

  /** Another input by chance. */
  function sampled(operation: Operation): readonly Input[] {
    const input = sampleInput(judge, operation, randomFor(made.next(), operation.id, 'beside'), { examples: 'some', optional: 'none' });
    return input === undefined ? [] : [existing.fillerOf(operation)(input)];
  }

  async function done(step: Step, thing: unknown, { operation, input = {} }: Pick<Case, 'operation' | 'input'>): Promise<boolean> {
    const prepared = of(operation).preparation?.producer ?? operation;
    const given = givenAlike(step, (from) => aboveOf(operation, input, prepared, from));
    const exchange = await sent(given, thing, undefined, timesNamed(operation, input, prepared));
    return exchange !== undefined && isSuccess(exchange);
  }

  return { preparedInput, prepare, done, aboveOf };
}

/** A step, and what else its input has. */
type GivenStep = Step & { readonly given?: readonly { readonly at: string; readonly value: unknown }[] };

/** A step with what it takes of the request that has made the thing. */
function givenAlike(step: Step, takenFrom: (from: string) => unknown): GivenStep {
  const given = (step.alike ?? []).flatMap(({ to, from }) => {
    const value = takenFrom(from);
    return isTextOrNumber(value) ? [{ at: to, value }] : [];
  });
  return given.length === 0 ? step : { ...step, given };
}

/** An input with the path of a step at the same path: what `PUT /films/7/labels/new` has put there is what `DELETE` takes away. */
function besides({ path }: Operation, input: Input, step: Input | undefined, about: string | undefined): Input {
  const places = step === undefined ? [] : pathPlacesOf(path).filter((at) => at !== about);
  return places.reduce<Input>((whole, at) => changedAt(whole, at, valueAt(step, at)) as Input, input);
}
