// Learns from answers what exists on the service, and puts it into the inputs of other operations: behind a 404, no check sees more.
import { isDeepStrictEqual } from 'node:util';
import { ownIdentifierPlace } from '../../inference/bodies.ts';
import type { Edge } from '../../inference/edge.ts';
import { plain, referringNames } from '../../inference/names.ts';
import { isTextOrNumber, lastNameOf, overlaps, placesIn, pointerTo, valueAt } from '../../inference/pointers.ts';
import { collectionIn, lastPlaceOf, parameterIn, pathPlacesOf, segmentsOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, type Input } from '../plan/index.ts';
import { asTaken, resultOf } from '../sequences/index.ts';
import { inUse } from './edge-order.ts';
import { createOwnItems } from './own-items.ts';
import { createTypical } from './typical.ts';

export interface Existing {
  /** Looks for things in an answer that other operations take. */
  learn(exchange: Exchange): void;
  /**
   * A function that puts what exists by now into inputs of an operation: into its path, and where the input has a value that refers to something. The
   * values fit each other: what stands below something, and that itself. The place that a case is about stays as it is.
   */
  fillerOf(operation: Operation): (input: Input, at?: string) => Input;
  /** Whether there is a thing for a place of an operation. */
  has(operation: Operation, place: string): boolean;
  /** The value of the newest thing for a place, whether it fits the other things of an input or not. */
  newest(edge: Pick<Edge, 'producer' | 'from'>): unknown;
  /** The things that may be at a place of an operation, each with the value by which it is named there. */
  choices(operation: Operation, at: string): readonly { readonly value: unknown; readonly shown: unknown }[];
  /** The things that an input names, as they were shown last, and what these stand below and refer to, the nearest first. */
  named(operation: Operation, input: Input): readonly Made[];
  /** Notes that the things of a path are of no more use, such as those of an answer with 410. */
  forget(operation: Operation, input: Input): void;
}

/** Something that an operation has made. */
export interface Made {
  readonly producer: Operation;
  readonly input: Input | undefined;
  readonly exchange: Exchange;
  /** What the answer has, in the form that JSON pointers lead into. */
  readonly result: { readonly body: unknown; readonly headers: unknown };
  /** Its values that other operations take: a thing with the same ones takes its place. */
  readonly values: readonly unknown[];
  /** What it stands below and refers to, and what that does. */
  readonly sources: readonly Made[];
  /** Whether the run has brought it about, though it is an item of a list. */
  readonly isOwnItem?: true;
}

/** The most things of one producer that are kept for others to name. */
const MOST_KEPT = 40;

/** The most things of all producers that are known where an input names them. */
const MOST_KNOWN = 2000;

function keyOf({ id }: Operation, from: string, value: unknown): string {
  return `${id} ${from} ${String(value)}`;
}

/** `items`: edges from lists, for the items alone that the run has brought about. */
export function createExisting(judge: Judge, others: readonly Edge[], items: readonly Edge[] = []): Existing {
  const edges = [...others, ...items];
  const ownItems = createOwnItems(others, items);
  const ofOwn = new Set(items);
  /** By producer, the newest first; those of an unusual size come last, since they may have room for nothing. */
  const made = new Map<Operation, readonly Made[]>();
  /** All that requests may still name, by what made them and what they are known by; the oldest first. */
  const known = new Map<string, Made>();
  /** What the newest answer about a thing shows of it: an action may have changed it since it was made. */
  const shown = new WeakMap<Made, Made['result']>();
  const isUnusual = createTypical();
  const ranks = ranksOf(edges);
  const byConsumer = new Map<Operation, readonly Edge[]>();
  const byProducer = new Map<Operation, readonly Edge[]>();
  for (const edge of edges) {
    byConsumer.set(edge.consumer, [...(byConsumer.get(edge.consumer) ?? []), edge]);
    byProducer.set(edge.producer, [...(byProducer.get(edge.producer) ?? []), edge]);
  }
  for (const [consumer, all] of byConsumer) byConsumer.set(consumer, inUse(all));

  const madeBy = (producer: Operation): readonly Made[] => made.get(producer) ?? [];

  /** The things that are in some places of an input. */
  function thingsIn(operation: Operation, input: Input, isMeant: (edge: Edge) => boolean): readonly Made[] {
    return (byConsumer.get(operation) ?? []).filter(isMeant).flatMap(({ producer, from, to }) =>
      placesIn(input, to).flatMap((at) => {
        const value = valueAt(input, at);
        return value === undefined ? [] : (known.get(keyOf(producer, from, value)) ?? []);
      }),
    );
  }

  function withSources(things: readonly Made[]): readonly Made[] {
    return [...new Set([...things, ...things.flatMap(({ sources }) => sources)])];
  }

  function note(producer: Operation, own: Made): void {
    for (const { from } of byProducer.get(producer) ?? []) {
      const key = keyOf(producer, from, valueAt(own.result, from));
      known.delete(key);
      known.set(key, own);
    }
    for (const key of known.keys()) {
      if (known.size <= MOST_KNOWN) break;
      known.delete(key);
    }
  }

  function remove(gone: ReadonlySet<Made>): void {
    for (const [key, one] of known) if (gone.has(one) || one.sources.some((source) => gone.has(source))) known.delete(key);
    for (const [producer, all] of made)
      made.set(
        producer,
        all.filter((one) => !gone.has(one) && !one.sources.some((source) => gone.has(source))),
      );
  }

  function learnFrom(exchange: Exchange): void {
    const { case: one } = exchange;
    const result = resultOf(exchange);
    ownItems.note(exchange);
    see(one, result);
    add(exchange, result);
    for (const own of ownItems.in(one, result)) add(exchange, own, { isOwnItem: true });
  }

  /** Notes what an answer shows of the thing that its path names: it has the identifier at the same place. */
  function see({ operation, input = {} }: Case, result: Made['result']): void {
    const last = pathPlacesOf(operation.path).at(-1);
    for (const { producer, from, to } of byConsumer.get(operation) ?? []) {
      const id = to === last ? valueAt(input, to) : undefined;
      const thing = id === undefined ? undefined : known.get(keyOf(producer, from, id));
      if (thing !== undefined && isDeepStrictEqual(valueAt(result, from), valueAt(thing.result, from))) shown.set(thing, result);
    }
  }

  function add(exchange: Exchange, result: Made['result'], kind: Pick<Made, 'isOwnItem'> = {}): void {
    const { case: one } = exchange;
    const { operation, input } = one;
    const places = (byProducer.get(operation) ?? []).map(({ from }) => from);
    const values = places.map((from) => valueAt(result, from));
    if (!values.some(isTextOrNumber)) return;
    const own: Made = {
      ...kind,
      producer: operation,
      input,
      exchange,
      result,
      values,
      sources: input === undefined ? [] : withSources(thingsIn(operation, input, () => true)),
    };
    note(operation, own);
    const isSame = (other: Made): boolean => isDeepStrictEqual(other.values, values) && isDeepStrictEqual(other.input?.path, input?.path);
    const others = madeBy(operation).filter((other) => !isSame(other));
    made.set(
      operation,
      isUnusual(one) && others.length > 0 ? [...others.slice(0, MOST_KEPT - 1), own] : [own, ...others].slice(0, MOST_KEPT),
    );
  }

  /** The thing for a place: one that fits those that are chosen already. */
  function chosenFor(edge: Edge, number: number, context: ReadonlyMap<Operation, Made>): Made | undefined {
    const mayBe = (one: Made): boolean => !ofOwn.has(edge) || one.isOwnItem === true;
    const known = context.get(edge.producer);
    if (known !== undefined && number === 0 && mayBe(known)) return known;
    const fits = ({ sources }: Made): boolean => sources.every((one) => (context.get(one.producer) ?? one) === one);
    return madeBy(edge.producer).filter((one) => mayBe(one) && isTextOrNumber(valueAt(one.result, edge.from)) && fits(one))[number];
  }

  function filled(operation: Operation, input: Input, about: string | undefined): Input {
    const before = judge.input(operation, input).length;
    const context = new Map<Operation, Made>();
    const done = new Set<string>();
    /** By what makes such things: what a chosen thing names, also where that was there before the run. */
    const inherited = new Map<Operation, unknown>();
    let whole = input;
    const put = (at: string, value: unknown): void => {
      done.add(at);
      // A valid case about an object or a list is about its form: what is named in it has to exist all the same.
      const isInside = before === 0 && about !== undefined && at.startsWith(`${about}/`);
      if (about !== undefined && !isInside && overlaps(at, about)) return;
      const changed = changedAt(whole, at, asTaken(operation, at, value)) as Input;
      if (judge.input(operation, changed).length <= before) whole = changed;
    };
    /** Leaves out an item of a list for which there is no thing of its own, and those after it: few services take one thing twice. */
    const cut = (at: string, { to }: Edge): void => {
      const list = to.slice(0, Math.max(0, to.indexOf('/-')));
      const items = valueAt(whole, list);
      if (list === '' || !Array.isArray(items) || (about !== undefined && overlaps(list, about))) return;
      const left = items.slice(0, Number(at.slice(list.length + 1).split('/')[0]));
      const changed = changedAt(whole, list, left) as Input;
      if (judge.input(operation, changed).length <= before) whole = changed;
    };
    for (const edge of byConsumer.get(operation) ?? []) {
      for (const [index, at] of placesIn(whole, edge.to).entries()) {
        if (done.has(at) || valueAt(whole, at) === undefined) continue;
        const rank = (ranks.get(edge) ?? 0) + index;
        if (rank === 0 && at.startsWith('/body/') && !context.has(edge.producer) && inherited.has(edge.producer)) {
          put(at, inherited.get(edge.producer));
          continue;
        }
        const other = chosenFor(edge, rank, context);
        const one =
          other ??
          (index > 0
            ? chosenFor(edge, rank - index, context)
            : isBeside(byConsumer.get(operation) ?? [], edge)
              ? chosenFor(edge, 0, context)
              : undefined);
        if (one === undefined) continue;
        if (other === undefined && index > 0) cut(at, edge);
        put(at, valueAt(one.result, edge.from));
        if (rank > 0) continue;
        for (const source of [one, ...one.sources]) if (!context.has(source.producer)) context.set(source.producer, source);
        for (const { producer, to: named } of at.startsWith('/path/') ? (byConsumer.get(one.producer) ?? []) : [])
          if (!inherited.has(producer) && valueAt(one.input, named) !== undefined) inherited.set(producer, valueAt(one.input, named));
        for (const [place, value] of placeOf(one, operation)) if (!done.has(place)) put(place, value);
      }
    }
    return whole;
  }

  return {
    learn(exchange) {
      const { case: one, response } = exchange;
      const { operation, input = {} } = one;
      if (response === undefined || response.status >= 300 || one.intent.kind !== 'valid' || one.credential !== 'given') return;
      if (operation.method !== 'DELETE') return learnFrom(exchange);
      const last = lastPlaceOf(operation.path);
      if (last !== undefined) remove(new Set(thingsIn(operation, input, ({ to }) => to === last)));
    },
    fillerOf: (operation) => (input, about) => filled(operation, input, about),
    has: (operation, place) =>
      (byConsumer.get(operation) ?? []).some((edge) => edge.to === place && chosenFor(edge, 0, new Map()) !== undefined),
    choices: (operation, at) =>
      (byConsumer.get(operation) ?? []).flatMap(({ producer, from, to }) =>
        to === at ? madeBy(producer).map((one) => ({ value: valueAt(one.result, from), shown: (shown.get(one) ?? one.result).body })) : [],
      ),
    newest: ({ producer, from }) => valueAt(madeBy(producer)[0]?.result, from),
    named: (operation, input) =>
      withSources(thingsIn(operation, input, () => true)).map((one) => {
        const result = shown.get(one);
        return result === undefined ? one : { ...one, result };
      }),
    forget: (operation, input) => remove(new Set(thingsIn(operation, input, ({ to }) => pathPlacesOf(operation.path).includes(to)))),
  };
}

/** The values that a thing has below the same path as another operation: what no run has made stays the same. */
function* placeOf({ producer, input }: Made, operation: Operation): Generator<readonly [at: string, value: unknown]> {
  const own = segmentsOf(producer.path);
  for (const [index, segment] of segmentsOf(operation.path).entries()) {
    const [name, before] = [parameterIn(segment), parameterIn(own[index])];
    if (name === undefined ? segment !== own[index] : before === undefined) return;
    const value = before === undefined ? undefined : valueAt(input, pointerTo('path', before));
    if (name !== undefined && value !== undefined) yield [pointerTo('path', name), value];
  }
}

/**
 * Which of several places each is that refer to things of one kind: `from` and `to` of one body are likely to need two things, and so is the
 * `targetSale` in the body of what is done to a sale.
 */
function ranksOf(edges: readonly Edge[]): ReadonlyMap<Edge, number> {
  const counts = new Map<string, number>();
  return new Map(
    edges
      .filter(({ to }) => to.startsWith('/body/'))
      .map((edge) => {
        const key = `${edge.producer.id} ${edge.consumer.id}`;
        const rank = counts.get(key) ?? (isBeside(edges, edge) ? 1 : 0);
        counts.set(key, rank + 1);
        return [edge, rank];
      }),
  );
}

/** Whether the path names a thing of the same kind, and the name of the member does not say that it is that one. */
function isBeside(edges: readonly Edge[], { producer, consumer, to }: Edge): boolean {
  if (to === ownIdentifierPlace(consumer)) return false;
  const own = plain(lastNameOf(to));
  const collection = collectionIn(producer);
  return edges.some(
    (other) =>
      other.producer === producer &&
      other.consumer === consumer &&
      other.to.startsWith('/path/') &&
      own !== plain(lastNameOf(other.to)) &&
      !referringNames(collection).has(own),
  );
}
