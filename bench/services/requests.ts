// Processor time of a live service for a request that reads a row, against the generated stub alone and against the mock of Prism; and how long the
// services take until they are ready.

import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { createRequire } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { keys } from '../../services/h-email/seed.ts';
import { quick, rounds } from '../effort.ts';
import { median } from '../measure.ts';
import { end, freePort } from '../processes.ts';
import { cpuOf, launch } from './launch.ts';

const REQUESTS = quick ? 50 : 2000;
const AT_ONCE = 8;
const root = resolve(import.meta.dirname, '../..');
const prism = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');
const folder = mkdtempSync(join(tmpdir(), 'octavo-bench-services-'));

interface Server {
  readonly name: string;
  readonly child: ChildProcess;
  readonly url: string;
  /** Microseconds of processor time for a request, by round. */
  readonly times: number[];
}

async function launchServers(): Promise<Server[]> {
  const program = join(import.meta.dirname, 'account-server.ts');
  const stub = await launch([program, 'stub'], /http\S+/, folder);
  const live = await launch([program, 'live', join(folder, 'bench.sqlite')], /http\S+/, folder);
  const port = await freePort();
  const mock = await launch(
    [prism, 'mock', join(root, 'specs/h-email.yaml'), '--port', `${port}`, '--multiprocess', 'false', '-v', 'info'],
    /is listening/,
    folder,
  );
  return [
    { name: 'the generated stub, handlers return constants', child: stub.child, url: stub.line, times: [] },
    { name: 'the live service, rows in a file', child: live.child, url: live.line, times: [] },
    { name: '`prism mock`', child: mock.child, url: `http://127.0.0.1:${port}`, times: [] },
  ];
}

/** Sends requests that read the account, some at once, over connections that stay open. */
async function load(url: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const one = () =>
    new Promise<void>((done, fail) => {
      get(`${url}/account?api_key=${keys.starter}`, { agent }, (response) => {
        if (response.statusCode !== 200) fail(new Error(`${url} answered ${response.statusCode}.`));
        response.resume().once('end', done);
      }).once('error', fail);
    });
  let left = REQUESTS;
  const worker = async () => {
    while (left-- > 0) await one();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  agent.destroy();
}

async function compareRequests(): Promise<void> {
  const servers = await launchServers();
  try {
    // The first two rounds warm up the compiler.
    for (let round = quick ? 0 : -2; round < rounds(9); round++) {
      for (const { child, url, times } of servers) {
        const before = await cpuOf(child);
        await load(url);
        if (round >= 0) times.push(((await cpuOf(child)) - before) / REQUESTS);
      }
    }
  } finally {
    await Promise.all(servers.map(({ child }) => end(child)));
  }
  const [stub, live, mock] = servers.map(({ times }) => times);
  const ratio = (one: readonly number[] = [], other: readonly number[] = []) =>
    median(one.map((time, round) => time / (other[round] ?? Number.NaN))).toFixed(2);
  console.log(
    '### The processor time of a request\n\n| `GET /account` | µs of processor time | × the stub | × Prism |\n|---|---:|---:|---:|',
  );
  for (const { name, times } of servers)
    console.log(`| ${name} | ${median(times).toFixed(0)} | ${ratio(times, stub)} | ${ratio(times, mock)} |`);
  console.log(`\nThe live service takes ${ratio(live, stub)} × the stub and ${ratio(live, mock)} × Prism.\n`);
}

/** From the start of the command to the line that says where the services are, with their seeds written. */
async function compareStarts(): Promise<void> {
  console.log(
    '### From the start until the services are ready\n\n| `octavo-services a-identity h-email` | ms | ms of processor time |\n|---|---:|---:|',
  );
  for (const [name, options] of [
    ['in memory', ['--memory']],
    ['in a new file', ['--fresh']],
  ] as const) {
    const walls: number[] = [];
    const cpus: number[] = [];
    for (let round = 0; round < rounds(7); round++) {
      const began = performance.now();
      const { child } = await launch(
        [join(root, 'services/bin/octavo-services.js'), 'a-identity', 'h-email', '--port', '0', ...options],
        /^\{.*\}$/m,
        folder,
      );
      walls.push(performance.now() - began);
      cpus.push((await cpuOf(child)) / 1000);
      await end(child);
    }
    console.log(`| ${name} | ${median(walls).toFixed(0)} | ${median(cpus).toFixed(0)} |`);
  }
  console.log('');
}

console.log('## The services: requests and start\n');
console.log(
  `On: validation of requests and responses on both the stub and the live service; the live service also finds the caller by the key, logs the request and reads the account from its file. ${REQUESTS} requests a round, ${AT_ONCE} at once; medians of the rounds. Load of the machine: ${loadavg()[0]?.toFixed(1)}.\n`,
);
try {
  await compareRequests();
  await compareStarts();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
