// Which operation of a document a request is for.
import type { OpenApi, Operation } from './schemas.ts';

/** A part of a path between slashes: the text alone, or a parameter with the text after it, such as `:cancel` after `{id}`. */
interface Segment {
  readonly parameter: string | undefined;
  readonly text: string;
}

export interface Route {
  readonly segments: readonly Segment[];
  /** By method, in capitals. */
  readonly operations: ReadonlyMap<string, Operation>;
}

/** The operation of a request. */
export interface Target {
  readonly operation: Operation;
  /** The decoded texts of the path parameters. */
  readonly path: ReadonlyMap<string, string>;
}

/** How a service refuses a path that it does not have, and a method that a path does not have. */
export interface Refusals {
  readonly path: () => Error;
  readonly method: (allow: string) => Error;
}

function segmentOf(text: string): Segment {
  const [, parameter, rest = text] = /^\{(\w+)\}(.*)$/.exec(text) ?? [];
  return { parameter, text: rest };
}

/** The routes of a document. Those without parameters come first. */
export function routesOf({ paths }: OpenApi): Route[] {
  const names = Object.keys(paths).toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')));
  return names.map((path) => ({
    segments: path.split('/').slice(1).map(segmentOf),
    operations: new Map(Object.entries(paths[path] ?? {}).map(([method, operation]) => [method.toUpperCase(), operation])),
  }));
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** The decoded text of a parameter, which ends at a slash or at the colon of a custom method, or undefined if the segment is another. */
function parameterIn(given: string, after: string): string | undefined {
  const text = given.slice(0, given.length - after.length);
  return given.endsWith(after) && text !== '' && !text.includes(':') ? decode(text) : undefined;
}

function matchPath({ segments }: Route, given: readonly string[]): Map<string, string> | undefined {
  const path = new Map<string, string>();
  if (segments.length !== given.length) return undefined;
  for (const [index, { parameter, text }] of segments.entries()) {
    const segment = given[index] ?? '';
    const found = parameter === undefined ? decode(segment) : parameterIn(segment, text);
    if (found === undefined || (parameter === undefined && found !== text)) return undefined;
    if (parameter !== undefined) path.set(parameter, found);
  }
  return path;
}

/** The `Allow` header of a path. HEAD works wherever GET does. */
function allowOf(operations: Route['operations']): string {
  return [...new Set([...operations.keys()].flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])))].join(', ');
}

/** The operation of a request, by the first route that has the path. HEAD works wherever GET does. */
export function targetOf(routes: readonly Route[], method: string, pathname: string, refusals: Refusals): Target {
  const given = pathname.split('/').slice(1);
  for (const { segments, operations } of routes) {
    const path = matchPath({ segments, operations }, given);
    if (path === undefined) continue;
    const operation = operations.get(method) ?? (method === 'HEAD' ? operations.get('GET') : undefined);
    if (operation !== undefined) return { operation, path };
    throw refusals.method(allowOf(operations));
  }
  throw refusals.path();
}
