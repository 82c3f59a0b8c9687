// What the sockets of the event service cost beside a bare `ws` server with the same frames: one publisher to many subscribers, idle connections,
// delivery while others come and go, and connecting; then the same over Redis with two processes.

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { authorization, channelText } from '../../services/d-events/rules/authorization.ts';
import { apps } from '../../services/d-events/seed.ts';
import { POSTGRES, startPostgres } from '../../test/support/postgres.ts';
import { REDIS, startRedis } from '../../test/support/redis.ts';
import { quick, rounds } from '../effort.ts';
import { median } from '../measure.ts';

const CHANNEL = 'private-bench';
const SUBSCRIBERS = quick ? 50 : 1_000;
const IDLE = quick ? 100 : 5_000;
const CONNECTS = quick ? 50 : 2_000;
const STAYING = quick ? 20 : 500;
const EVENTS = 100;

interface Server {
  readonly port: number;
  readonly child: ChildProcess;
  readonly lines: AsyncIterator<string>;
}

async function start(kind: string, ...places: string[]): Promise<Server> {
  const program = join(import.meta.dirname, 'sockets-server.ts');
  const child = spawn(process.execPath, ['--expose-gc', program, kind, ...places], { stdio: ['pipe', 'pipe', 'inherit'] });
  const input: Interface = createInterface({ input: child.stdout });
  const lines = input[Symbol.asyncIterator]();
  return { port: Number((await lines.next()).value), child, lines };
}

async function bytesHeld({ child, lines }: Server): Promise<number> {
  child.stdin?.write('\n');
  return Number((await lines.next()).value);
}

/** Connects, and waits for the first message. @returns the socket and its identifier */
function connect({ port }: Server): Promise<{ socket: WebSocket; id: string }> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/app/${apps.stadium.key}?protocol=7`, { perMessageDeflate: false });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('message', (text) => {
      const { data } = JSON.parse(String(text)) as { data: string };
      resolve({ socket, id: (JSON.parse(data) as { socket_id: string }).socket_id });
    });
  });
}

async function subscribe(server: Server): Promise<WebSocket> {
  const { socket, id } = await connect(server);
  const auth = authorization(apps.stadium, channelText(id, CHANNEL, undefined));
  socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: CHANNEL, auth } }));
  await new Promise<void>((resolve) => {
    socket.on('message', function heard(text: Buffer) {
      if (!text.includes('subscription_succeeded')) return;
      socket.off('message', heard);
      resolve();
    });
  });
  return socket;
}

/** Makes so many, some at a time. */
async function many<Item>(count: number, make: () => Promise<Item>, atOnce = 100): Promise<Item[]> {
  const made: Item[] = [];
  while (made.length < count) made.push(...(await Promise.all(Array.from({ length: Math.min(atOnce, count - made.length) }, make))));
  return made;
}

function end(sockets: readonly WebSocket[]): void {
  for (const socket of sockets) socket.terminate();
}

function publish(publisher: WebSocket, number: number): void {
  publisher.send(
    JSON.stringify({ event: 'client-goal', channel: CHANNEL, data: { at: performance.now(), number, team: 'Harbour Rovers'.repeat(4) } }),
  );
}

/** Frames per second that arrive, from one publisher. @param to where the subscribers are, if not where the publisher is */
async function fanOut(server: Server, to = server): Promise<number> {
  const subscribers = await many(SUBSCRIBERS, () => subscribe(to));
  const publisher = await subscribe(server);
  await setTimeout(quick ? 100 : 1_000);
  let left = SUBSCRIBERS * EVENTS;
  const arrived = new Promise<void>((resolve) => {
    for (const socket of subscribers)
      socket.on('message', (text: Buffer) => {
        if (text.includes('client-goal') && --left === 0) resolve();
      });
  });
  const begin = performance.now();
  for (let number = 0; number < EVENTS; number++) publish(publisher, number);
  await arrived;
  const rate = (SUBSCRIBERS * EVENTS * 1000) / (performance.now() - begin);
  end([...subscribers, publisher]);
  await setTimeout(200);
  return rate;
}

/** KiB that an idle connection takes in the server. */
async function idle(server: Server): Promise<number> {
  await many(20, () => connect(server)).then((made) => end(made.map(({ socket }) => socket)));
  await setTimeout(500);
  const before = await bytesHeld(server);
  const made = await many(IDLE, () => connect(server));
  await setTimeout(500);
  const after = await bytesHeld(server);
  end(made.map(({ socket }) => socket));
  await setTimeout(500);
  return (after - before) / IDLE / 1024;
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
async function delivery(server: Server, to = server): Promise<[number, number]> {
  const staying = await many(STAYING, () => subscribe(to));
  const publisher = await subscribe(server);
  const delays: number[] = [];
  for (const socket of staying)
    socket.on('message', (text: Buffer) => {
      if (!text.includes('client-goal')) return;
      const { data } = JSON.parse(String(text)) as { data: string };
      delays.push(performance.now() - (JSON.parse(data) as { at: number }).at);
    });
  let isOver = false;
  const comeAndGo = async () => {
    while (!isOver) {
      const socket = await subscribe(to);
      await setTimeout(Math.random() * 2_000);
      socket.terminate();
    }
  };
  const moving = Array.from({ length: STAYING }, async (_, index) => {
    await setTimeout(index * 4);
    await comeAndGo();
  });
  await setTimeout(quick ? 100 : 2_000);
  for (let number = 0; number < EVENTS; number++) {
    publish(publisher, number);
    await setTimeout(50);
  }
  isOver = true;
  await Promise.all(moving);
  end([...staying, publisher]);
  delays.sort((left, right) => left - right);
  const at = (part: number) => delays[Math.floor(delays.length * part)] ?? Number.NaN;
  return [at(0.5), at(0.99)];
}

interface Figures {
  readonly rate: number[];
  readonly idle: number[];
  readonly connects: number[];
  readonly p50: number[];
  readonly p99: number[];
}

const figures = new Map<string, Figures>();
for (let round = 0; round < rounds(3); round++) {
  for (const kind of ['bare', 'service']) {
    const own = figures.get(kind) ?? { rate: [], idle: [], connects: [], p50: [], p99: [] };
    figures.set(kind, own);
    const server = await start(kind);
    own.idle.push(await idle(server));
    own.connects.push(await connecting(server));
    own.rate.push(await fanOut(server));
    const [p50, p99] = await delivery(server);
    own.p50.push(p50);
    own.p99.push(p99);
    server.child.kill();
  }
}
const bareRates = figures.get('bare')?.rate ?? [];
console.log('### Sockets of the event service\n');
console.log(
  `| server | frames per second, 1 to ${SUBSCRIBERS} | ÷ bare | KiB an idle socket, of ${IDLE} | connects per second | delivery p50, ms | p99, ms |`,
);
console.log('|---|---:|---:|---:|---:|---:|---:|');
for (const [kind, own] of figures) {
  const ratio = median(own.rate.map((rate, round) => rate / (bareRates[round] ?? Number.NaN)));
  const cells = [median(own.rate).toFixed(0), ratio.toFixed(2), median(own.idle).toFixed(1), median(own.connects).toFixed(0)];
  console.log(`| ${[kind, ...cells, median(own.p50).toFixed(1), median(own.p99).toFixed(1)].join(' | ')} |`);
}

if (POSTGRES && REDIS) {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const database = await postgres.newDatabase();
  const [one, other] = [await start('service', database, redis.url), await start('service', database, redis.url)];
  const rate = await fanOut(one, other);
  const [p50, p99] = await delivery(one, other);
  one.child.kill();
  other.child.kill();
  await Promise.all([postgres.stop(), redis.stop()]);
  console.log(
    `\nFrom one process to the subscribers of another, over Redis: ${rate.toFixed(0)} frames per second; delivery p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms.`,
  );
}
