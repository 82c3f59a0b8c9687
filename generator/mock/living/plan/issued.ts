// Finds identifiers that an answer without state gives and a path takes: the session of an import, whose progress another operation reads.
import type { Edge } from '../../../inference/edge.ts';
import { tokensOf } from '../../../inference/pointers.ts';
import type { Operation } from '../../../model/service.ts';
import { exampleOf } from './exampled.ts';
import { declares, type Issued } from './kinds.ts';

/** `hasState`: whether the things that the mock keeps say what the operation answers. */
export function issuedIn(edges: readonly Edge[], hasState: (operation: Operation) => boolean): readonly Issued[] {
  const open = edges.filter(({ consumer }) => !hasState(consumer) && [404, 410].some((status) => declares(consumer, status)));
  return [...Map.groupBy(open, ({ consumer }) => consumer)].flatMap(([consumer, own]) =>
    [...Map.groupBy(own, ({ to }) => to)].flatMap(([to, all]): readonly Issued[] => {
      const [where, parameter = ''] = tokensOf(to);
      // A client may know what a list shows, and what it has chosen itself.
      const isGiven = all.every(({ producer, from }) => producer.method === 'POST' && !hasState(producer) && from.startsWith('/body/'));
      if (where !== 'path' || !isGiven) return [];
      const example = exampleOf(consumer, parameter);
      const sources = all.map(({ producer, from }) => ({ producer, from }));
      return [{ consumer, parameter, sources, ...(example === undefined ? {} : { example }) }];
    }),
  );
}
