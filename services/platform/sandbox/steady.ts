// A server that stays the same for its callers while the sandbox replaces what answers them.

import type { FetchHandler } from '@octavo/runtime';
import type { ServiceServer } from '../service.ts';
import type { Connections } from './connections.ts';

/**
 * @param document its name, for the list of connections
 * @param first the server at the start; later ones serve the same document
 * @param drops identifiers of requests that must get no answer. Rejects for these with an `AbortError`, at which adapters close the connection
 */
export function steady(
  document: string,
  first: ServiceServer,
  current: () => ServiceServer,
  { drops, connections }: { readonly drops: Set<string>; readonly connections: Connections },
): ServiceServer {
  const dropped = (id: string | null | undefined): boolean => drops.size > 0 && typeof id === 'string' && drops.delete(id);
  async function handler(request: Request): Promise<Response> {
    const response = await current()(request);
    if (dropped(response.headers.get('x-request-id'))) throw noAnswer();
    return response;
  }
  if (first.answer === undefined) return handler;
  return Object.assign(handler, {
    async answer(request: Parameters<NonNullable<FetchHandler['answer']>>[0]) {
      const answer = await present(current().answer)(request);
      if (dropped(answer.headers['x-request-id'])) throw noAnswer();
      return connections.follow(document, request.target, answer);
    },
    ...(first.upgrade === undefined
      ? {}
      : { upgrade: connections.upgradeOf(document, (...given) => present(current().upgrade)(...given)) }),
    ...(first.served === undefined ? {} : { served: first.served }),
    refuse: (...fault: Parameters<NonNullable<FetchHandler['refuse']>>) => present(current().refuse)(...fault),
  });
}

function noAnswer(): DOMException {
  return new DOMException('Control ordered this connection to be closed.', 'AbortError');
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A server of the sandbox was replaced by one of another kind.');
  return value;
}
