// What `octavo proxy` adds to a request: the time of the same requests to the service itself, through the proxy, and through Prism's.
import type { ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { quick, rounds } from '../effort.ts';
import { median } from '../measure.ts';
import { end, freePort, start, until } from '../processes.ts';
import { DOCUMENT, MIRA, startService } from './service.ts';
import { type Recorded, replay } from './speed.ts';

const octavo = resolve(import.meta.dirname, '../../generator/bin/octavo.js');
const prism = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');

const COUNT = quick ? 10 : 500;

interface Way {
  readonly name: string;
  readonly origin: string;
  readonly all: readonly Recorded[];
  /** Milliseconds for a request, of each round. */
  readonly times: number[];
}

/** A table, as Markdown. */
export async function proxySpeed(): Promise<string> {
  const { url, stop } = await startService();
  const ours = await startProxy([octavo, 'proxy', DOCUMENT, '--target', url, '--port', '0']);
  const port = await freePort();
  const prisms = await startProxy([prism, 'proxy', DOCUMENT, `${url}/v1`, '--port', String(port)]);
  const ways: readonly Way[] = [
    { name: 'the service itself', origin: url, all: requests('/v1'), times: [] },
    { name: '`octavo proxy`', origin: new URL(ours.url).origin, all: requests('/v1'), times: [] },
    { name: '`prism proxy`', origin: `http://127.0.0.1:${port}`, all: requests(''), times: [] },
  ];
  try {
    for (const way of ways) await warm(way);
    for (let round = 0; round < rounds(7); round++) {
      for (const { origin, all, times } of ways) times.push((await replay(origin, all)) / all.length);
    }
    const bare = median(ways[0]?.times ?? []);
    return [
      '### Conformance: the proxy\n',
      '| requests to | ms for a request | added |',
      '|---|---:|---:|',
      ...ways.map(({ name, times }) => `| ${name} | ${median(times).toFixed(2)} | ${(median(times) - bare).toFixed(2)} |`),
    ].join('\n');
  } finally {
    await Promise.all([end(ours.child), end(prisms.child)]);
    await stop();
  }
}

/** @throws {Error} where the way does not lead to the service. */
async function warm({ name, origin, all }: Way): Promise<void> {
  for (const { method, path, headers, body } of all.slice(0, 2)) {
    const { ok, status } = await fetch(origin + path, { method, headers, ...(body.length === 0 ? {} : { body: Buffer.from(body) }) });
    if (!ok) throw new Error(`${name} answers ${method} ${path} with ${status}.`);
  }
  await replay(origin, all);
}

/** Reading a list and creating a notebook in turn, all valid. */
function requests(basePath: string): readonly Recorded[] {
  const headers = { authorization: `Bearer ${MIRA}`, accept: 'application/json' };
  const body = Buffer.from(JSON.stringify({ title: 'Soups', season: 'winter', servings: 4 }));
  const create = { 'content-type': 'application/json', 'content-length': String(body.length) };
  return Array.from({ length: COUNT }, () => [
    { method: 'GET', path: `${basePath}/notebooks/1/recipes`, headers, body: Buffer.alloc(0) },
    { method: 'POST', path: `${basePath}/notebooks`, headers: { ...headers, ...create }, body },
  ]).flat();
}

async function startProxy(args: readonly string[]): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const child = start(args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout?.on('data', (chunk) => {
    // Prism prints each request.
    if (printed.length < 10_000) printed += chunk;
  });
  await until(() => /http:\/\/127\.0\.0\.1:\d+[^\n]*\n/.test(printed), child);
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+[\w./-]*/.exec(printed) ?? [];
  return { url, child };
}
