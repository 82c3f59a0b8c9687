// Keeps cases from failing for what others have done: each has values of its own where the service wants unique ones, values that fit where it was
// refused for others, and a thing that still exists where an operation uses up what it takes. Behind a 404 or a 409, no check sees more.
import { isDeepStrictEqual } from 'node:util';
import { isNamedByCaller } from '../../inference/makers.ts';
import { valueAt } from '../../inference/pointers.ts';
import { pathPlacesOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import { textOf } from '../checks/text.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import { type Input, withMask } from '../plan/index.ts';
import { blamedPlaces } from '../values/blamed.ts';
import { createAlike } from './alike.ts';
import { createAppearing } from './appearing.ts';
import { createConditions } from './condition.ts';
import { createCrowded } from './crowded.ts';
import { createFitting } from './fitting.ts';
import type { Freshness, FreshnessOptions } from './freshness.ts';
import { createKnowledge, RENEWALS } from './knowledge.ts';
import { createLooked } from './looked.ts';
import { createMaking, isSuccess, MOST_DEPTH } from './making.ts';
import { createMending } from './mending.ts';
import { asNew, newlyNamed } from './named.ts';
import { createLasting, createPlacing, makersFor, preparesBody } from './placing.ts';
import { preparationsFor } from './preparations.ts';
import { createPreparing } from './preparing.ts';
import { rewritten } from './rewritten.ts';
import { BLAMING, createSeeking, GONE, isPlain, UNREACHED } from './seeking.ts';
import { LIMITS } from './typical.ts';
import { createUniqueness, withDaysOf } from './unique/index.ts';
import type { Step } from './ways/way.ts';

/** The most attempts in a row to find out what a case wants to be new, and those in vain of all cases of an operation. */
const MOST_ATTEMPTS = 6;
const MOST_VAIN = 36;

/** The most new things in a row for a case whose values are blamed. */
const MOST_BLAMED = 2;

/** The most invalid cases of one operation that are sent again on a new thing. */
const MOST_UNREACHED = 24;

export function createFreshness(options: FreshnessOptions): Freshness {
  const { judge, edges, items, existing, override, caseOf, readOf, send } = options;
  const uniqueness = createUniqueness(judge, edges, override);
  const mending = createMending(judge, existing, edges);
  const conditions = createConditions({ judge, readOf, send });
  const alike = createAlike();
  const looked = createLooked({ judge, edges, caseOf, send });
  const of = createKnowledge();
  const made = createMaking({
    ...{ judge, edges, items, existing, caseOf, send, of },
    ...{ ready, another, renewed, helped, succeeded, mayBePrepared: (one: Operation) => mayBePrepared(one) },
    seek: (one) => seek(one, () => true),
  });
  const crowded = createCrowded({
    ...{ edges, existing },
    make: async (operation, producer, how, like) =>
      (like !== undefined && how === 'new' && (await made.makeLike(operation, producer, like))) || made.make(operation, producer, 1, how),
  });

  const lasting = createLasting(of);
  const fitting = createFitting({ edges, existing, of, makeNaming: made.makeNaming });
  const { placed, grounded, unspentInput, mayBePrepared, begin: beginPreparing } = createPlacing({ edges, existing, fitting, lasting, of });
  const preparing = createPreparing({ judge, edges, existing, caseOf, of, made, settled, crowded, fitted: fitting.fitted });
  const bringAbout = createAppearing({
    ...{ judge, edges, items, existing, caseOf, of, made, settled, operations: judge.service.operations },
    prepared: (one, input) => newInput(one, input, 0),
  });
  const seek = createSeeking({ judge, edges, existing, caseOf, of, made, preparing, settled, referAnew, bringAbout });

  async function ready(one: Case, depth = 0, mayTry = true): Promise<Case> {
    const { operation, input } = one;
    // A case without a credential does not reach the thing.
    if (input === undefined || one.intent.kind === 'probe') return one;
    const { usesUp } = of(operation);
    if (!usesUp && depth < MOST_DEPTH) await made.makeMissing(operation, one.at, depth);
    const fresh = usesUp && depth < MOST_DEPTH ? (unspentInput(one, input, mayTry) ?? (await freshInput(one, input, depth))) : undefined;
    const named = newlyNamed(judge, one, await placed(one, input, fresh));
    return settled(one, preparesBody(of(operation)) ? named : await crowded.ready(one, named));
  }

  /** The case with an input of which all but the things is made to fit. */
  async function settled(one: Case, input: Input): Promise<Case> {
    const { operation, at } = one;
    const unique = uniqueness.unique(one, mending.suited(operation, input, at));
    const conditional = await conditions.withCondition(one, await looked.withItems(one, mending.bound(operation, unique, at)));
    return rewritten(judge, one, override(operation, withMask(judge, operation, conditional, at)));
  }

  /** Attempts for one case say little of another one. */
  function begin(operation: Operation): void {
    mending.begin(operation);
    const knowledge = of(operation);
    if (knowledge.vain < MOST_VAIN) Object.assign(knowledge, { vain: knowledge.vain + knowledge.attempts, attempts: 0 });
  }

  /** The input with a new thing, prepared as the operation is known to need it; `undefined` where none can be made. */
  async function freshInput(one: Case, input: Input, depth: number): Promise<Input | undefined> {
    const fresh = await newInput(one, input, depth);
    lasting.begin(one.operation, fresh);
    return fresh;
  }

  /** Has the next thing refer to new things, where the operation or one of the steps before it is known to need that. */
  function referAnew(operation: Operation, place: string | undefined, steps: readonly Step[] = []): void {
    const [anew] = [operation, ...steps.map((step) => step.operation)].flatMap((one) => of(one).anew ?? []);
    if (place !== undefined && anew !== undefined) crowded.renewFor(operation, place, anew.how, anew.only);
  }

  /** Whether what the thing of an operation refers to is made anew in the next attempt. */
  function triesAnew(operation: Operation, refusal: string): boolean {
    const knowledge = of(operation);
    const place = pathPlacesOf(operation.path).at(-1);
    if (place === undefined || knowledge.anew !== undefined) return false;
    const only = crowded.namedFirst(operation, place, refusal);
    const [next, ...left] = knowledge.anewLeft.filter((way) => way !== 'named' || only !== undefined);
    knowledge.anewLeft = left;
    const anew = next === 'named' ? { how: 'new' as const, only } : { how: next ?? 'new' };
    if (next === undefined || !crowded.renewFor(operation, place, anew.how, next === 'named' ? only : undefined)) return false;
    knowledge.anew = { ...anew, isTrial: true };
    return true;
  }

  async function newInput({ operation, at }: Case, input: Input, depth: number): Promise<Input | undefined> {
    const knowledge = of(operation);
    const own = pathPlacesOf(operation.path).at(-1);
    referAnew(operation, knowledge.preparation?.place ?? own, knowledge.preparation?.steps);
    if (knowledge.preparation !== undefined) await preparing.prepare(operation, input, depth, at);
    if (knowledge.preparation !== undefined) return knowledge.prepared;
    if (own === undefined || !(await made.makeFor(operation, own, depth))) return undefined;
    return existing.fillerOf(operation)(input, at);
  }

  async function another(exchange: Exchange, depth = 0): Promise<Case | undefined> {
    const { case: one, response } = exchange;
    const { operation, input } = one;
    if (response === undefined || input === undefined || !isPlain(one)) return undefined;
    const knowledge = of(operation);
    if (knowledge.attempts >= MOST_ATTEMPTS || depth > MOST_DEPTH) return undefined;
    lasting.doubt(exchange);
    const renewal = (depth === 0 ? await fitting.fitted(exchange) : undefined) ?? renewed(exchange);
    if (renewal !== undefined) {
      const next = await rewritten(judge, one, renewal);
      if (next !== one) return next;
    }
    if (!GONE.has(response.status) || isOfValues(exchange) || (knowledge.hasSucceeded && alike.isEnough(exchange))) return undefined;
    // A new thing is refused too: what it refers to may be used up, or it has to be brought into another state first.
    const isUsedUp = knowledge.usesUp ? depth === 0 && lasting.isOnNew(one) : mayBePrepared(operation);
    const isRefusedAnew = response.status === 409 && isUsedUp && !triesAnew(operation, textOf(response));
    if (isRefusedAnew && (!knowledge.isSought || mayBePrepared(operation))) await seek(exchange, () => true);
    knowledge.attempts++;
    if (response.status === 410) existing.forget(operation, input);
    const isTaken = isNamedByCaller(operation) && response.status === 410;
    const isOfOthers = response.status === 409 || crowded.isBlamed(exchange);
    const fresh =
      (await freshInput(one, input, depth)) ??
      (isTaken ? asNew(judge, operation, input) : isOfOthers ? await crowded.renewed(one, input) : undefined);
    if (fresh === undefined) return undefined;
    const next = await settled(one, fresh);
    if (next === one) return undefined;
    // A refusal that blames a value of the body says nothing of what the path names.
    const isBlamed = BLAMING.has(response.status) && blamedPlaces(exchange).length > 0;
    knowledge.usesUp ||= (pathPlacesOf(operation.path).length > 0 || preparesBody(knowledge)) && !isBlamed;
    return next;
  }

  /** Whether a refusal speaks of values: a read uses up nothing, and where two new things are refused as well, a third one is too. */
  function isOfValues({ case: { operation }, response }: Exchange): boolean {
    const { hasSucceeded, attempts } = of(operation);
    return hasSucceeded && BLAMING.has(response?.status ?? 0) && (operation.method === 'GET' || attempts >= MOST_BLAMED);
  }

  function see(exchange: Exchange): void {
    const { case: one, response } = exchange;
    const { operation, intent, credential, input } = one;
    if (response === undefined) return;
    looked.see(exchange);
    alike.see(exchange);
    conditions.see(exchange);
    mending.see(exchange);
    uniqueness.see(exchange);
    crowded.see(exchange);
    const isOnLimit = intent.kind !== 'valid' || LIMITS.has(intent.by);
    if (isSuccess({ response }) && !isOnLimit && credential === 'given' && input !== undefined) of(operation).proven = input;
    if (isPlain(one) && GONE.has(response.status)) of(operation).isRefused = true;
    lasting.see(exchange);
  }

  async function reaching({ case: one, response }: Exchange): Promise<Case | undefined> {
    const { at, intent } = one;
    if (intent.kind !== 'invalid' || one.isGrounded !== true || one.credential !== 'given') return undefined;
    return response === undefined || at?.startsWith('/path/') === true ? undefined : anew(one, response.status);
  }

  async function anew(one: Case, status: number): Promise<Case | undefined> {
    const { operation, input } = one;
    const knowledge = of(operation);
    if (input === undefined || !UNREACHED.has(status) || knowledge.unreached >= MOST_UNREACHED) return undefined;
    const fresh = await freshInput(one, input, 0);
    const isNamed = status === 409 && isNamedByCaller(operation);
    const placed = fresh ? await grounded(one, input, fresh) : status === 409 ? await crowded.renewed(one, input) : undefined;
    const renamed = placed ?? (isNamed ? asNew(judge, operation, input) : undefined);
    const next = renamed && (await settled(one, renamed));
    // A new thing that changes nothing says that the operation answers so whatever it is asked.
    knowledge.unreached++;
    return next === one ? undefined : next;
  }

  function renewed(exchange: Exchange): Input | undefined {
    const { case: one } = exchange;
    // A conflict over a name needs a new name: that of another thing is free only once.
    const mended = uniqueness.mayBeTaken(exchange) ? undefined : mending.mended(exchange);
    if (mended !== undefined) return override(one.operation, mended);
    const knowledge = of(one.operation);
    if (knowledge.attempts >= MOST_ATTEMPTS) return undefined;
    const unique = uniqueness.renewed(exchange);
    const input = unique && mending.bound(one.operation, unique, one.at);
    if (input === undefined || isDeepStrictEqual(input, one.input)) return undefined;
    knowledge.attempts++;
    return input;
  }

  async function prepare({ case: one, response }: Exchange): Promise<boolean> {
    const { preparation } = of(one.operation);
    if (preparation === undefined || response === undefined || !GONE.has(response.status)) return false;
    const thing = valueAt(one.input, preparation.place);
    if (thing === undefined) return false;
    const { producer, steps } = preparation;
    for (const step of steps) {
      if (step.on !== undefined) continue;
      const above = step.above && preparing.aboveOf(one.operation, one.input ?? {}, producer, step.above);
      await preparing.done(step, step.above === undefined ? thing : above, one);
    }
    return true;
  }

  function succeeded(operation: Operation): void {
    const knowledge = of(operation);
    if (!knowledge.hasSucceeded) knowledge.attempts = 0;
    knowledge.hasSucceeded = true;
    knowledge.failures = 0;
  }

  function helped(one: Case, isBetter: boolean): void {
    uniqueness.helped(one.operation, isBetter);
    crowded.helped(one.operation, isBetter);
    const knowledge = of(one.operation);
    if (knowledge.anew?.isTrial === true) knowledge.anew = isBetter ? { ...knowledge.anew, isTrial: false } : undefined;
    if (!isBetter) return;
    mending.helped(one);
    knowledge.attempts = 0;
    knowledge.failures = 0;
  }

  return {
    see,
    unique: (operation, input) => override(operation, withDaysOf(input, uniqueness.unique({ operation }, input))),
    suited: (operation, input) => override(operation, mending.suited(operation, input)),
    renewed(exchange) {
      const { input = {} } = exchange.case;
      const next = renewed(exchange);
      const kept = next && withDaysOf(input, next, Date.now());
      return isDeepStrictEqual(kept, input) ? undefined : kept;
    },
    succeeded,
    ready(one, mayTry = false) {
      begin(one.operation);
      return ready(one, 0, mayTry);
    },
    another: (exchange) => another(exchange),
    prepare,
    waysFor(operation) {
      const { preparation } = of(operation);
      const ways = preparation === undefined ? preparationsFor(operation, judge.service.operations, edges, '') : [preparation];
      return ways.filter(
        ({ steps, having }) => having === undefined && steps.every(({ above, on }) => above === undefined && on === undefined),
      );
    },
    seek(...given) {
      beginPreparing();
      return seek(...given);
    },
    reaching,
    anew,
    proven: (operation) => of(operation).proven,
    helped,
    renew(operation) {
      beginPreparing();
      // What was in vain before may help now: what a thing refers to has been used up meanwhile.
      alike.renew(operation);
      Object.assign(of(operation), { attempts: 0, vain: 0, unreached: 0, anewLeft: RENEWALS });
      // The things that it needs are made for it, and what these refer to.
      for (const one of [operation, ...makersFor(edges, operation)]) {
        Object.assign(of(one), { sources: 0, failures: 0 });
        crowded.renew(one);
      }
    },
  };
}
