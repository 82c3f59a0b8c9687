// Makes things that fit what a path names, where a refusal blames a reference in the body: an enrolment in the course of the lesson whose
// attendance is taken.
import type { Edge } from '../../inference/edge.ts';
import { overlaps, placesIn, valueAt } from '../../inference/pointers.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import { changedAt, type Input } from '../plan/index.ts';
import { blamedPlaces } from '../values/blamed.ts';
import type { Existing, Made } from './existing.ts';

export interface Fitting {
  /** The input with a new thing in place of one that a refusal blames; `undefined` where nothing is known that it could have to fit. */
  fitted(exchange: Exchange): Promise<Input | undefined>;
  /** The input of a case with another path: with new things where they are known to have to fit it. */
  refitted(one: Case, input: Input): Promise<Input>;
}

interface FittingOptions {
  readonly edges: readonly Edge[];
  readonly existing: Existing;
  /** Creates a thing that names some others, for an operation. */
  readonly makeNaming: (operation: Operation, producer: Operation, others: readonly Made[]) => Promise<boolean>;
}

/** The most things that are made so for one operation. */
const MOST = 60;

export function createFitting({ edges, existing, makeNaming }: FittingOptions): Fitting {
  const counts = new Map<Operation, number>();
  const known = new Set<Edge>();

  async function withFit(operation: Operation, input: Input, edge: Edge): Promise<Input | undefined> {
    const things = existing.named(operation, { path: input.path });
    const count = counts.get(operation) ?? 0;
    if (things.length === 0 || count >= MOST) return undefined;
    counts.set(operation, count + 1);
    if (!(await makeNaming(operation, edge.producer, things))) return undefined;
    return changedAt(withOneItem(input, edge.to), edge.to, existing.newest(edge)) as Input;
  }

  const referencesOf = ({ operation, at: about }: Case, input: Input): readonly Edge[] =>
    edges.filter(({ consumer, to }) => {
      const isBody = consumer === operation && to.startsWith('/body/') && placesIn(input, to).length > 0;
      return isBody && (about === undefined || !overlaps(listOf(to), about));
    });

  return {
    async fitted(exchange) {
      const { case: one } = exchange;
      const { operation, input = {} } = one;
      const blamed = blamedPlaces(exchange);
      for (const edge of referencesOf(one, input)) {
        const fit = placesIn(input, edge.to).some((at) => blamed.includes(at)) ? await withFit(operation, input, edge) : undefined;
        if (fit !== undefined) known.add(edge);
        if (fit !== undefined) return fit;
      }
      return undefined;
    },
    async refitted(one, input) {
      let whole = input;
      for (const edge of referencesOf(one, input)) if (known.has(edge)) whole = (await withFit(one.operation, whole, edge)) ?? whole;
      return whole;
    },
  };
}

/** The list of a place in its items, or the place itself. */
function listOf(to: string): string {
  return to.split('/0/')[0] ?? to;
}

/** The input with one item in the list of a place: few services take one thing twice, and each item would need another one. */
function withOneItem(input: Input, to: string): Input {
  const list = listOf(to);
  const items = list === to ? undefined : valueAt(input, list);
  return Array.isArray(items) ? (changedAt(input, list, items.slice(0, 1)) as Input) : input;
}
