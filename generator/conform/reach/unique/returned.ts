// Finds out by which names a create answers with a thing that is there already: others make a new one.
import { isDeepStrictEqual } from 'node:util';
import type { Edge } from '../../../inference/edge.ts';
import { isObject, isTextOrNumber, valueAt } from '../../../inference/pointers.ts';
import type { Exchange } from '../../contract/exchange.ts';
import type { Input } from '../../plan/index.ts';
import { resultOf } from '../../sequences/index.ts';

export interface Returned {
  /** The places of the names by which an answer has a thing that an earlier answer had, in place of a new one. */
  namesIn(exchange: Exchange): readonly string[];
}

/**
 * A create may answer with the thing that has the name already: `POST /printers` with the name of a printer that is there. `placesOf`: the places
 * of an input that may hold such names.
 */
export function createReturned(edges: readonly Edge[], placesOf: (input: Input) => readonly string[]): Returned {
  const makers = new Map(edges.filter(({ producer }) => producer.method === 'POST').map((edge) => [edge.producer, edge] as const));
  const earlier = new Map<string, Input>();
  return {
    namesIn(exchange) {
      const { case: one, response } = exchange;
      const edge = makers.get(one.operation);
      const isDone = edge !== undefined && response !== undefined && response.status < 300 && one.intent.kind === 'valid';
      const id = isDone ? valueAt(resultOf(exchange), edge.from) : undefined;
      if (!isTextOrNumber(id) || one.input === undefined || hasValue(one.input, id)) return [];
      // An integer of 64 bits has no form in JSON.
      const key = JSON.stringify([one.operation.id, String(id)]);
      const before = earlier.get(key);
      earlier.set(key, one.input);
      if (before === undefined || !isDeepStrictEqual(before.path, one.input.path)) return [];
      return placesOf(one.input).filter((at) => valueAt(before, at) === valueAt(one.input, at));
    },
  };
}

/** Whether a request names a thing by itself, in its path or its body. */
function hasValue(value: unknown, id: unknown): boolean {
  return isObject(value) || Array.isArray(value) ? Object.values(value).some((one) => hasValue(one, id)) : String(value) === String(id);
}
