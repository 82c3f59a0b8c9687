// Joins a route with its handler, and computes once what each request to it needs.
import type { ServerContext } from './handler-context.ts';
import type { Route } from './options.ts';
import { knownQuery } from './receive.ts';

type Handler = (input: unknown, context: ServerContext) => unknown;

export interface Prepared {
  readonly route: Route;
  readonly handler: Handler | undefined;
  /** The names of query parameters that are declared, or used by a security scheme. */
  readonly known: ReadonlySet<string>;
  /** The media types of the declared successes. */
  readonly offered: readonly string[];
}

export function prepare(route: Route, handlers: object): Prepared {
  const { operation, name } = route;
  const member = (handlers as Record<string, unknown>)[name];
  // An operation named `toString` has a handler only where the user wrote one.
  const isInherited = member === (Object.prototype as unknown as Record<string, unknown>)[name];
  const handler = typeof member === 'function' && !isInherited ? (member as Handler) : undefined;
  const offered = Object.entries(operation.responses)
    .filter(([status]) => /^2/.test(status))
    .flatMap(([, response]) => Object.keys(response.contents ?? {}));
  return { route, handler, known: knownQuery(operation), offered };
}
