// Finds the values that an operation takes of the things that are there.
import type { Edge } from '../../inference/edge.ts';
import { placesIn, settled, valueAt } from '../../inference/pointers.ts';
import type { Operation } from '../../model/service.ts';
import type { Bound } from '../contract/exchange.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, type Input } from '../plan/index.ts';
import { asTaken } from './lab.ts';
import { resultOf, type Thing } from './thing.ts';

interface Taking {
  readonly operation: Operation;
  readonly things: readonly Thing[];
  readonly input: Input | undefined;
}

/** The values that an operation takes of things, the nearest first; outside the path, only where the input has one. */
export function boundOf(judge: Judge, edges: readonly Edge[], { operation, things, input }: Taking): readonly Bound[] {
  const bound = new Map<string, Bound>();
  const taking = edges.filter(({ consumer }) => consumer === operation);
  for (const to of new Set(taking.map((edge) => edge.to))) {
    const toHere = taking.filter((edge) => edge.to === to);
    for (const at of placesIn(input, to).filter((one) => !bound.has(one))) {
      const found = things.flatMap((thing) => toHere.flatMap((edge) => boundTo(judge, edge, at, thing, input) ?? []));
      const isTaken = ({ value }: Bound): boolean => [...bound.values()].some((one) => one.to.startsWith('/body/') && one.value === value);
      const free = found.find((other) => !isTaken(other));
      // One list does not name a thing twice: what was made up is left where there are too few.
      const isTwice = ({ value }: Bound): boolean => [...bound.values()].some((other) => other.value === value && isBeside(other.to, at));
      const again = found.find((other) => !isTwice(other));
      const one = at.startsWith('/path/') ? found[0] : (free ?? again);
      if (one !== undefined) bound.set(at, one);
    }
  }
  return [...bound.values()];
}

/** Whether two places are items of one list. */
function isBeside(one: string, other: string): boolean {
  const listOf = (at: string): string | undefined => /^(.*)\/\d+$/.exec(at)?.[1];
  return listOf(one) !== undefined && listOf(one) === listOf(other);
}

/** The value of a thing for a place; `undefined` where it has none that the document allows there. */
function boundTo(
  judge: Judge,
  { producer, consumer, from }: Edge,
  to: string,
  { resource, created, id }: Thing,
  input: Input | undefined,
): Bound | undefined {
  const given = producer !== resource.create ? undefined : from === resource.edge.from ? id : valueAt(resultOf(created), from);
  if (given === undefined) return undefined;
  const value = asTaken(consumer, to, given);
  const faults = (one: Input): number => judge.input(consumer, one).length;
  if (input !== undefined && !to.startsWith('/path/') && faults(changedAt(input, to, value) as Input) > faults(input)) return undefined;
  return { to, of: created, from: settled(resultOf(created), from), value };
}
