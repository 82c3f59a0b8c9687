// The server: finds the operation for a request, and leaves the rest to the core (`core.ts`).

import type { Operation, ServiceInfo } from '../contract/operation.ts';
import type { ServerRequest } from '../contract/server-request.ts';
import { basePathOf } from '../wire/url/server-variables.ts';
import { checkBodyLimits } from './body-limit.ts';
import { createCore } from './core.ts';
import { fault } from './faults/fault.ts';
import type { ServerFaultKind } from './faults/fault-kinds.ts';
import { type Finish, finisherOf, type Trace } from './on-answer.ts';
import type { Route, ServerOptions } from './options.ts';
import { type Prepared, prepare, prepareAlias } from './prepare.ts';
import { nextRequestId } from './request-id.ts';
import type { ServerAnswer } from './respond.ts';
import { respondTo } from './respond-to.ts';
import { createRouter, type Match, type Router, type RouterEntry } from './routing/router.ts';
import { toldApart } from './routing/told-apart.ts';

/** A server, as a function from `Request` to `Response`. */
export interface FetchHandler {
  (request: Request): Promise<Response>;
  /** The same for adapters that need not build a `Request`. */
  readonly answer?: (request: ServerRequest) => Promise<ServerAnswer>;
  /** The operations that it serves, for adapters that must know them beforehand. */
  readonly served?: Served;
  /** The response to what a platform rejects before the server sees it; `request` where its head could be read. */
  readonly refuse?: (kind: ServerFaultKind, detail: string, request?: ServerRequest) => ServerAnswer | Promise<ServerAnswer>;
  /** Shows an answer that was made around the server to its option `onAnswer`; absent where there is none. */
  readonly finish?: Finish;
}

/** The operations of a server and their base paths. */
interface Served {
  readonly service: ServiceInfo;
  readonly routes: readonly {
    readonly operation: Operation;
    /** The path before the operation's own. */
    readonly basePath: string;
    /** The methods and whole path templates that it is served at; the declared one is the first. */
    readonly paths: readonly { readonly method: string; readonly path: string }[];
    readonly implemented: boolean;
  }[];
  /** The methods at the path of a request target, as the header `Allow` lists them; `undefined` where no operation has the path. */
  methodsAt(target: string): readonly string[] | undefined;
}

/**
 * Checks a request in this order, and answers the first fault: length of path and query (414), path (400, 404), method (405), encoding of the
 * query (400), credentials (401, 403), whether there is a handler (501; before credentials where a scheme has no handler), `Accept` (406),
 * parameters (400), content coding and media type of the body (415), its size (413), its syntax (400), validity of the whole input (400). Then it
 * calls the handler, within the option `around`.
 */
export function createServer<Principal = unknown>(
  service: ServiceInfo,
  routes: readonly Route[],
  handlers: object,
  options: ServerOptions<Principal> = {},
): FetchHandler {
  const baseOf = (operation: Operation) => (options.basePath ?? basePathOf(operation.servers ?? service.servers)).replace(/\/+$/, '');
  checkBodyLimits(
    options.maxBodyBytes,
    service.id,
    routes.map(({ name }) => name),
  );
  const prepared = routes.map((route) => {
    const basePath = baseOf(route.operation);
    return { basePath, route, entries: entriesOf(basePath, prepare(route, handlers), service) };
  });
  const entries = prepared.flatMap((one) => one.entries);
  const lookUp = createLookUp(entries, options);
  const core = createCore(service, handlers, options);
  const finish = finisherOf(options, core.onError);

  const maxTargetLength = options.maxTargetLength ?? 8192;

  /** Not async: the promise of the core is returned itself. */
  function route(request: ServerRequest, trace?: Trace): Promise<ServerAnswer> {
    const found = find(request, trace);
    return found instanceof Promise ? found : Promise.resolve(found);
  }

  function find(request: ServerRequest, trace: Trace | undefined): ServerAnswer | Promise<ServerAnswer> {
    const requestId = (options.trustRequestId === true ? givenRequestId(request) : undefined) ?? nextRequestId();
    if (trace !== undefined) trace.requestId = requestId;
    if (request.target.length > maxTargetLength)
      return core.refuse(request, fault('uri-too-long', `The path and query have more than ${maxTargetLength} characters.`, { requestId }));
    const found = lookUp(pathOf(request.target));
    if (found === 'malformed')
      return core.refuse(
        request,
        fault('invalid-request', 'The path must be percent-encoded UTF-8, without NUL and dot segments.', { requestId }),
      );
    if (found === undefined) return core.refuse(request, fault('not-found', 'No operation has this path.', { requestId }));
    let { method } = request;
    let first = found.find(method);
    if (first === undefined) {
      method = method.toUpperCase();
      first = found.find(method) ?? (method === 'HEAD' ? found.find('GET') : undefined);
    }
    // Where no mark fits, the first route says what its parameters should be.
    const target = first?.all === undefined ? first : (toldApart(first.all, ({ value }) => value.route.operation, request) ?? first);
    if (target !== undefined) return core.serve(target.value, request, target.parameters, requestId, trace);
    const allow = allowOf(found).join(', ');
    if (method === 'OPTIONS') return { status: 204, headers: { allow }, body: null };
    return core.refuse(request, fault('method-not-allowed', `The methods of this path are ${allow}.`, { requestId, headers: { allow } }));
  }

  const served: Served = {
    service,
    routes: prepared.map(({ basePath, route, entries: paths }) => ({
      operation: route.operation,
      basePath,
      paths,
      implemented: paths.some(({ value }) => value.handler !== undefined),
    })),
    methodsAt(target) {
      const found = lookUp(pathOf(target));
      // A malformed path is refused where it begins with the service's base path, and left to the framework elsewhere.
      if (found === 'malformed') return prepared.some(({ basePath }) => target.startsWith(`${basePath}/`)) ? [] : undefined;
      return found === undefined ? undefined : allowOf(found);
    },
  };
  if (finish === undefined) {
    const answer = (request: ServerRequest) => route(request);
    return Object.assign((request: Request) => respondTo(request, answer), { answer, served, refuse: core.refuseEarly });
  }
  const answer = async (request: ServerRequest): Promise<ServerAnswer> => {
    const trace: Trace = {};
    return finish(await route(request, trace), request, trace);
  };
  const refuse: FetchHandler['refuse'] = (kind, detail, request) => finish(core.refuseEarly(kind, detail), request);
  return Object.assign((request: Request) => respondTo(request, answer), { answer, served, refuse, finish });
}

/** The declared path of an operation, and its aliases. */
function entriesOf(basePath: string, value: Prepared, service: ServiceInfo): RouterEntry<Prepared>[] {
  const { operation, aliases = [] } = value.route;
  // An alias under the document's base path stays under the base path that an option puts in its place.
  const written = basePathOf(operation.servers ?? service.servers);
  return [
    { method: operation.method, path: basePath + operation.path, value },
    ...aliases.map((alias) => ({
      method: alias.method,
      path: alias.path.startsWith(`${written}/`) ? basePath + alias.path.slice(written.length) : alias.path,
      value: prepareAlias(value, alias),
      isAlias: true,
    })),
  ];
}

/** The router. Where no operation has a path, the same path with or without a slash at its end is looked up. */
function createLookUp(entries: readonly RouterEntry<Prepared>[], { tolerance }: Pick<ServerOptions, 'tolerance'>): Router<Prepared> {
  const router = createRouter(entries);
  if (tolerance === 'strict') return router;
  return (path) => router(path) ?? (path.startsWith('/') ? router(path.endsWith('/') ? path.slice(0, -1) : `${path}/`) : undefined);
}

function givenRequestId(request: ServerRequest): string | undefined {
  const given = request.header('x-request-id');
  return given !== undefined && /^[\w.~+/=:-]{1,128}$/.test(given) ? given : undefined;
}

function pathOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? target : target.slice(0, mark);
}

/** RFC 9110 sections 9.3.2 and 9.3.7: HEAD goes with GET, and OPTIONS is always answered. */
function allowOf(match: Match<unknown>): string[] {
  const methods = new Set(match.methods());
  if (methods.has('GET')) methods.add('HEAD');
  methods.add('OPTIONS');
  return [...methods];
}
