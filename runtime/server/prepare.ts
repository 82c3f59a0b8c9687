// Joins a route with its handler, and computes once what each request to it needs.

import { json } from '../body/body.ts';
import type { RequestBody } from '../contract/operation.ts';
import { urlencoded } from '../wire/form.ts';
import type { ServerContext } from './handler-context.ts';
import type { Route } from './options.ts';
import { type KnownNames, knownNames } from './receive.ts';
import type { RouteAlias, Spelling } from './routing/aliases.ts';

type Handler = (input: unknown, context: ServerContext) => unknown;

export interface Prepared {
  readonly route: Route;
  readonly handler: Handler | undefined;
  /** The names of query parameters that are declared, or used by a security scheme. */
  readonly known: KnownNames;
  /** The media types of the declared successes. */
  readonly offered: readonly string[];
  /** How requests are put into the declared spelling; absent where they have no other. */
  readonly spelling?: Spelling;
  /** The body to read. Absent: none. */
  readonly body?: Pick<RequestBody, 'contents' | 'match'>;
  /** The alias that requests use; absent for the declared method and path. */
  readonly alias?: RouteAlias;
}

/** The body in which an alias sends parameters, where the operation has none. */
const FIELDS: Pick<RequestBody, 'contents'> = {
  contents: { 'application/json': json, 'application/x-www-form-urlencoded': /* @__PURE__ */ urlencoded() },
};

export function prepare(route: Route, handlers: object): Prepared {
  const { operation, name, names } = route;
  const member = (handlers as Record<string, unknown>)[name];
  // An operation named `toString` has a handler only where the user wrote one.
  const isInherited = member === (Object.prototype as unknown as Record<string, unknown>)[name];
  const handler = typeof member === 'function' && !isInherited ? (member as Handler) : undefined;
  const offered = Object.entries(operation.responses)
    .filter(([status]) => /^2/.test(status))
    .flatMap(([, response]) => Object.keys(response.contents ?? {}));
  return {
    route,
    handler,
    known: knownNames(operation),
    offered,
    ...(names === undefined ? {} : { spelling: { names } }),
    ...(operation.body === undefined ? {} : { body: operation.body }),
  };
}

/** The same route for the requests of an alias. */
export function prepareAlias(prepared: Prepared, alias: RouteAlias): Prepared {
  const { moved } = alias;
  if (moved === undefined) return { ...prepared, alias };
  const hasFields = prepared.body === undefined && moved.some(({ from }) => from[0] === 'body');
  return { ...prepared, ...(hasFields ? { body: FIELDS } : {}), alias, spelling: { ...prepared.spelling, moved } };
}
