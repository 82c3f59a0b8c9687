// CPU per request of servers that validate the sample order: each in a process of its own, asked in turn over kept-alive sockets.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { quick, rounds, warmUp } from '../effort.ts';
import { median } from '../measure.ts';
import { prepare } from './prepare.ts';

const NAMES = ['bare', 'fastify', 'octavo'] as const;
const CONNECTIONS = 8;
const REQUESTS = quick ? 80 : 3000;
const ROUNDS = rounds(15);
const WARM_UP = warmUp(3);

interface Contender {
  readonly name: string;
  readonly child: ChildProcess;
  readonly sockets: readonly Socket[];
  readonly times: number[];
}

async function main(): Promise<void> {
  prepare();
  const order = JSON.stringify(JSON.parse(readFileSync(join(import.meta.dirname, '../validators/sample.json'), 'utf8')));
  const request = `POST /orders HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\naccept: application/json\r\ncontent-length: ${Buffer.byteLength(order)}\r\n\r\n${order}`;
  const contenders = await Promise.all(NAMES.map(start));
  for (const { name, sockets } of contenders) await check(name, sockets, request, order);
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const { child, sockets, times } of contenders) {
      const before = await cpu(child);
      await Promise.all(sockets.map((socket) => ask(socket, request, REQUESTS / CONNECTIONS)));
      if (round >= 0) times.push(((await cpu(child)) - before) / REQUESTS);
    }
  }
  for (const { child, sockets } of contenders) {
    for (const socket of sockets) socket.destroy();
    child.disconnect();
  }
  console.log(report(contenders));
}

function report(contenders: readonly Contender[]): string {
  const [bare, fastify] = contenders;
  const against = (times: readonly number[], reference: Contender | undefined) =>
    median(times.map((time, round) => time / (reference?.times[round] ?? Number.NaN))).toFixed(2);
  const rows = contenders.map(
    ({ name, times }) => `| ${name} | ${median(times).toFixed(1)} | ${against(times, bare)} | ${against(times, fastify)} |`,
  );
  return [
    '### Server: POST of the 1 kB order, validated, node:http',
    '',
    '| server | CPU µs per request | × bare node:http with Ajv standalone | × Fastify with schema |',
    '|---|---:|---:|---:|',
    ...rows,
    '',
  ].join('\n');
}

async function start(name: string): Promise<Contender> {
  const child = fork(join(import.meta.dirname, `servers/${name}.ts`), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket.setNoDelay(true).setEncoding('latin1');
    }),
  );
  return { name, child, sockets, times: [] };
}

/** User and system time of a process, µs. */
async function cpu(child: ChildProcess): Promise<number> {
  child.send({});
  const [{ cpu }] = (await once(child, 'message')) as [{ cpu: NodeJS.CpuUsage }];
  return cpu.user + cpu.system;
}

/** Sends the request `count` times, one after the other's answer; all must be `201`. Gives the last answer's body. */
function ask(socket: Socket, request: string, count: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let left = count;
    let text = '';
    const onData = (chunk: string): void => {
      text += chunk;
      const end = text.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
      if (text.length < end + 4 + length) return;
      if (!text.startsWith('HTTP/1.1 201')) reject(new Error(text));
      const body = text.slice(end + 4);
      text = '';
      if (--left === 0) {
        socket.off('data', onData);
        resolve(body);
      } else socket.write(request);
    };
    socket.on('data', onData);
    socket.write(request);
  });
}

/** A server that does not do the work is not measured. */
async function check(name: string, [socket]: readonly Socket[], request: string, order: string): Promise<void> {
  if (socket === undefined) return;
  const { id, total } = JSON.parse(order) as { id: string; total: number };
  const answer = JSON.parse(await ask(socket, request, 1));
  if (answer.id !== id || answer.total !== total) throw new Error(`${name} answers ${JSON.stringify(answer)}`);
  const refused = request.replace('"currency":"EUR"', '"currency":"eur"');
  if (refused === request) throw new Error('The sample order has no currency EUR.');
  const message = await ask(socket, refused, 1).then(
    () => 'accepted',
    (error: Error) => error.message,
  );
  if (!message.startsWith('HTTP/1.1 400')) throw new Error(`${name} does not refuse an order that is not valid: ${message}`);
}

await main();
