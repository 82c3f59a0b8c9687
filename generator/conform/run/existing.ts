// Learns from answers what exists on the service, and puts it into the inputs of other operations: behind a 404, no check sees more.
import { getOwn, tokenName } from '@octavo/runtime/conformance';
import type { Operation } from '../../model/service.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Edge } from '../contract/sequence.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, type Input } from '../plan/index.ts';
import { asTaken, overlaps, valueAt } from '../sequences/index.ts';

export interface Existing {
  /** Looks for values in an answer that other operations take. */
  learn(exchange: Exchange): void;
  /**
   * A function that puts what exists by now into inputs of an operation: into its path, and where the input has a value that refers to something. The place
   * that a case is about stays as it is.
   */
  fillerOf(operation: Operation): (input: Input, at?: string) => Input;
}

export function createExisting(judge: Judge, edges: readonly Edge[]): Existing {
  /** By consumer, then by place in its input. */
  const known = new Map<Operation, Map<string, unknown>>();

  function forget(values: ReadonlySet<unknown>): void {
    for (const places of known.values()) for (const [to, value] of places) if (values.has(value)) places.delete(to);
  }

  return {
    learn({ case: one, response, reading }) {
      if (response === undefined || response.status >= 300 || one.intent.kind !== 'valid' || one.credential !== 'given') return;
      const { operation } = one;
      if (operation.method === 'DELETE') return forget(new Set(Object.values(sectionOf(one.input, 'path'))));
      const result = { body: reading.body, headers: reading.headers };
      for (const { producer, from, consumer, to } of edges) {
        const value =
          producer === operation
            ? from
                .split('/')
                .slice(1)
                .map(tokenName)
                .reduce(getOwn, result as unknown)
            : undefined;
        if (typeof value !== 'string' && typeof value !== 'number') continue;
        const places = known.get(consumer) ?? new Map<string, unknown>();
        known.set(consumer, places.set(to, value));
      }
    },
    fillerOf(operation) {
      const places = [...(known.get(operation) ?? [])];
      return (input, about) => {
        if (places.length === 0) return input;
        const before = judge.input(operation, input).length;
        return places.reduce<Input>((whole, [to, value]) => {
          const changed = placesIn(whole, to)
            .filter((at) => about === undefined || !overlaps(at, about))
            .reduce<Input>((one, at) => changedAt(one, at, asTaken(operation, at, value)) as Input, whole);
          return judge.input(operation, changed).length <= before ? changed : whole;
        }, input);
      };
    },
  };
}

/** The places of an input that a pointer means: in each item of a list, and outside the path only where there is a value, since others are left out on purpose. */
function placesIn(input: Input, to: string): readonly string[] {
  if (to.startsWith('/path/')) return [to];
  const [before = '', after] = to.split('/0/', 2);
  const list = after === undefined ? undefined : valueAt(input, before);
  const all = Array.isArray(list) ? list.map((_, index) => `${before}/${index}/${after}`) : [to];
  return all.filter((at) => {
    const value = valueAt(input, at);
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
  });
}

function sectionOf(input: Input | undefined, name: string): object {
  const section = input?.[name];
  return typeof section === 'object' && section !== null ? section : {};
}
