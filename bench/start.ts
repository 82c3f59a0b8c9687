// `npm start` beside Prism's own command line, one process for each document: the time until everything answers, and the memory it takes.
import { spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { median } from './measure.ts';
import { end, until } from './waiting.ts';

const root = resolve(import.meta.dirname, '..');
const node = process.execPath;

/** Resident memory of a process and all below it, MB. */
function memoryOf(pid: number): number {
  const list = spawnSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' }).stdout.trim().split('\n');
  const rows = list.map((line) => line.trim().split(/\s+/).map(Number));
  const family = new Set([pid]);
  for (let before = 0; before !== family.size; ) {
    before = family.size;
    for (const [own = 0, parent = 0] of rows) if (family.has(parent)) family.add(own);
  }
  return rows.reduce((sum, [own = 0, , rss = 0]) => sum + (family.has(own) ? rss : 0), 0) / 1024;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).status > 0;
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

interface Start {
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** Prism's own command line, one process for each document, all started at once: until the last of them answers. */
async function startPrism(ids: readonly string[]): Promise<Start> {
  const prism = join(root, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const ports = await Promise.all(ids.map(freePort));
  const start = performance.now();
  const children = ids.map((id, index) =>
    spawn(node, [prism, 'mock', '-h', '127.0.0.1', '-p', String(ports[index]), join(root, 'specs', `${id}.yaml`)], { stdio: 'ignore' }),
  );
  try {
    await Promise.all(ports.map((port) => until(() => answers(`http://127.0.0.1:${port}/`), 120_000)));
    const milliseconds = performance.now() - start;
    return { milliseconds, megabytes: children.reduce((sum, { pid = 0 }) => sum + memoryOf(pid), 0) };
  } finally {
    await Promise.all(children.map(end));
  }
}

/** `npm start`, until mocks and generated files are there, and until the docs are too. */
async function startOctavo(cold: boolean): Promise<{ ready: Start; documented: Start }> {
  if (cold) rmSync(join(root, '.octavo/site.json'), { force: true });
  const port = await freePort();
  const start = performance.now();
  const child = spawn(node, [join(root, 'generator/bin/octavo.js'), 'dev', '--port', String(port)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const status = async (): Promise<{ ready?: boolean; documented?: boolean }> => {
    const response = await fetch(`http://127.0.0.1:${port}/-/status`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
    return response?.ok === true ? ((await response.json()) as { ready?: boolean; documented?: boolean }) : {};
  };
  const seen = (): Start => ({ milliseconds: performance.now() - start, megabytes: memoryOf(child.pid ?? 0) });
  try {
    await until(async () => (await status()).ready === true, 120_000);
    const ready = seen();
    await until(async () => (await status()).documented === true, 240_000);
    return { ready, documented: seen() };
  } catch (error) {
    throw new Error(`octavo dev: ${said.slice(-2000)}`, { cause: error });
  } finally {
    await end(child);
  }
}

/** Rounds of both, one after the other; a Markdown table. */
export async function starts(ids: readonly string[], rounds: number): Promise<string> {
  const seen: { name: string; of: (round: Round) => Start }[] = [
    { name: `Prism's command line, ${ids.length} processes`, of: ({ prism }) => prism },
    { name: 'octavo dev: files and mocks', of: ({ warm }) => warm.ready },
    { name: 'octavo dev: and docs, as they were left', of: ({ warm }) => warm.documented },
    { name: 'octavo dev: and docs, none built before', of: ({ cold }) => cold.documented },
  ];
  const all: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const prism = await startPrism(ids);
    const cold = await startOctavo(true);
    all.push({ prism, cold, warm: await startOctavo(false) });
  }
  const rows = seen.map(({ name, of }) => {
    const milliseconds = median(all.map((round) => of(round).milliseconds));
    const ratio = median(all.map((round) => of(round).milliseconds / round.prism.milliseconds));
    return `| ${name} | ${milliseconds.toFixed(0)} | ${ratio.toFixed(2)} | ${median(all.map((round) => of(round).megabytes)).toFixed(0)} |`;
  });
  return [
    '### Start, until everything answers',
    '',
    '| started | median ms | × Prism | resident MB |',
    '|---|---:|---:|---:|',
    ...rows,
    '',
  ].join('\n');
}

interface Round {
  readonly prism: Start;
  readonly cold: { readonly ready: Start; readonly documented: Start };
  readonly warm: { readonly ready: Start; readonly documented: Start };
}
