// What the sockets of the event service cost beside a bare `ws` server with the same frames: one publisher to many subscribers, idle connections,
// delivery while others come and go, and connecting; then the same with two processes over Redis.

import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { POSTGRES, startPostgres } from '../../test/support/postgres.ts';
import { REDIS, startRedis } from '../../test/support/redis.ts';
import { quick, rounds } from '../effort.ts';
import { median } from '../measure.ts';
import {
  byRequests,
  bySocket,
  connect,
  end,
  type Kind,
  many,
  onEvent,
  type Publisher,
  publishedAt,
  type Server,
  start,
  subscribe,
  unlessClosed,
  usage,
} from './sockets-clients.ts';

const SUBSCRIBERS = quick ? 50 : 1_000;
const IDLE = quick ? 100 : 5_000;
const CONNECTS = quick ? 50 : 2_000;
const STAYING = quick ? 20 : 500;
const EVENTS = 100;
/** How often both kinds are measured in turn in each round. */
const TURNS = quick ? 1 : 2;

interface FanOut {
  /** Frames per second that arrive. */
  readonly rate: number;
  /** Microseconds of the servers' processor time for a frame. */
  readonly cost: number;
}

/** @param servers The publisher is at the first, the subscribers are at the last. */
async function fanOut(servers: Servers, publisherAt: (server: Server) => Promise<Publisher>): Promise<FanOut> {
  const to = servers.at(-1) ?? servers[0];
  const subscribers = await many(SUBSCRIBERS, () => subscribe(to));
  const publisher = await publisherAt(servers[0]);
  await setTimeout(quick ? 100 : 1_000);
  const frames = SUBSCRIBERS * EVENTS;
  let left = frames;
  const arrived = unlessClosed<void>(subscribers, (resolve) => {
    for (const socket of subscribers)
      onEvent(socket, () => {
        left -= 1;
        if (left === 0) resolve();
      });
  });
  const used = async () => (await Promise.all(servers.map(usage))).reduce((sum, { microseconds }) => sum + microseconds, 0);
  const before = await used();
  const begin = performance.now();
  for (let count = 0; count < EVENTS; count++) await publisher.publish();
  await arrived;
  const rate = (frames * 1000) / (performance.now() - begin);
  const cost = ((await used()) - before) / frames;
  publisher.end();
  end(subscribers);
  await setTimeout(200);
  return { rate, cost };
}

/** KiB that an idle connection takes in the server. */
async function idle(server: Server): Promise<number> {
  await many(20, () => connect(server)).then((made) => end(made.map(({ socket }) => socket)));
  await setTimeout(500);
  const before = await usage(server);
  const made = await many(IDLE, () => connect(server));
  await setTimeout(500);
  const after = await usage(server);
  end(made.map(({ socket }) => socket));
  await setTimeout(500);
  return (after.bytes - before.bytes) / IDLE / 1024;
}

/** Connections per second, to the first message. */
async function connecting(server: Server): Promise<number> {
  const begin = performance.now();
  const made = await many(CONNECTS, () => connect(server));
  const rate = (CONNECTS * 1000) / (performance.now() - begin);
  end(made.map(({ socket }) => socket));
  await setTimeout(500);
  return rate;
}

/** Milliseconds to those that stay, while as many come and go: the median and the 99th percentile. */
async function delivery(from: Server, to = from): Promise<{ p50: number; p99: number }> {
  const staying = await many(STAYING, () => subscribe(to));
  const publisher = await bySocket(from);
  const delays: number[] = [];
  for (const socket of staying) onEvent(socket, (text) => delays.push(performance.now() - publishedAt(text)));
  let isOver = false;
  const moving = Array.from({ length: STAYING }, async (_, index) => {
    await setTimeout(index * 4);
    while (!isOver) {
      const socket = await subscribe(to);
      await setTimeout(Math.random() * 2_000);
      socket.terminate();
    }
  });
  await setTimeout(quick ? 100 : 2_000);
  for (let count = 0; count < EVENTS; count++) {
    await publisher.publish();
    await setTimeout(50);
  }
  isOver = true;
  await Promise.all(moving);
  publisher.end();
  end(staying);
  delays.sort((left, right) => left - right);
  const at = (part: number) => delays[Math.floor(delays.length * part)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

type Servers = readonly [Server, ...Server[]];
type Figures = Record<Kind, Record<string, number[]>>;

/**
 * Measures both kinds in turn, so that both meet the same load of the machine.
 * @param startAll The publisher is at the first of the servers, the subscribers are at the last.
 */
async function measure(all: Figures, startAll: (kind: Kind) => Promise<Servers>, kinds: readonly [Kind, Kind]): Promise<void> {
  const servers = new Map<Kind, Servers>();
  for (const kind of kinds) servers.set(kind, await startAll(kind));
  const inTurn = async (times: number, step: (servers: Servers) => Promise<Record<string, number>>) => {
    for (let time = 0; time < times; time++)
      for (const [kind, own] of servers)
        for (const [figure, value] of Object.entries(await step(own))) {
          const values = all[kind][figure] ?? [];
          all[kind][figure] = values;
          values.push(value);
        }
  };
  const isAlone = [...servers.values()].every((own) => own.length === 1);
  if (isAlone) {
    await inTurn(1, async ([server]) => ({ idle: await idle(server) }));
    await inTurn(TURNS, async ([server]) => ({ connects: await connecting(server) }));
  }
  await inTurn(TURNS, async (own) => named('socket', await fanOut(own, bySocket)));
  await inTurn(TURNS, async (own) => named('request', await fanOut(own, byRequests)));
  await inTurn(1, async (own) => ({ ...(await delivery(own[0], own.at(-1))) }));
  for (const { child } of [...servers.values()].flat()) child.kill();
}

function named(publisher: string, { rate, cost }: FanOut): Record<string, number> {
  return { [`${publisher} rate`]: rate, [`${publisher} cost`]: cost };
}

/** What the rows of a table show: a figure, and how it is written. */
const ROWS: readonly (readonly [label: string, figure: string, digits: number])[] = [
  [`frames per second, 1 socket to ${SUBSCRIBERS}`, 'socket rate', 0],
  ['µs of processor time a frame', 'socket cost', 2],
  [`frames per second, 1 back end with signed requests to ${SUBSCRIBERS}`, 'request rate', 0],
  ['µs of processor time a frame', 'request cost', 2],
  [`KiB an idle socket, of ${IDLE}`, 'idle', 1],
  ['connects per second', 'connects', 0],
  [`delivery p50 in ms, ${STAYING} stay and ${STAYING} come and go`, 'p50', 1],
  ['delivery p99 in ms', 'p99', 1],
];

/** Medians, and the median of the ratios of what was measured in turn. */
function print(title: string, { bare, service }: Figures): void {
  console.log(`\n### ${title}\n\n| | bare \`ws\` | the event service | ÷ bare |\n|---|---:|---:|---:|`);
  for (const [label, figure, digits] of ROWS) {
    const [peer, own] = [bare[figure], service[figure]];
    if (peer === undefined || own === undefined) continue;
    const ratio = median(own.map((value, index) => value / (peer[index] ?? Number.NaN)));
    // A quick run has so few idle sockets that the memory of a server may stay as it was.
    const compared = Number.isFinite(ratio) ? ratio.toFixed(2) : '–';
    console.log(`| ${[label, median(peer).toFixed(digits), median(own).toFixed(digits), compared].join(' | ')} |`);
  }
}

const loads: number[] = [];
const alone: Figures = { bare: {}, service: {} };
const shared: Figures = { bare: {}, service: {} };
const canShare = POSTGRES && REDIS;
for (let round = 0; round < rounds(3); round++) {
  loads.push(loadavg()[0] ?? Number.NaN);
  const kinds: readonly [Kind, Kind] = round % 2 === 0 ? ['bare', 'service'] : ['service', 'bare'];
  await measure(alone, async (kind) => [await start(kind)], kinds);
  if (!canShare) continue;
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  try {
    const places = { bare: [redis.url], service: [await postgres.newDatabase(), redis.url] };
    await measure(shared, async (kind) => [await start(kind, ...places[kind]), await start(kind, ...places[kind])], kinds);
  } finally {
    await Promise.all([postgres.stop(), redis.stop()]);
  }
}
print('Sockets of the event service', alone);
if (canShare) print('From one process to the subscribers of another, over Redis', shared);
console.log(`\nLoad of the machine at the start of each round: ${loads.map((load) => load.toFixed(1)).join(', ')}.`);
