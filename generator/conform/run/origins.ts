// Remembers what has changed the service, so that a finding can show the requests that made its things and brought them into their state.
import type { Edge } from '../../inference/edge.ts';
import { isTextOrNumber, placesIn, valueAt } from '../../inference/pointers.ts';
import type { Operation } from '../../model/service.ts';
import type { Finding } from '../contract/check.ts';
import type { Answered, Bound, Exchange } from '../contract/exchange.ts';
import { isReading } from '../contract/methods.ts';
import { resultOf } from '../sequences/index.ts';
import { hasSucceeded } from '../values/bases.ts';

export interface Origins {
  see(exchange: Exchange): void;
  /** The finding with the requests before it that made and changed what it names, as far as they are remembered. */
  of(finding: Finding): Finding;
}

/** The most changes that are remembered. */
const MOST_KEPT = 1000;

/** The most requests that are shown before those of a finding. */
const MOST_SHOWN = 12;

/** How many things are followed from what a finding names to what that stands below. */
const MOST_DEPTH = 4;

export function createOrigins(edges: readonly Edge[]): Origins {
  const kept: Answered[] = [];
  const byConsumer = Map.groupBy(edges, ({ consumer }) => consumer);
  const byProducer = Map.groupBy(edges, ({ producer }) => producer);

  /** Keys of the things that a request names, where their ids came from what others have answered. */
  function namedBy({ case: { operation, input } }: Exchange, section = ''): readonly string[] {
    const own = (byConsumer.get(operation) ?? []).filter(({ to }) => to.startsWith(`/${section}`));
    return own.flatMap((edge) => placesIn(input, edge.to).flatMap((place) => keyOf(edge, valueAt(input, place))));
  }

  function givenBy(exchange: Answered): readonly string[] {
    const result = resultOf(exchange);
    return (byProducer.get(exchange.case.operation) ?? []).flatMap((edge) => keyOf(edge, valueAt(result, edge.from)));
  }

  function makerOf(key: string, before: number): Answered | undefined {
    return kept.findLast((one) => one.began < before && givenBy(one).includes(key));
  }

  function makersOf(keys: readonly string[], before: number, depth: number): readonly Answered[] {
    const makers = keys.flatMap((key) => makerOf(key, before) ?? []);
    return depth === 0 ? makers : makers.flatMap((maker) => [...makersOf(namedBy(maker), maker.began, depth - 1), maker]);
  }

  /** The last success of each other operation on the thing in the path of a request: what has brought it into its state. */
  function changesOf(exchange: Exchange, before: number): readonly Answered[] {
    const keys = namedBy(exchange, 'path');
    const last = new Map<Operation, Answered>();
    for (const one of kept)
      if (one.began < before && one.case.operation !== exchange.case.operation && namedBy(one, 'path').some((key) => keys.includes(key)))
        last.set(one.case.operation, one);
    return [...last.values()];
  }

  /** The exchange with the values that it takes from earlier ones. */
  function linked<E extends Exchange>(exchange: E, before: readonly Answered[]): E {
    const { operation, input } = exchange.case;
    const bound = (byConsumer.get(operation) ?? []).flatMap(({ producer, from, to }) =>
      placesIn(input, to).flatMap((place): Bound[] => {
        const value = valueAt(input, place);
        const isIts = (one: Answered): boolean =>
          one.case.operation === producer && value !== undefined && String(valueAt(resultOf(one), from)) === String(value);
        const of = before.findLast(isIts);
        return of === undefined ? [] : [{ to: place, of, from, value }];
      }),
    );
    return bound.length === 0 || exchange.bound !== undefined ? exchange : { ...exchange, bound };
  }

  return {
    see(exchange) {
      const { request, intent } = exchange.case;
      if (exchange.response === undefined || !hasSucceeded(exchange) || isReading(request.method) || intent.kind === 'invalid') return;
      kept.push(exchange);
      if (kept.length > MOST_KEPT) kept.shift();
    },
    of(finding) {
      const { exchanges } = finding;
      const known = new Set<Exchange>(exchanges);
      const first = Math.min(...exchanges.map(({ began }) => began));
      const makers = makersOf(
        exchanges.flatMap((one) => namedBy(one)),
        first,
        MOST_DEPTH,
      );
      const changes = exchanges.flatMap((one) => changesOf(one, first));
      const isNew = (one: Exchange): boolean => !known.has(one) && !exchanges.some(({ case: { id } }) => id === one.case.id);
      const added = [...new Set([...makers, ...changes])].filter(isNew).slice(0, MOST_SHOWN);
      if (added.length === 0) return finding;
      const before: Answered[] = [];
      for (const one of added.toSorted((a, b) => a.began - b.began)) before.push(linked(one, before));
      const own = exchanges.map((one) => linked(one, before));
      const last = own.pop();
      return last === undefined ? finding : { ...finding, exchanges: [...before, ...own, last] };
    },
  };
}

/** A thing, by what has given its id. Operations may give the same id in different places. */
function keyOf({ producer, from }: Edge, value: unknown): readonly string[] {
  return isTextOrNumber(value) ? [JSON.stringify([producer.id, from, String(value)])] : [];
}
