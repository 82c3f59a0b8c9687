// Looks up what the body of a request takes from a list of the thing in its path: the rates of a shipment, of which one is bought.
import type { Edge } from '../../inference/edge.ts';
import { overlaps, placesIn, valueAt } from '../../inference/pointers.ts';
import { pathPlacesOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import { changedAt, type Input } from '../plan/index.ts';
import { asTaken } from '../sequences/index.ts';
import type { FreshnessOptions } from './freshness.ts';
import { rewritten, unfiltered } from './rewritten.ts';

interface Looked {
  /** The input with items of the lists of the thing that its path names. The place that the case is about stays as it is. */
  withItems(one: Case, input: Input): Promise<Input>;
  /** Has lists be read again where what was taken of them is refused: they may be others by now. */
  see(exchange: Exchange): void;
}

export function createLooked({ judge, edges, caseOf, send }: Pick<FreshnessOptions, 'judge' | 'edges' | 'caseOf' | 'send'>): Looked {
  const lists = edges.filter(({ producer, to }) => producer.method === 'GET' && to.startsWith('/body/'));
  const byConsumer = Map.groupBy(
    lists.filter(({ producer }) => pathPlacesOf(producer.path).length > 0),
    ({ consumer }) => consumer,
  );
  /** What a list has, by the path of the list. */
  const items = new Map<string, unknown>();

  async function itemOf({ producer, from }: Edge, operation: Operation, input: Input): Promise<unknown> {
    const first = caseOf(producer);
    if (first?.input === undefined) return undefined;
    const own = pathPlacesOf(operation.path);
    const placed = pathPlacesOf(producer.path).reduce<Input>(
      (whole, place, index) => changedAt(whole, place, asTaken(producer, place, valueAt(input, own[index] ?? place))) as Input,
      unfiltered(producer, first.input),
    );
    const one = await rewritten(judge, first, placed);
    const { target } = one.request;
    if (!items.has(target)) {
      const exchange = await send({ ...one, id: `${first.id} for ${operation.id}` });
      const isRead = exchange?.response !== undefined && exchange.response.status < 300;
      items.set(target, isRead ? valueAt({ body: exchange.reading?.body }, from) : undefined);
    }
    return items.get(target);
  }

  return {
    async withItems({ operation, at }, input) {
      if (at?.startsWith('/path/') === true) return input;
      let whole = input;
      for (const edge of byConsumer.get(operation) ?? [])
        for (const place of placesIn(whole, edge.to)) {
          if (valueAt(whole, place) === undefined || (at !== undefined && overlaps(place, at))) continue;
          const item = await itemOf(edge, operation, whole);
          if (item !== undefined) whole = changedAt(whole, place, asTaken(operation, place, item)) as Input;
        }
      return whole;
    },
    see({ case: { operation, intent }, response }) {
      if (intent.kind === 'valid' && byConsumer.has(operation) && (response?.status ?? 0) >= 400) items.clear();
    },
  };
}
