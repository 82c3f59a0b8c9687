// Takes what the body of an operation names from a list of the thing that its path names: the rate of a shipment, which no operation makes.
import type { Edge } from '../../../inference/edge.ts';
import { placesIn, valueAt } from '../../../inference/pointers.ts';
import { pathPlacesOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered, Bound } from '../../contract/exchange.ts';
import type { Input } from '../../plan/index.ts';
import { asTaken } from '../lab.ts';
import { isSuccess, resultOf } from '../thing.ts';

/** The values of the first items. `read` calls a list of the thing. Where it has nothing any more, what it had before is tried again. */
export async function itemsFor(
  edges: readonly Edge[],
  operation: Operation,
  input: Input | undefined,
  read: (list: Operation) => Promise<Answered>,
  known: Map<string, Bound>,
): Promise<readonly Bound[]> {
  const bound: Bound[] = [];
  for (const { producer, consumer, from, to } of edges) {
    if (consumer !== operation || producer.method !== 'GET' || pathPlacesOf(producer.path).length === 0) continue;
    const [place] = to.startsWith('/body/') ? placesIn(input, to) : [];
    if (place === undefined || valueAt(input, place) === undefined) continue;
    const exchange = await read(producer);
    const value = isSuccess(exchange) ? valueAt(resultOf(exchange), from) : undefined;
    const key = `${producer.id} ${from}`;
    if (value !== undefined) known.set(key, { to: place, of: exchange, from, value: asTaken(operation, place, value) });
    const one = known.get(key);
    if (one !== undefined) bound.push({ ...one, to: place });
  }
  return bound;
}
