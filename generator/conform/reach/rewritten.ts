// Gives a case another input: as a whole, or with the things of another one.
import { isDeepStrictEqual } from 'node:util';
import type { Edge } from '../../inference/edge.ts';
import { isObject, overlaps, placesIn, valueAt } from '../../inference/pointers.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, confirmed, type Input } from '../plan/index.ts';

/** The case with another input, unless the judge finds something else in it than before. */
export async function rewritten(judge: Judge, one: Case, input: Input): Promise<Case> {
  if (isDeepStrictEqual(input, one.input)) return one;
  const request = await confirmed(judge, one, input);
  if (request === undefined) return one;
  // Headers that are no part of the input, such as a key that was added, stay.
  const taken = new Set(headersOf(one.input).filter((name) => !headersOf(input).includes(name)));
  const kept = Object.fromEntries(Object.entries(one.request.headers).filter(([name]) => !taken.has(name)));
  return { ...one, input, request: { ...request, headers: { ...kept, ...request.headers } } };
}

/** The input without the values of the query that may be left out: filters with values that are made up leave nothing in a list. */
export function unfiltered({ parameters }: Operation, input: Input): Input {
  if (!isObject(input.query)) return input;
  const needed = Object.entries(input.query).filter(([name]) =>
    parameters.some((one) => one.in === 'query' && one.name === name && one.required),
  );
  return { ...input, query: Object.fromEntries(needed) };
}

/** The lower-case names of the header fields of an input. */
function headersOf(input: Case['input']): readonly string[] {
  const header = input?.header;
  return isObject(header) ? Object.keys(header).map((name) => name.toLowerCase()) : [];
}

/** The input with the things that another one names in its body. */
export function withThings(edges: readonly Edge[], operation: Operation, input: Input, other: Input, about: string | undefined): Input {
  const places = edges
    .filter(({ consumer, to }) => consumer === operation && to.startsWith('/body/'))
    .flatMap(({ to }) => placesIn(input, to));
  return places.reduce<Input>((whole, at) => {
    const value = valueAt(other, at);
    return value === undefined || (about !== undefined && overlaps(at, about)) ? whole : (changedAt(whole, at, value) as Input);
  }, input);
}
