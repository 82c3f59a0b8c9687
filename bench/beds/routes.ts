// Which operations of a document have the path of a request.
import type { OpenApi, Operation } from './schemas.ts';

export interface Route {
  readonly segments: readonly string[];
  /** By method, in capitals. */
  readonly operations: ReadonlyMap<string, Operation>;
}

export interface Matched {
  readonly operations: Route['operations'];
  /** The decoded values of the path parameters. */
  readonly path: ReadonlyMap<string, string>;
}

/** The routes of a document. Those without parameters come first. */
export function routesOf({ paths }: OpenApi): Route[] {
  const names = Object.keys(paths).toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')));
  return names.map((path) => ({
    segments: path.split('/').slice(1),
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

function matchPath({ segments }: Route, given: readonly string[]): Map<string, string> | undefined {
  const path = new Map<string, string>();
  if (segments.length !== given.length) return undefined;
  for (const [index, segment] of segments.entries()) {
    const text = decode(given[index] ?? '');
    if (text === undefined) return undefined;
    if (segment.startsWith('{')) path.set(segment.slice(1, -1), text);
    else if (segment !== text) return undefined;
  }
  return path;
}

/** The first route that has the path. */
export function match(routes: readonly Route[], pathname: string): Matched | undefined {
  const given = pathname.split('/').slice(1);
  for (const route of routes) {
    const path = matchPath(route, given);
    if (path !== undefined) return { operations: route.operations, path };
  }
  return undefined;
}

/** The `Allow` header of a path. HEAD works wherever GET does. */
export function allowOf(operations: Route['operations']): string {
  return [...new Set([...operations.keys()].flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])))].join(', ');
}
