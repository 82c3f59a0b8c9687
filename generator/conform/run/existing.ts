// Learns from answers what exists on the service, and puts it into the inputs of other operations: behind a 404, no check sees more.

import type { Edge } from '../../inference/edge.ts';
import type { Operation } from '../../model/service.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, type Input } from '../plan/index.ts';
import { asTaken, overlaps, placesIn, valueAt } from '../sequences/index.ts';

export interface Existing {
  /** Looks for values in an answer that other operations take. */
  learn(exchange: Exchange): void;
  /**
   * A function that puts what exists by now into inputs of an operation: into its path, and where the input has a value that refers to something. The place
   * that a case is about stays as it is.
   */
  fillerOf(operation: Operation): (input: Input, at?: string) => Input;
}

/** The most things of one kind that the body of one request refers to. */
const MOST_APART = 3;

export function createExisting(judge: Judge, edges: readonly Edge[]): Existing {
  /** By consumer, then by place in its input. */
  const known = new Map<Operation, Map<string, unknown>>();
  /** By producer and place in its answer, the newest first. */
  const recent = new Map<string, readonly unknown[]>();
  const ranks = ranksOf(edges);

  function forget(values: ReadonlySet<unknown>): void {
    for (const [key, all] of recent)
      recent.set(
        key,
        all.filter((value) => !values.has(value)),
      );
    for (const places of known.values()) for (const [to, value] of places) if (values.has(value)) places.delete(to);
  }

  return {
    learn({ case: one, response, reading }) {
      if (response === undefined || response.status >= 300 || one.intent.kind !== 'valid' || one.credential !== 'given') return;
      const { operation } = one;
      if (operation.method === 'DELETE') return forget(new Set(Object.values(sectionOf(one.input, 'path'))));
      const result = { body: reading.body, headers: reading.headers };
      for (const edge of edges) {
        const { producer, from, consumer, to } = edge;
        const value = producer === operation ? valueAt(result, from) : undefined;
        if (typeof value !== 'string' && typeof value !== 'number') continue;
        const key = `${producer.id} ${from}`;
        const values = [value, ...(recent.get(key) ?? []).filter((one) => one !== value)].slice(0, MOST_APART);
        recent.set(key, values);
        const chosen = values[ranks.get(edge) ?? 0];
        if (chosen !== undefined) known.set(consumer, (known.get(consumer) ?? new Map<string, unknown>()).set(to, chosen));
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

/** Which of several places each is that refer to things of one kind: `from` and `to` of one body are likely to need two things. */
function ranksOf(edges: readonly Edge[]): ReadonlyMap<Edge, number> {
  const counts = new Map<string, number>();
  return new Map(
    edges
      .filter(({ to }) => to.startsWith('/body/'))
      .map((edge) => {
        const key = `${edge.producer.id} ${edge.consumer.id}`;
        const rank = counts.get(key) ?? 0;
        counts.set(key, rank + 1);
        return [edge, rank];
      }),
  );
}

function sectionOf(input: Input | undefined, name: string): object {
  const section = input?.[name];
  return typeof section === 'object' && section !== null ? section : {};
}
