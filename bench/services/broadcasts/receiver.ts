// A webhook in a thread of its own: answers each request with 200, and keeps what it was told: the activities of messages, each of which may come
// several times.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

export interface Received {
  readonly requests: number;
  /** Different activities. */
  readonly activities: number;
  /** Activities of a message that came before it was sent, or before it had arrived. */
  readonly early: number;
}

export interface Receiver {
  readonly url: string;
  /** What came since the beginning or the last `clear`. */
  received(): Promise<Received>;
  /** The activities, each as identifier and status of the message. */
  activities(): Promise<ReadonlySet<string>>;
  clear(): void;
  stop(): Promise<unknown>;
}

type Order = 'count' | 'list' | 'clear';

export async function startReceiver(): Promise<Receiver> {
  const worker = new Worker(new URL(import.meta.url));
  const [port] = (await once(worker, 'message')) as [number];
  const order = (what: Order) => worker.postMessage(what);
  async function ask<Answer>(what: Order): Promise<Answer> {
    order(what);
    const [answer] = (await once(worker, 'message')) as [Answer];
    return answer;
  }
  return {
    url: `http://127.0.0.1:${port}/activity`,
    received: () => ask('count'),
    activities: () => ask('list'),
    clear: () => order('clear'),
    stop: () => worker.terminate(),
  };
}

if (!isMainThread) {
  const known = new Set<string>();
  let requests = 0;
  let early = 0;
  const note = ({ iid, activityStatus: status }: { readonly iid: string; readonly activityStatus: string }) => {
    requests += 1;
    const isArrival = status === 'DELIVERED' || status === 'UNDELIVERED';
    if (status !== 'SENT' && !known.has(`${iid} ${isArrival ? 'SENT' : 'DELIVERED'}`)) early += 1;
    known.add(`${iid} ${status}`);
  };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      // By GET, the service tests the address.
      if (request.method === 'POST') note(JSON.parse(text));
      response.writeHead(200).end();
    });
  });
  parentPort?.on('message', (order: Order) => {
    if (order === 'count') parentPort?.postMessage({ requests, activities: known.size, early } satisfies Received);
    if (order === 'list') parentPort?.postMessage(known);
    if (order !== 'clear') return;
    known.clear();
    requests = 0;
    early = 0;
  });
  server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
}
