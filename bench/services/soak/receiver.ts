// Receives the webhooks of all services at one address of this machine, each by a generated receiver, which verifies the signature.

import type { FetchHandler } from '@octavo/runtime';
import { serve } from '@octavo/runtime/node';

export interface Receiver {
  /** Has a generated receiver get what comes to a path. @returns the URL of the path */
  add(path: string, receiver: FetchHandler): string;
  /** Deliveries that no receiver took: wrong signatures, wrong bodies. */
  readonly refused: readonly string[];
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const receivers = new Map<string, FetchHandler>();
  const refused: string[] = [];
  const served = await serve(async (request: Request, ...more: []) => {
    const { pathname } = new URL(request.url);
    const receiver = receivers.get(pathname);
    if (receiver === undefined) return new Response(null, { status: 404 });
    // A service may test an address when it is given.
    if (request.method === 'GET') return new Response();
    const answer = await receiver(request, ...more);
    if (answer.status >= 300)
      refused.push(`${request.method} ${pathname} was answered with ${answer.status}: ${await answer.clone().text()}`);
    return answer;
  });
  return {
    refused,
    add(path, receiver) {
      receivers.set(path, receiver);
      return `${served.url}${path}`;
    },
    close: () => served.close(),
  };
}
