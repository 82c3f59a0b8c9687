// Makes the things that requests need.
import type { Edge } from '../../inference/edge.ts';
import { isTextOrNumber, placesIn, valueAt } from '../../inference/pointers.ts';
import { pathPlacesOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import { changedAt, type Input, randomFor, sampleInput } from '../plan/index.ts';
import { matchingPlaces } from './corrections/matching.ts';
import type { Renewal } from './crowded.ts';
import type { Made } from './existing.ts';
import type { Freshness, FreshnessOptions } from './freshness.ts';
import type { createKnowledge } from './knowledge.ts';
import { asNew } from './named.ts';
import { rewritten, unfiltered } from './rewritten.ts';

/** The most things that are made for the cases of one operation, so that a run ends. */
const MOST_SOURCES = 120;

/** The most requests of one step, with what its refusals blame corrected. */
const MOST_TRIES = 4;

/** An operation that has failed so often to make something is not asked for more, until it succeeds elsewhere. */
const MOST_FAILURES = 8;

/** How deep sources are made for sources. */
export const MOST_DEPTH = 4;

/** What is asked of the cases that make things. */
interface MakingOptions
  extends Pick<FreshnessOptions, 'judge' | 'edges' | 'items' | 'existing' | 'caseOf' | 'send'>,
    Pick<Freshness, 'renewed' | 'helped' | 'succeeded'> {
  readonly of: ReturnType<typeof createKnowledge>;
  readonly ready: (one: Case, depth: number) => Promise<Case>;
  readonly another: (exchange: Exchange, depth: number) => Promise<Case | undefined>;
  /** Looks for what must have been done to what the operation of a refused case names. Says whether it was found. */
  readonly seek: (exchange: Exchange) => Promise<boolean>;
  readonly mayBePrepared: (operation: Operation) => boolean;
}

/** Gives the input of a create what the thing must have. */
type Shaping = (input: Input) => Input;

export interface Making {
  /** A number that no other request has. */
  next(): number;
  /** Creates a thing for an operation. */
  make(operation: Operation, producer: Operation, depth: number, how?: Renewal, shaped?: Shaping): Promise<boolean>;
  /** Makes things, and gives whatever one operation makes for them on the way what it must have. */
  whileShaped(maker: Operation, shaped: Shaping | undefined, making: () => Promise<boolean>): Promise<boolean>;
  /** Creates a thing for an operation with what one was made with that it takes. */
  makeLike(operation: Operation, producer: Operation, like: Input): Promise<boolean>;
  makeFor(operation: Operation, place: string, depth: number): Promise<boolean>;
  /** Creates a thing that names others, as far as it names such things at all; else one that has what they have of the same kind. */
  makeNaming(producer: Operation, others: readonly Made[], isShared?: boolean): Promise<boolean>;
  /** Makes what the path and the body of an operation name, where there is nothing of that kind. */
  makeMissing(operation: Operation, about: string | undefined, depth: number): Promise<void>;
  /** Makes what the body of an operation names, where there is nothing of that kind. */
  makeNamed(operation: Operation, about: string | undefined, depth: number): Promise<void>;
  /** The last success of an operation. */
  latestOf(operation: Operation): Exchange | undefined;
  /**
   * The last response to a case on the things that it names, which is sent with other values while its refusals blame some. `isFor`: whether an
   * input still has what it is sent for.
   */
  corrected(one: Case, isFor?: (input: Input) => boolean): Promise<Exchange | undefined>;
}

export function createMaking(options: MakingOptions): Making {
  const { judge, edges, items, existing, caseOf, send, of, ready, another, renewed, helped, succeeded, seek, mayBePrepared } = options;
  let number = 0;
  /** The last success of each operation. */
  const latest = new Map<Operation, Exchange>();
  const shapings = new Map<Operation, Shaping>();
  /** The last refusal of each operation. */
  const refusals = new Map<Operation, Exchange>();

  async function makeMissing(operation: Operation, about: string | undefined, depth: number): Promise<void> {
    for (const place of pathPlacesOf(operation.path)) {
      if (place === about || existing.has(operation, place)) continue;
      if (!(await makeFor(operation, place, depth))) return;
    }
    await makeNamed(operation, about, depth);
  }

  async function makeNamed(operation: Operation, about: string | undefined, depth: number): Promise<void> {
    const { input } = caseOf(operation) ?? {};
    for (const { consumer, to } of edges)
      if (
        consumer === operation &&
        to !== about &&
        to.startsWith('/body/') &&
        placesIn(input, to).length > 0 &&
        !existing.has(operation, to)
      )
        await makeFor(operation, to, depth);
  }

  async function makeFor(operation: Operation, place: string, depth: number): Promise<boolean> {
    const makers = [...edges, ...items].filter(
      ({ consumer, producer, to }) => consumer === operation && producer !== operation && to === place,
    );
    for (const { producer } of makers) if (await make(operation, producer, depth)) return true;
    return false;
  }

  async function make(operation: Operation, producer: Operation, depth: number, how: Renewal = 'new', shaped?: Shaping): Promise<boolean> {
    const knowledge = of(operation);
    const create = how === 'least' ? await leastOf(producer) : caseOf(producer);
    if (create === undefined || knowledge.sources >= MOST_SOURCES) return false;
    if (of(producer).failures >= MOST_FAILURES) return false;
    knowledge.sources++;
    const isMade = await madeBy(producer, create, depth, shaped);
    of(producer).failures = isMade ? 0 : of(producer).failures + 1;
    return isMade;
  }

  async function whileShaped(maker: Operation, shaped: Shaping | undefined, making: () => Promise<boolean>): Promise<boolean> {
    if (shaped === undefined) return making();
    const before = shapings.get(maker);
    shapings.set(maker, shaped);
    try {
      return await making();
    } finally {
      if (before === undefined) shapings.delete(maker);
      else shapings.set(maker, before);
    }
  }

  async function makeLike(operation: Operation, producer: Operation, like: Input): Promise<boolean> {
    const knowledge = of(operation);
    const create = caseOf(producer);
    if (create === undefined || knowledge.sources >= MOST_SOURCES || of(producer).failures >= MOST_FAILURES) return false;
    knowledge.sources++;
    const prepared = await ready({ ...create, id: `${create.id} source ${number++}`, input: like, isGrounded: true }, 1);
    return triedAsNew(prepared, prepared.input, 1);
  }

  async function makeNaming(producer: Operation, others: readonly Made[], isShared = false): Promise<boolean> {
    const create = caseOf(producer);
    if (create?.input === undefined) return false;
    const places: { readonly at: string; readonly value: unknown }[] = edges
      .filter(({ consumer }) => consumer === producer)
      .flatMap((edge) => {
        const other = others.find((one) => one.producer === edge.producer);
        const value = other === undefined ? (isShared ? namedBy(others, edge) : undefined) : valueAt(other.result, edge.from);
        return value === undefined ? [] : placesIn(create.input, edge.to).map((at) => ({ at, value }));
      });
    if (places.length === 0) places.push(...matchingPlaces(producer, create.input, others));
    const [first] = places;
    if (first === undefined) return false;
    // What it is about stays, whatever else is new.
    const prepared = await ready({ ...create, id: `${create.id} source ${number++}`, at: first.at }, 1);
    const named = places.reduce<Input>((whole, { at, value }) => changedAt(whole, at, value) as Input, prepared.input ?? {});
    return triedAsNew(prepared, named, 1);
  }

  /** What other things name of the kind that a reference is to: the class of a pupil. */
  function namedBy(others: readonly Made[], { producer, from }: Edge): unknown {
    const values = others.flatMap((other) =>
      edges
        .filter((one) => one.consumer === other.producer && one.producer === producer && one.from === from)
        .map(({ to }) => valueAt(other.input, to)),
    );
    return values.find(isTextOrNumber);
  }

  /** A create with what is required alone. */
  async function leastOf(producer: Operation): Promise<Case | undefined> {
    const create = caseOf(producer);
    const least = sampleInput(judge, producer, randomFor(0, producer.id, 'least'), { examples: 'some', optional: 'none' });
    const input = least && { ...least, ...(create?.input?.path === undefined ? {} : { path: create.input.path }) };
    return create && input && rewritten(judge, create, input);
  }

  /** Sends a create with the newest things, or with those of its last success: what is newer may not fit together. */
  async function madeBy(producer: Operation, create: Case, depth: number, shaped?: Shaping): Promise<boolean> {
    const knowledge = of(producer);
    const { proven } = knowledge;
    const again = proven && ({ ...create, input: proven, isGrounded: true } as const);
    // A list is asked for as a whole: what is wanted is one of its items.
    const first = producer.method === 'GET' ? await rewritten(judge, create, unfiltered(producer, create.input ?? {})) : create;
    const ways = again === undefined ? [first] : knowledge.isProvenBetter ? [again, first] : [first, again];
    for (const [index, way] of ways.entries()) {
      const prepared = await ready({ ...way, id: `${create.id} source ${number++}` }, depth + 1);
      const isMade = await triedAsNew(prepared, prepared.input, depth + 1, shaped);
      if (isMade && index > 0) knowledge.isProvenBetter = !knowledge.isProvenBetter;
      if (isMade) return true;
    }
    const last = refusals.get(producer);
    if (last?.response?.status !== 409 || !mayBePrepared(producer)) return false;
    // What it names is used up, and new things are in no state that it takes.
    return seek(last);
  }

  /** Sends a create with an input that is made unique, and shaped as the thing must be. */
  async function triedAsNew(prepared: Case, input: Input = {}, depth: number, given?: Shaping): Promise<boolean> {
    const { operation } = prepared;
    const shaped = given ?? shapings.get(operation);
    const plain = asNew(judge, operation, input);
    return tried(await rewritten(judge, prepared, shaped === undefined ? plain : shaped(plain)), depth);
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

  /** Sends a case, and notes whether it succeeds. */
  async function noted(one: Case): Promise<Exchange | undefined> {
    const exchange = await send(one);
    if (exchange !== undefined && isSuccess(exchange)) {
      succeeded(one.operation);
      latest.set(one.operation, exchange);
    } else if (exchange !== undefined) refusals.set(one.operation, exchange);
    return exchange;
  }

  async function corrected(one: Case, isFor: (input: Input) => boolean = () => true): Promise<Exchange | undefined> {
    let exchange = await noted(one);
    for (let count = 1; count < MOST_TRIES && exchange !== undefined && !isSuccess(exchange); count++) {
      const next = renewed(exchange);
      if (next === undefined || !isFor(next)) return exchange;
      exchange = await noted(await rewritten(judge, { ...exchange.case, id: `${one.id} again ${number++}` }, next));
      if (exchange !== undefined) helped(exchange.case, isSuccess(exchange));
    }
    return exchange;
  }

  return {
    next: () => number++,
    make,
    whileShaped,
    makeLike,
    makeFor,
    makeNaming,
    makeNamed,
    makeMissing,
    latestOf: (operation) => latest.get(operation),
    corrected,
  };
}

export function isSuccess({ response }: Pick<Exchange, 'response'>): boolean {
  return response !== undefined && response.status < 300;
}
