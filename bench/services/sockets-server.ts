// A server of sockets for the benchmark: `node sockets-server.ts service [postgres redis]` or `node sockets-server.ts bare [redis]`. Prints its port;
// on each line of its input, the bytes that it holds and the microseconds of processor time that it has used.

import { createInterface } from 'node:readline';
import { eventsService } from '../../services/d-events/index.ts';
import { openSandbox } from '../../services/platform/sandbox/sandbox.ts';
import { bare } from './sockets-bare.ts';

const [kind, ...places] = process.argv.slice(2);
console.log(kind === 'bare' ? await bare(...places) : await service(...places));
for await (const _ of createInterface({ input: process.stdin })) {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify({ bytes: process.memoryUsage().rss, microseconds: user + system }));
}
process.exit();

/** The limits on what one connection sends are lifted, since one publishes for all. */
async function service(postgres?: string, redis?: string): Promise<number> {
  const rates = { clientEventsPerSecond: 1e6, messagesPerSecond: 1e6, messageBurst: 1e6 };
  const place = postgres === undefined ? {} : { store: { postgres }, ...(redis === undefined ? {} : { redis }) };
  const sandbox = await openSandbox([eventsService(rates)], place);
  return (await sandbox.listen('d-events')).port;
}
