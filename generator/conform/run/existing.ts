// Learns from answers what exists on the service, and puts it into the inputs of other operations: behind a 404, no check sees more.
import { getOwn, tokenName } from '@octavo/runtime/conformance';
import type { Operation } from '../../model/service.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Edge } from '../contract/sequence.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, type Input } from '../plan/index.ts';

export interface Existing {
  /** Looks for values in an answer that other operations take. */
  learn(exchange: Exchange): void;
  /** A function that puts what exists by now into inputs of an operation, unless the document does not allow it so. */
  fillerOf(operation: Operation): (input: Input) => Input;
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
      // Other parts may be left out on purpose.
      const places = [...(known.get(operation) ?? [])].filter(([to]) => to.startsWith('/path/'));
      return (input) => {
        const changed = places.reduce<Input>((whole, [to, value]) => changedAt(whole, to, value) as Input, input);
        return places.length > 0 && judge.input(operation, changed).length === 0 ? changed : input;
      };
    },
  };
}

function sectionOf(input: Input | undefined, name: string): object {
  const section = input?.[name];
  return typeof section === 'object' && section !== null ? section : {};
}
