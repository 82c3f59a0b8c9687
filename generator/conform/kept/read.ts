// Reads what a write has made or changed, where the document has an operation for that.

import type { Edge } from '../../inference/edge.ts';
import { isTextOrNumber, pointerTo, tokensOf, valueAt } from '../../inference/pointers.ts';
import { shapesOf } from '../../inference/shapes.ts';
import { lastPlaceOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Answered, Exchange } from '../contract/exchange.ts';
import type { Judge } from '../judge/index.ts';
import { confirmed, type Input, randomFor, sampleInput } from '../plan/index.ts';
import { asTaken, resultOf } from '../sequences/index.ts';
import { hasSucceeded } from '../values/bases.ts';
import { KEEPS_VALUES, placeShown } from './shown.ts';

export interface ReaderOptions {
  readonly judge: Judge;
  readonly edges: readonly Edge[];
  readonly override: (operation: Operation, input: Input) => Input;
  readonly send: (one: Case) => Promise<Exchange | undefined>;
}

export interface Reader {
  /** What a read of the thing shows; `undefined` where there is no such operation, or the read does not succeed. */
  after(write: Answered): Promise<Answered | undefined>;
  /** Whether the answer of an exchange declares the member at a place of the body that was sent. */
  declares(seen: Answered, at: string): boolean;
}

export function createReader({ judge, edges, override, send }: ReaderOptions): Reader {
  let number = 0;

  /** The operation that reads, and the values of its path. */
  function readOf(write: Answered): { readonly operation: Operation; readonly path: Readonly<Record<string, unknown>> } | undefined {
    const { operation, input } = write.case;
    const path = (input?.path ?? {}) as Readonly<Record<string, unknown>>;
    const same = judge.service.operations.find((one) => one.method === 'GET' && one.path === operation.path);
    if (operation.method !== 'POST') return same && { operation: same, path };
    for (const { producer, consumer, from, to } of edges) {
      if (producer !== operation || consumer.method !== 'GET' || to !== lastPlaceOf(consumer.path)) continue;
      const value = valueAt(resultOf(write), from);
      const name = tokensOf(to)[1];
      if (!isTextOrNumber(value) || name === undefined) continue;
      return { operation: consumer, path: { ...path, [name]: asTaken(consumer, to, value) } };
    }
    return undefined;
  }

  return {
    async after(write) {
      const read = readOf(write);
      if (read === undefined) return undefined;
      const { operation } = read;
      const least = sampleInput(judge, operation, randomFor(0, operation.id, 'kept'), { examples: 'some', optional: 'none' });
      const names = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
      const path = Object.fromEntries(names.map((name) => [name, read.path[name] ?? valueAt(least, pointerTo('path', name))]));
      const input = override(operation, { ...least, path });
      const request = await confirmed(judge, { operation, intent: { kind: 'valid', by: 'boundary' } }, input);
      if (request === undefined) return undefined;
      const exchange = await send({
        // A probe is sent as it is: it reads this thing, and no other one that exists.
        ...{ id: `${operation.id} read #${number++}`, operation, intent: { kind: 'probe', check: KEEPS_VALUES } },
        ...{ says: `what ${write.case.operation.id} has written`, location: operation.location, request, input, credential: 'given' },
      });
      return exchange?.response !== undefined && hasSucceeded(exchange) ? exchange : undefined;
    },
    declares(seen, at) {
      const place = placeShown(seen.case.input?.body ?? seen.reading.body, seen.reading.body) ?? '';
      const name = tokensOf(at)[1] ?? '';
      const shapes = shapesOf(seen.case.operation);
      const shape = shapes.find((one) => one.at === `/body${place}`) ?? shapes.find(({ properties }) => properties.has(name));
      const own = shape?.properties.get(name) ?? [];
      return own.length > 0 && !own.some(({ writeOnly }) => writeOnly === true);
    },
  };
}
