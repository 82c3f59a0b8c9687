// A document of Swagger 2.0 whose references were found → the same as OpenAPI 3.0, with its references found.
import { type Problem, Problems } from '../../base/problem.ts';
import type { Limits } from '../limits.ts';
import { prune } from '../prune/prune.ts';
import { type Resolution, type ResolveOptions, resolveAll } from '../references/resolve.ts';
import { writtenAt } from '../text/position.ts';
import { convert } from './convert.ts';

interface ReadOptions extends Omit<ResolveOptions, 'read' | 'otherUris'> {
  readonly limits: Limits;
  readonly partial: boolean;
}

/** Problems say where they are in the files as they were written. `undefined` where the result would be beyond a limit. */
export async function readConverted(resolution: Resolution, options: ReadOptions, problems: Problems): Promise<Resolution | undefined> {
  const { limits, partial } = options;
  const converted = convert(resolution, { maxValues: limits.convertedValues, report: (problem) => problems.add(problem) });
  if (converted === undefined) return undefined;
  const { entry, otherUris, read } = converted;
  const found = new Problems();
  const made = await resolveAll(entry, { ...options, otherUris, read }, found);
  // What is left out is gone afterwards, and with it the way to where it came from.
  const places = found.list.map(inText);
  for (const [index, problem] of prune(made, found, partial).entries()) {
    const { location, related } = places[index] as Problem;
    if (!SAID.has(problem.code)) problems.add({ ...problem, location, ...(related === undefined ? {} : { related }) });
  }
  return made;
}

/** Names of definitions may have any characters in Swagger 2.0. */
const SAID: ReadonlySet<string> = new Set(['component-name']);

function inText(problem: Problem): Problem {
  const { location, related } = problem;
  return {
    ...problem,
    location: writtenAt(location),
    ...(related === undefined ? {} : { related: related.map((other) => ({ ...other, location: writtenAt(other.location) })) }),
  };
}
