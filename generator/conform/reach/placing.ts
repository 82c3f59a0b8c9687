// Puts other things into inputs that have succeeded, where an operation uses up what it takes, and keeps a thing for the next case: one that a
// refused request has left as it was, and one that takes one success after the other.
import { isDeepStrictEqual } from 'node:util';
import type { Edge } from '../../inference/edge.ts';
import { valueAt } from '../../inference/pointers.ts';
import { pathPlacesOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Input } from '../plan/index.ts';
import type { Existing } from './existing.ts';
import type { Fitting } from './fitting.ts';
import type { createKnowledge, Knowledge } from './knowledge.ts';
import { isSuccess } from './making.ts';
import { withThings } from './rewritten.ts';
import { BLAMING, GONE, isPlain } from './seeking.ts';

interface Placing {
  /** The input of a case with things that exist, or with the fresh ones. */
  placed(one: Case, input: Input, fresh: Input | undefined): Promise<Input>;
  grounded(one: Case, input: Input, fresh: Input | undefined): Promise<Input>;
  unspentInput(one: Case, input: Input, mayTry: boolean): Input | undefined;
  /** Whether an operation has succeeded, and its body names other things, which may be used up by now. It is asked once. */
  mayBePrepared(operation: Operation): boolean;
  /** Notes that all operations were called once: what prepares a thing is not known before. */
  begin(): void;
}

interface PlacingOptions {
  readonly edges: readonly Edge[];
  readonly existing: Existing;
  readonly fitting: Fitting;
  readonly lasting: Lasting;
  readonly of: ReturnType<typeof createKnowledge>;
}

/** Whether something that the body names is prepared for an operation. */
export function preparesBody({ preparation }: Pick<Knowledge, 'preparation'>): boolean {
  return preparation !== undefined && [preparation, ...(preparation.also ?? [])].some(({ place }) => place.startsWith('/body/'));
}

/** The operations that make what an operation needs, and what those need. */
export function makersFor(edges: readonly Edge[], operation: Operation): ReadonlySet<Operation> {
  const found = new Set<Operation>();
  const add = (one: Operation): void => {
    for (const { consumer, producer } of edges) {
      if (consumer !== one || producer === operation || found.has(producer)) continue;
      found.add(producer);
      add(producer);
    }
  };
  add(operation);
  return found;
}

export function createPlacing({ edges, existing, fitting, lasting, of }: PlacingOptions): Placing {
  let isBegun = false;

  /** What has succeeded stays as it is; only the things that an operation uses up, or that were prepared for it, are other ones. */
  async function grounded(one: Case, input: Input, fresh: Input | undefined): Promise<Input> {
    const { operation, at } = one;
    const { prepared } = of(operation);
    const placed = fresh?.path === undefined ? input : await replaced(one, input, fresh);
    return prepared === undefined ? placed : withThings(edges, operation, placed, prepared, at);
  }

  /** The input with the path of another one, and with things that fit it. */
  async function replaced(one: Case, input: Input, fresh: Input): Promise<Input> {
    const knowledge = of(one.operation);
    const placed = { ...input, path: fresh.path };
    // What a refused request has left fits already.
    if (knowledge.fit !== undefined && knowledge.fit.path === fresh.path)
      return withThings(edges, one.operation, placed, knowledge.fit, one.at);
    knowledge.fit = await fitting.refitted(one, placed);
    return knowledge.fit;
  }

  /** The input with the things that the cases before it have left. A case about the path itself needs none. */
  function unspentInput(one: Case, input: Input, mayTry: boolean): Input | undefined {
    const { operation, at } = one;
    if (at?.startsWith('/path/') === true) return existing.fillerOf(operation)(input, at);
    const unspent = lasting.unspentFor(one, mayTry);
    return unspent && withThings(edges, operation, unspent.path === undefined ? input : { ...input, path: unspent.path }, unspent, at);
  }

  async function placed(one: Case, input: Input, fresh: Input | undefined): Promise<Input> {
    const { operation, at } = one;
    if (one.isGrounded === true) return grounded(one, input, fresh);
    if (fresh !== undefined) return fresh;
    const { prepared } = of(operation);
    const filled = existing.fillerOf(operation)(input, at);
    // What is newest need not be in the state that the operation needs.
    return prepared !== undefined && preparesBody(of(operation)) ? withThings(edges, operation, filled, prepared, at) : filled;
  }

  function mayBePrepared(operation: Operation): boolean {
    if (!isBegun || !of(operation).hasSucceeded || of(operation).isSoughtAnew) return false;
    return edges.some(({ consumer, producer, to }) => consumer === operation && producer !== operation && to.startsWith('/body/'));
  }

  const begin = (): void => {
    isBegun = true;
  };

  return { placed, grounded, unspentInput, mayBePrepared, begin };
}

interface Lasting {
  /** An input with things that the case may have; `undefined` where it needs new ones. `mayTry`: these may be used up. */
  unspentFor(one: Case, mayTry: boolean): Input | undefined;
  /** Notes the things that were made last. */
  begin(operation: Operation, fresh: Input | undefined): void;
  /** Whether a case has named a new thing, as far as new ones can be made. */
  isOnNew(one: Case): boolean;
  /** Notes that a thing which has had successes may be used up by now: a request is refused. */
  doubt(exchange: Exchange): void;
  see(exchange: Exchange): void;
}

/** After so many successes on one thing, the next ones are taken to succeed on one as well. */
const PROVEN = 3;

/** The most successes on one thing: what it has below it grows with each, and there may be room for so many. */
const MOST_USES = 12;

export function createLasting(of: ReturnType<typeof createKnowledge>): Lasting {
  /** Whether a case has named the thing that was made last. */
  function isOnLatest({ operation, input }: Case): boolean {
    const { preparation, latest } = of(operation);
    const place = preparation?.place ?? pathPlacesOf(operation.path).at(-1);
    const thing = place === undefined ? undefined : valueAt(latest?.input, place);
    return thing !== undefined && place !== undefined && String(thing) === String(valueAt(input, place));
  }

  function spend(operation: Operation): void {
    const { latest } = of(operation);
    if (latest !== undefined) latest.isSpent = true;
  }

  function seeSuccess(one: Case, isOn: boolean): void {
    const { operation } = one;
    const knowledge = of(operation);
    const { latest, doubted } = knowledge;
    if (!isOn || latest === undefined) {
      if (knowledge.isLasting !== true) spend(operation);
      return;
    }
    latest.uses++;
    if (latest.uses === 1 && doubted !== undefined && isSameRequest(doubted, one)) knowledge.isLasting = false;
    knowledge.doubted = undefined;
    if (latest.uses >= PROVEN) knowledge.isLasting ??= true;
    if (knowledge.isLasting === false) latest.isSpent = true;
  }

  function doubt({ case: one, response }: Exchange): void {
    const knowledge = of(one.operation);
    const isUsed = (knowledge.latest?.uses ?? 0) > 0 && isOnLatest(one);
    if (!isUsed || !isPlain(one) || !GONE.has(response?.status ?? 0)) return;
    knowledge.doubted = one;
    if (knowledge.isLasting !== true) spend(one.operation);
  }

  return {
    begin(operation, fresh) {
      of(operation).latest = fresh && { input: fresh, uses: 0, isSpent: false };
    },
    unspentFor(one, mayTry) {
      const { latest, isLasting } = of(one.operation);
      if (latest === undefined || latest.isSpent) return undefined;
      if (latest.uses === 0) return latest.input;
      // An invalid request is to be refused for its own fault, and not for what the one before it has left.
      const isKept = mayTry && latest.uses < MOST_USES && (isLasting ?? isPlain(one));
      return isKept ? latest.input : undefined;
    },
    isOnNew(one) {
      const { latest } = of(one.operation);
      return latest === undefined || (latest.uses === 0 && isOnLatest(one));
    },
    doubt,
    see(exchange) {
      const { case: one, response } = exchange;
      if (response === undefined) return;
      if (isSuccess({ response })) {
        if (one.operation.method !== 'GET') seeSuccess(one, isOnLatest(one));
        return;
      }
      doubt(exchange);
      const isRefused = one.intent.kind !== 'probe' && GONE.has(response.status) && !BLAMING.has(response.status);
      if (isRefused && isOnLatest(one)) spend(one.operation);
    },
  };
}

/** Whether a request asks for the same as another one: where it succeeds on a new thing, the old one was used up. */
function isSameRequest(one: Case, other: Case): boolean {
  return other.id.startsWith(one.id) && isDeepStrictEqual(one.input?.body, other.input?.body);
}
