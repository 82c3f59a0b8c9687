// Tells whoever watches a sandbox, such as its log and its metrics, of each request that was answered.

import { randomUUID } from 'node:crypto';
import type { ServerAnswer } from '@octavo/runtime';

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
}

/** An error on the server's side. */
export interface Failed extends Pick<Answered, 'requestId' | 'service' | 'document' | 'operation'> {
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

/** The requests to a document that are being answered. */
export interface Watch {
  newId(): string;
  /** Says which operation a request is for, and why it was refused. @returns false where no such request is being answered */
  found(requestId: string, facts: Pick<Answered, 'operation' | 'fault'>): boolean;
  /** Tells of what is not received like other requests: a socket, or what is not well-formed HTTP. */
  tell(answered: Omit<Answered, 'service' | 'document'>): void;
  failed(requestId: string, operation: string | undefined, error: unknown): void;
  /** Has a request answered, and tells of it. Its answer gets the identifier. */
  answer(
    request: Pick<Answered, 'requestId' | 'method' | 'client'>,
    answer: () => ServerAnswer | Promise<ServerAnswer>,
  ): Promise<ServerAnswer>;
}

export function createWatch(service: string, document: string, watcher: Watcher): Watch {
  /** The entries of requests under way. */
  const facts = new Map<string, Pick<Answered, 'operation' | 'fault'>>();
  return {
    newId: randomUUID,
    found(requestId, found) {
      const isThere = facts.has(requestId);
      if (isThere) facts.set(requestId, found);
      return isThere;
    },
    tell: (answered) => watcher.answered({ ...answered, service, document }),
    failed: (requestId, operation, error) => watcher.failed({ requestId, service, document, operation, error }),
    async answer(request, answer) {
      const start = performance.now();
      facts.set(request.requestId, {});
      const tell = (status: number) => {
        const found = facts.get(request.requestId);
        facts.delete(request.requestId);
        watcher.answered({ ...request, service, document, ...found, status, milliseconds: performance.now() - start });
      };
      try {
        const made = await answer();
        tell(made.status);
        return { ...made, headers: { ...made.headers, 'x-request-id': request.requestId } };
      } catch (error) {
        tell(500);
        throw error;
      }
    },
  };
}
