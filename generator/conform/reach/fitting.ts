// Makes things that fit what a path names, where a refusal blames a reference in the body: an enrolment in the course of the lesson whose
// attendance is taken. Two things of one path may have to fit each other: a trip to which the class of the pupil is invited.
import { ownIdentifierPlace } from '../../inference/bodies.ts';
import type { Edge } from '../../inference/edge.ts';
import { overlaps, placesIn, valueAt } from '../../inference/pointers.ts';
import type { Operation } from '../../model/service.ts';
import { textOf } from '../checks/text.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import { changedAt, type Input } from '../plan/index.ts';
import { blamedPlaces } from '../values/blamed.ts';
import type { Existing, Made } from './existing.ts';
import type { createKnowledge } from './knowledge.ts';
import { namesMade, wordsIn } from './ways/known.ts';

export interface Fitting {
  /** The input with a new thing in place of one that a refusal blames; `undefined` where nothing is known that it could have to fit. */
  fitted(exchange: Exchange): Promise<Input | undefined>;
  /** The input of a case with another path: with new things where they are known to have to fit it. */
  refitted(one: Case, input: Input): Promise<Input>;
}

interface FittingOptions {
  readonly edges: readonly Edge[];
  readonly existing: Existing;
  readonly of: ReturnType<typeof createKnowledge>;
  /** Creates a thing that names some others, for an operation; `isShared`: or what these name of the kinds that it names. */
  readonly makeNaming: (producer: Operation, others: readonly Made[], isShared?: boolean) => Promise<boolean>;
}

/**
 * The most that are made for one operation, the most where they share values alone, and the most to fit what stands beside them in its path. In a row
 * without a success: the most for refusals that only speak of such a thing.
 */
const MOST = 60;
const MOST_ALIKE = 300;
const MOST_BESIDE = 4;
const MOST_TOLD = 3;

/** Statuses that may say that two things do not fit each other. */
const UNFIT: ReadonlySet<number> = new Set([400, 403, 409, 422]);

export function createFitting({ edges, existing, makeNaming, of }: FittingOptions): Fitting {
  const counts = new Map<Operation, number>();
  const beside = new Map<Operation, number>();
  const told = new Map<Operation, { readonly count: number; readonly proven: Input | undefined }>();
  const known = new Set<Edge>();

  async function withFit(operation: Operation, input: Input, edge: Edge): Promise<Input | undefined> {
    const things = existing.named(operation, { path: input.path });
    const count = counts.get(operation) ?? 0;
    // A thing that names nothing has to share values with the others, which are new for each of them.
    const most = edges.some(({ consumer }) => consumer === edge.producer) ? MOST : MOST_ALIKE;
    if (things.length === 0 || count >= most) return undefined;
    counts.set(operation, count + 1);
    if (!(await makeNaming(edge.producer, things, true))) return undefined;
    return changedAt(withOneItem(input, edge.to), edge.to, existing.newest(edge)) as Input;
  }

  /** What a refusal only speaks of may be in a wrong state: a few new things tell, and then something else is tried. */
  function mayBeTold(operation: Operation): boolean {
    // What the last success has named tells whether there was one since.
    const { proven } = of(operation);
    const before = told.get(operation);
    const count = before !== undefined && before.proven === proven ? before.count : 0;
    told.set(operation, { count: count + 1, proven });
    return count < MOST_TOLD;
  }

  /** The input with a new thing in its path, which names what another one in it names. */
  async function besideFit({ operation }: Case, input: Input): Promise<Input | undefined> {
    const count = beside.get(operation) ?? 0;
    const own = edges.filter(({ consumer, to }) => consumer === operation && to.startsWith('/path/'));
    if (count >= MOST_BESIDE || new Set(own.map(({ to }) => to)).size < 2) return undefined;
    beside.set(operation, count + 1);
    const things = existing.named(operation, { path: input.path });
    for (const edge of own) {
      const before = things.find(({ producer }) => producer === edge.producer);
      const others = things.filter((one) => one.producer !== edge.producer && before?.sources.includes(one) !== true);
      if (others.length > 0 && (await makeNaming(edge.producer, others, true)))
        return changedAt(input, edge.to, existing.newest(edge)) as Input;
    }
    return undefined;
  }

  const referencesOf = ({ operation, at: about }: Case, input: Input): readonly Edge[] =>
    edges.filter(({ consumer, to }) => {
      const isBody =
        consumer === operation && to.startsWith('/body/') && to !== ownIdentifierPlace(operation) && placesIn(input, to).length > 0;
      return isBody && (about === undefined || !overlaps(listOf(to), about));
    });

  return {
    async fitted(exchange) {
      const { case: one } = exchange;
      const { operation, input = {} } = one;
      const blamed = blamedPlaces(exchange);
      for (const edge of referencesOf(one, input)) {
        const isBlamed = placesIn(input, edge.to).some((at) => blamed.includes(at));
        const isMeant = isBlamed || (isTold(exchange, edge) && mayBeTold(operation));
        const fit = isMeant ? await withFit(operation, input, edge) : undefined;
        if (isBlamed && fit !== undefined) known.add(edge);
        if (fit !== undefined) return fit;
      }
      return UNFIT.has(exchange.response?.status ?? 0) ? besideFit(one, input) : undefined;
    },
    async refitted(one, input) {
      let whole = input;
      for (const edge of referencesOf(one, input)) if (known.has(edge)) whole = (await withFit(one.operation, whole, edge)) ?? whole;
      return whole;
    },
  };
}

/** Whether a refusal speaks of what an edge comes from: `The translator does not have these languages`. */
function isTold({ response }: Exchange, { producer }: Edge): boolean {
  if (response === undefined || !UNFIT.has(response.status)) return false;
  return namesMade(wordsIn(textOf(response)), producer);
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
