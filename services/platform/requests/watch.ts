// Tells whoever watches a sandbox, such as its log and its metrics, of each request that was answered.

import { randomUUID } from 'node:crypto';
import type { ServerAnswer, ServerRequest } from '@octavo/runtime';
import { faultName, placeFacts, type Span, type Tracing } from '../tracing.ts';

/** A request that was answered. It has no path, no header and no body, since those hold credentials. */
export interface Answered {
  readonly requestId: string;
  readonly service: string;
  readonly document: string;
  /** Absent where no operation has the path and method, such as for a page. */
  readonly operation?: string | undefined;
  readonly method: string;
  readonly status: number;
  /** Until the answer begins: a stream goes on. */
  readonly milliseconds: number;
  /** The address of the client. */
  readonly client?: string | undefined;
  /** The kind of fault for which the server or the service refused it. */
  readonly fault?: string | undefined;
  /** Absent where nothing is traced. */
  readonly traceId?: string | undefined;
}

/** An error on the server's side. */
export interface Failed extends Pick<Answered, 'requestId' | 'service' | 'document' | 'operation' | 'traceId'> {
  readonly error: unknown;
}

export interface Watcher {
  answered(request: Answered): void;
  failed(failure: Failed): void;
}

/** Tells all of these that are there. */
export function watcherOf(...given: readonly (Watcher | undefined)[]): Watcher | undefined {
  const watchers = given.filter((watcher) => watcher !== undefined);
  if (watchers.length === 0) return undefined;
  return {
    answered: (request) => watchers.forEach((watcher) => void watcher.answered(request)),
    failed: (failure) => watchers.forEach((watcher) => void watcher.failed(failure)),
  };
}

/** What the server finds out about a request. */
interface Found extends Pick<Answered, 'operation' | 'fault'> {
  /** The path of the operation in the document: `/users/{id}`. */
  readonly route?: string | undefined;
}

/** The requests to a document that are being answered. */
export interface Watch {
  newId(): string;
  /** Says which operation a request is for, and why it was refused. @returns false where no such request is being answered */
  found(requestId: string, facts: Found): boolean;
  /** Tells of what is not received like other requests: a socket, or what is not well-formed HTTP. */
  tell(answered: Omit<Answered, 'service' | 'document'>): void;
  failed(requestId: string, operation: string | undefined, error: unknown): void;
  /** Has a request answered, and tells of it. Its answer gets the identifier. */
  answer(
    request: Pick<Answered, 'requestId' | 'method' | 'client'>,
    received: Pick<ServerRequest, 'header' | 'origin'>,
    answer: () => ServerAnswer | Promise<ServerAnswer>,
  ): Promise<ServerAnswer>;
}

/** A request under way. */
interface Open extends Found {
  readonly span: Span | undefined;
  readonly error?: unknown;
}

/** @param watcher Default: nobody is told of requests, which are only traced. */
export function createWatch(service: string, document: string, watcher: Watcher = NOBODY, tracing?: Tracing): Watch {
  const underWay = new Map<string, Open>();
  return {
    newId: randomUUID,
    found(requestId, found) {
      const open = underWay.get(requestId);
      if (open !== undefined) underWay.set(requestId, { ...open, ...found });
      return open !== undefined;
    },
    tell: (answered) => watcher.answered({ ...answered, service, document }),
    failed(requestId, operation, error) {
      const open = underWay.get(requestId);
      if (open !== undefined) underWay.set(requestId, { ...open, error });
      watcher.failed({ requestId, service, document, operation, error, traceId: open?.span?.traceId });
    },
    async answer(request, received, answer) {
      const start = performance.now();
      const span = tracing && beginSpan(tracing, request, received, { 'octavo.service': service, 'octavo.document': document });
      underWay.set(request.requestId, { span });
      const tell = (status: number) => {
        const { operation, fault, route, error } = underWay.get(request.requestId) ?? {};
        underWay.delete(request.requestId);
        const milliseconds = performance.now() - start;
        watcher.answered({ ...request, service, document, operation, fault, status, milliseconds, traceId: span?.traceId });
        span?.end(
          {
            ...(route !== undefined && { name: `${methodOf(request)} ${route}`, 'http.route': route }),
            'http.response.status_code': status,
            'octavo.operation': operation,
            'octavo.fault': fault,
          },
          status < 500 ? undefined : error === undefined ? String(status) : faultName(error),
        );
      };
      try {
        const made = await (span === undefined ? answer() : span.run(answer));
        tell(made.status);
        return { ...made, headers: { ...made.headers, 'x-request-id': request.requestId } };
      } catch (error) {
        tell(500);
        throw error;
      }
    },
  };
}

const NOBODY: Watcher = { answered() {}, failed() {} };

/** Others can be any text of the caller's. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE'];

/** As spans name a method (semantic conventions of HTTP). */
function methodOf({ method }: Pick<Answered, 'method'>): string {
  return METHODS.includes(method) ? method : 'HTTP';
}

function beginSpan(
  tracing: Tracing,
  request: Pick<Answered, 'method' | 'client'>,
  received: Pick<ServerRequest, 'header' | 'origin'>,
  facts: Readonly<Record<string, string>>,
): Span {
  const { method, client } = request;
  return tracing.begin({
    name: methodOf(request),
    kind: 'server',
    facts: {
      'http.request.method': METHODS.includes(method) ? method : '_OTHER',
      'url.scheme': received.origin.slice(0, received.origin.indexOf(':')),
      'client.address': client,
      ...placeFacts(received.origin),
      ...facts,
    },
    parent: (name) => received.header(name),
  });
}
