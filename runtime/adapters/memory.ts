// Joins a client and a server in memory: a `fetch` that is the server itself.
import { byRequest } from '../client/request.ts';
import type { Fetch } from '../contract/request.ts';
import type { FetchHandler } from '../server/server.ts';

/** `createXClient({ fetch: inMemoryFetch(server) })`. Requests, responses and aborts are as they would be on the wire, without a socket. */
export function inMemoryFetch(handler: FetchHandler): Fetch {
  return byRequest(async (request) => {
    const { signal } = request;
    signal.throwIfAborted();
    let abort = (): void => {};
    const aborted = new Promise<never>((_, reject) => {
      abort = () => reject(signal.reason);
    });
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await Promise.race([handler(request), aborted]);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  });
}
