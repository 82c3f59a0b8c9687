// Keeps cases from failing for what others have done: it gives each a value of its own where the service wants values to be unique, values that fit where it
// was refused for others, and a thing that still exists where an operation uses up what it takes. Behind a 404 or a 409, no check sees more.

import { isDeepStrictEqual } from 'node:util';
import { isNamedByCaller } from '../../inference/makers.ts';
import { valueAt } from '../../inference/pointers.ts';
import { pathPlacesOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import { textOf } from '../checks/text.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import { changedAt, type Input, withMask } from '../plan/index.ts';
import { asTaken, withNewName } from '../sequences/index.ts';
import { createConditions } from './condition.ts';
import { createCrowded } from './crowded.ts';
import type { Freshness, FreshnessOptions } from './freshness.ts';
import { createKnowledge } from './knowledge.ts';
import { createMending } from './mending.ts';
import { newlyNamed } from './named.ts';
import { type Preparation, preparationsFor, type Step } from './preparations.ts';
import { rewritten, withThings } from './rewritten.ts';
import { createUniqueness, withDaysOf } from './unique.ts';

/** The most things that are made for the cases of one operation, so that a run ends. */
const MOST_SOURCES = 120;

/** The most attempts in a row to find out what a case wants to be new, and those in vain of all cases of an operation. */
const MOST_ATTEMPTS = 6;
const MOST_VAIN = 36;

/** The most ways to prepare a thing that are tried for one operation. */
const MOST_WAYS = 24;

/** The most requests of one step, with what its refusals blame corrected. */
const MOST_TRIES = 4;

/** An operation that has failed so often to make something is not asked for more, until it succeeds elsewhere. */
const MOST_FAILURES = 8;

/** The most invalid cases of one operation that are sent again on a new thing. */
const MOST_UNREACHED = 24;

/** How deep sources are made for sources. */
const MOST_DEPTH = 4;

export function createFreshness({ judge, edges, existing, override, caseOf, readOf, send }: FreshnessOptions): Freshness {
  const uniqueness = createUniqueness(judge, edges, override);
  const mending = createMending(judge, existing);
  const withCondition = createConditions({ judge, readOf, send });
  const crowded = createCrowded({ edges, existing, make: (operation, producer) => make(operation, producer, 1) });
  const of = createKnowledge();
  let number = 0;

  async function ready(one: Case, depth = 0): Promise<Case> {
    const { operation, input } = one;
    // A case without a credential does not reach the thing.
    if (input === undefined || one.intent.kind === 'probe') return one;
    const { usesUp } = of(operation);
    if (!usesUp && depth < MOST_DEPTH) await makeMissing(operation, one.at, depth);
    const fresh = usesUp && depth < MOST_DEPTH ? await freshInput(one, input, depth) : undefined;
    const filled = one.isGrounded === true ? grounded(one, input, fresh) : (fresh ?? existing.fillerOf(operation)(input, one.at));
    return settled(one, await crowded.ready(one, newlyNamed(judge, one, filled)));
  }

  /** The case with an input of which all but the things is made to fit. */
  async function settled(one: Case, input: Input): Promise<Case> {
    const { operation, at } = one;
    const unique = uniqueness.unique(one, mending.suited(operation, input, at));
    return rewritten(judge, one, override(operation, withMask(judge, operation, await withCondition(one, unique), at)));
  }

  /** Attempts for one case say little of another one. */
  function begin(operation: Operation): void {
    const knowledge = of(operation);
    if (knowledge.vain >= MOST_VAIN) return;
    knowledge.vain += knowledge.attempts;
    knowledge.attempts = 0;
  }

  /** What has succeeded stays as it is; only the things that an operation uses up, or that were prepared for it, are other ones. */
  function grounded({ operation, at }: Case, input: Input, fresh: Input | undefined): Input {
    const { prepared } = of(operation);
    const placed = fresh?.path === undefined ? input : { ...input, path: fresh.path };
    return prepared === undefined ? placed : withThings(edges, operation, placed, prepared, at);
  }

  /** Makes what the path of an operation names, where there is nothing of that kind any more. */
  async function makeMissing(operation: Operation, about: string | undefined, depth: number): Promise<void> {
    for (const place of pathPlacesOf(operation.path)) {
      if (place === about || existing.has(operation, place)) continue;
      if (!(await makeFor(operation, place, depth))) return;
    }
  }

  /** The input with a new thing, prepared as the operation is known to need it; `undefined` where none can be made. */
  async function freshInput({ operation, at }: Case, input: Input, depth: number): Promise<Input | undefined> {
    const knowledge = of(operation);
    if (knowledge.preparation !== undefined) {
      knowledge.prepared = await preparedInput(operation, knowledge.preparation, input, depth, at);
      return knowledge.prepared;
    }
    const place = pathPlacesOf(operation.path).at(-1);
    if (place === undefined || !(await makeFor(operation, place, depth))) return undefined;
    return existing.fillerOf(operation)(input, at);
  }

  async function makeFor(operation: Operation, place: string, depth: number): Promise<boolean> {
    const makers = edges.filter(({ consumer, producer, to }) => consumer === operation && producer !== operation && to === place);
    for (const { producer } of makers) if (await make(operation, producer, depth)) return true;
    return false;
  }

  /** Creates a thing for an operation. */
  async function make(operation: Operation, producer: Operation, depth: number): Promise<boolean> {
    const knowledge = of(operation);
    const create = caseOf(producer);
    if (create === undefined || knowledge.sources >= MOST_SOURCES) return false;
    if (of(producer).failures >= MOST_FAILURES) return false;
    knowledge.sources++;
    const prepared = await ready({ ...create, id: `${create.id} source ${number++}` }, depth + 1);
    const isMade = await tried(await rewritten(judge, prepared, withNewName(judge, producer, prepared.input ?? {})), depth + 1);
    of(producer).failures = isMade ? 0 : of(producer).failures + 1;
    return isMade;
  }

  /** Sends a case, and others in its place while something is known that may help. */
  async function tried(one: Case, depth: number): Promise<boolean> {
    let exchange = await noted(one);
    for (let count = 1; count < MOST_TRIES && exchange !== undefined && !isSuccess(exchange); count++) {
      const next = await another(exchange, depth);
      if (next === undefined) return false;
      exchange = await noted({ ...next, id: `${one.id} again ${number++}` });
      if (exchange !== undefined) helped(exchange.case, isSuccess(exchange));
    }
    return exchange !== undefined && isSuccess(exchange);
  }

  /** A new thing on which each step was done; `undefined` where one of them is refused. */
  async function preparedInput(
    operation: Operation,
    { producer, place, steps }: Preparation,
    input: Input,
    depth: number,
    about?: string,
  ): Promise<Input | undefined> {
    if (depth >= MOST_DEPTH || !(await make(operation, producer, depth))) return undefined;
    let placed = existing.fillerOf(operation)(input, about);
    const thing = valueAt(placed, place);
    for (const step of steps) {
      if (!(await done(step, thing)) && step.isBelow !== true) return undefined;
      // After a delete, the thing is gone for all others.
      const next = existing.fillerOf(operation)(input, about);
      if (valueAt(next, place) === thing) placed = next;
    }
    return placed;
  }

  /** Sends a case, and notes whether it succeeds. */
  async function noted(one: Case): Promise<Exchange | undefined> {
    const exchange = await send(one);
    if (exchange !== undefined && isSuccess(exchange)) succeeded(one.operation);
    return exchange;
  }

  /** Does a step on a thing. */
  async function done({ operation, place, body, set }: Step, thing: unknown): Promise<boolean> {
    const first = caseOf(operation);
    if (first?.input === undefined) return false;
    const given =
      set === undefined
        ? { ...first.input, ...(body === undefined ? {} : { body }) }
        : (changedAt(first.input, set.place, set.value) as Input);
    const input = changedAt(existing.fillerOf(operation)(given), place, asTaken(operation, place, thing)) as Input;
    return corrected(await settled({ ...first, id: `${first.id} step ${number++}` }, input));
  }

  /** Sends a case on the things that it names, with other values while its refusals blame some. */
  async function corrected(one: Case): Promise<boolean> {
    let exchange = await noted(one);
    for (let count = 1; count < MOST_TRIES && exchange !== undefined && !isSuccess(exchange); count++) {
      const next = renewed(exchange);
      if (next === undefined) return false;
      exchange = await noted(await rewritten(judge, { ...exchange.case, id: `${one.id} again ${number++}` }, next));
      if (exchange !== undefined) helped(exchange.case, isSuccess(exchange));
    }
    return exchange !== undefined && isSuccess(exchange);
  }

  async function another(exchange: Exchange, depth = 0): Promise<Case | undefined> {
    const { case: one, response } = exchange;
    const { operation, input } = one;
    if (response === undefined || input === undefined || !isPlain(one)) return undefined;
    const knowledge = of(operation);
    if (knowledge.attempts >= MOST_ATTEMPTS || depth > MOST_DEPTH) return undefined;
    const renewal = renewed(exchange);
    if (renewal !== undefined) {
      const next = await rewritten(judge, one, renewal);
      if (next !== one) return next;
    }
    if (!GONE.has(response.status)) return undefined;
    // A new thing is refused too: it has to be brought into another state first.
    if (response.status === 409 && knowledge.usesUp && !knowledge.isSought && depth === 0) await seek(exchange, () => true);
    knowledge.attempts++;
    if (response.status === 410) existing.forget(operation, input);
    const isTaken = isNamedByCaller(operation) && response.status === 410;
    const fresh =
      (await freshInput(one, input, depth)) ??
      (isTaken ? withNewName(judge, operation, input) : response.status === 409 ? await crowded.renewed(one, input) : undefined);
    if (fresh === undefined) return undefined;
    const next = await settled(one, fresh);
    if (next === one) return undefined;
    knowledge.usesUp ||= pathPlacesOf(operation.path).length > 0;
    return next;
  }

  async function reaching({ case: one, response }: Exchange): Promise<Case | undefined> {
    const { operation, input, at, intent } = one;
    if (intent.kind !== 'invalid' || one.isGrounded !== true || one.credential !== 'given' || input === undefined) return undefined;
    if (response === undefined || !UNREACHED.has(response.status) || at?.startsWith('/path/') === true) return undefined;
    const knowledge = of(operation);
    if (knowledge.unreached >= MOST_UNREACHED) return undefined;
    const fresh = (await freshInput(one, input, 0)) ?? (response.status === 409 ? await crowded.renewed(one, input) : undefined);
    const next = fresh && (await settled(one, grounded(one, input, fresh)));
    // A new thing that changes nothing says that the operation answers so whatever it is asked.
    knowledge.unreached++;
    return next === one ? undefined : next;
  }

  function renewed(exchange: Exchange): Input | undefined {
    const { case: one } = exchange;
    const knowledge = of(one.operation);
    if (knowledge.attempts >= MOST_ATTEMPTS) return undefined;
    const mended = mending.mended(exchange);
    if (mended !== undefined) return override(one.operation, mended);
    const input = uniqueness.renewed(exchange);
    if (input !== undefined) knowledge.attempts++;
    return input;
  }

  async function prepare({ case: one, response }: Exchange): Promise<boolean> {
    const { preparation } = of(one.operation);
    if (preparation === undefined || response === undefined || !GONE.has(response.status)) return false;
    const thing = valueAt(one.input, preparation.place);
    if (thing === undefined) return false;
    for (const step of preparation.steps) await done(step, thing);
    return true;
  }

  async function seek({ case: one, response }: Exchange, mayGoOn: () => boolean): Promise<void> {
    const { operation, input } = one;
    if (response === undefined || input === undefined || !isPlain(one) || !GONE.has(response.status)) return;
    const knowledge = of(operation);
    knowledge.isSought = true;
    const ways = preparationsFor(operation, judge.service.operations, edges, textOf(response));
    for (const way of ways.slice(0, MOST_WAYS)) {
      if (!mayGoOn()) return;
      const prepared = await preparedInput(operation, way, input, 0);
      if (prepared === undefined) continue;
      knowledge.attempts = 0;
      if (!(await corrected(await settled({ ...one, id: `${one.id} prepared ${number++}` }, prepared)))) continue;
      knowledge.preparation = way;
      knowledge.prepared = prepared;
      return;
    }
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
    if (!isBetter) return;
    mending.helped(one);
    of(one.operation).attempts = 0;
    of(one.operation).failures = 0;
  }

  return {
    unique: (operation, input) => override(operation, withDaysOf(input, uniqueness.unique({ operation }, input))),
    suited: (operation, input) => override(operation, mending.suited(operation, input)),
    renewed(exchange) {
      const { input = {} } = exchange.case;
      const next = renewed(exchange);
      const kept = next && withDaysOf(input, next);
      return isDeepStrictEqual(kept, input) ? undefined : kept;
    },
    succeeded,
    ready(one) {
      begin(one.operation);
      return ready(one);
    },
    another: (exchange) => another(exchange),
    prepare,
    waysFor(operation) {
      const { preparation } = of(operation);
      return preparation === undefined ? preparationsFor(operation, judge.service.operations, edges, '') : [preparation];
    },
    seek,
    reaching,
    helped,
    renew(operation) {
      const knowledge = of(operation);
      Object.assign(knowledge, { attempts: 0, vain: 0, sources: 0, failures: 0, unreached: 0 });
    },
  };
}

function isSuccess({ response }: Exchange): boolean {
  return response !== undefined && response.status < 300;
}

/** Whether a case is valid, and of the first account: others do not reach the thing. */
function isPlain({ intent, credential }: Case): boolean {
  return intent.kind === 'valid' && credential === 'given';
}

/** Statuses that speak of the thing, and not of a value of the request. */
const UNREACHED: ReadonlySet<number> = new Set([404, 409, 410, 412, 423]);

/** Statuses that may say that a thing is gone, or in a state that the operation does not take. */
const GONE: ReadonlySet<number> = new Set([400, 404, 409, 410, 412, 422, 423]);
