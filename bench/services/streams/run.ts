// What a post costs that the microblogging service delivers to many readers, beside a bare `node:http` server that writes one prepared text to all;
// and what it costs to find the rules that a post matches.

import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { quick, rounds } from '../../effort.ts';
import { median } from '../../measure.ts';
import { openReaders, type Readers, type Server, startServer } from './clients.ts';
import { compareRules } from './rules.ts';

const READERS = quick ? [10, 20] : [200, 1_000];
/** Posts of one measurement. */
const POSTS = quick ? 20 : 100;
const WARM_UP = quick ? 1 : 5;

interface Peer {
  readonly server: Server;
  readonly readers: Readers;
  /** KiB that a reader takes in the server. */
  readonly memory: number;
  /** Microseconds of processor time that the server takes to publish a post that nobody reads. */
  readonly publishing: number;
  /** Microseconds of the server's processor time for a delivered post, by round, with those of publishing. */
  readonly costs: number[];
}

/** Microseconds of processor time for a post that is published and delivered. */
async function timeOf(server: Server, readers?: { readonly opened: Readers; readonly count: number }): Promise<number> {
  const before = await server.time();
  const arrived = readers?.opened.arrived(POSTS * readers.count);
  await server.publish(POSTS);
  await arrived;
  return ((await server.time()) - before) / POSTS;
}

async function open(server: Server, count: number): Promise<Peer> {
  // The first streams and posts load code, which is no reader's.
  (await openReaders(server, Math.min(10, count))).leave();
  await setTimeout(500);
  const alone: number[] = [];
  for (let round = -WARM_UP; round < rounds(5); round++) alone.push(await timeOf(server));
  const before = await server.memory();
  const readers = await openReaders(server, count);
  const memory = ((await server.memory()) - before) / count / 1024;
  return { server, readers, memory, publishing: median(alone.slice(-rounds(5))), costs: [] };
}

/** Both in turn, so that both meet the same load of the machine. */
async function compare(count: number): Promise<void> {
  const own = await open(await startServer('service', String(count)), count);
  await timeOf(own.server, { opened: own.readers, count });
  const bare = await open(await startServer('bare', own.readers.first()), count);
  const loads: number[] = [];
  for (let round = -WARM_UP; round < rounds(5); round++)
    for (const peer of round % 2 === 0 ? [bare, own] : [own, bare]) {
      const cost = (await timeOf(peer.server, { opened: peer.readers, count })) / count;
      if (round < 0) continue;
      loads.push(loadavg()[0] ?? Number.NaN);
      peer.costs.push(cost);
    }
  for (const { server, readers } of [own, bare]) {
    readers.leave();
    await server.end();
  }
  print(count, { own, bare }, loads);
}

function print(count: number, { own, bare }: Record<'own' | 'bare', Peer>, loads: readonly number[]): void {
  const delivery = (peer: Peer) => peer.costs.map((cost) => cost - peer.publishing / count);
  const ratio = (of: (peer: Peer) => readonly number[]) => median(of(own).map((cost, round) => cost / (of(bare)[round] ?? Number.NaN)));
  const figures = [
    count,
    median(delivery(bare)).toFixed(1),
    median(delivery(own)).toFixed(1),
    ratio(delivery).toFixed(2),
    ratio(({ costs }) => costs).toFixed(2),
    `${bare.memory.toFixed(0)}, ${own.memory.toFixed(0)}`,
    `${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`,
  ];
  console.log(`| ${figures.join(' | ')} |`);
}

console.log('### A post that is delivered to many readers\n');
console.log(
  '| readers | bare `node:http`, µs of processor time a delivered post | the service | ÷ bare | with publishing | KiB a reader: bare, the service | load |',
);
console.log('|---:|---:|---:|---:|---:|---:|---:|');
for (const count of READERS) await compare(count);
console.log('');
compareRules();
