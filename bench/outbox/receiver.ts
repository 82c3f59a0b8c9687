// A receiver of webhooks in a thread of its own: answers each with 204, and says how many came, under how many ids, and in which order.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

export interface Count {
  readonly requests: number;
  readonly ids: number;
}

export interface Receiver {
  readonly url: string;
  /** Resolves when that many ids have come since the last time. */
  received(ids: number): Promise<Count>;
  stop(): Promise<unknown>;
}

export async function startReceiver(): Promise<Receiver> {
  const worker = new Worker(new URL(import.meta.url));
  const [port] = (await once(worker, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}/hook`,
    async received(ids) {
      worker.postMessage(ids);
      const [count] = (await once(worker, 'message')) as [Count];
      return count;
    },
    stop: () => worker.terminate(),
  };
}

if (!isMainThread) {
  const ids = new Set<string>();
  let requests = 0;
  let wanted = Number.POSITIVE_INFINITY;
  const tell = () => {
    if (ids.size < wanted) return;
    parentPort?.postMessage({ requests, ids: ids.size } satisfies Count);
    ids.clear();
    requests = 0;
    wanted = Number.POSITIVE_INFINITY;
  };
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      requests += 1;
      ids.add(String(request.headers['webhook-id'] ?? requests));
      response.writeHead(204).end();
      tell();
    });
  });
  parentPort?.on('message', (count: number) => {
    wanted = count;
    tell();
  });
  server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
}
