// `npm start` beside Prism's own command line, one process for each document: the time until everything answers, and the memory it takes.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ids, root, writeProject } from './documents.ts';
import { rounds } from './effort.ts';
import { median } from './measure.ts';
import { end, freePort, memoryOf, start, until } from './processes.ts';

const project = join(root, '.octavo/bench/start');

/** Copies what `npm start` works on, because `npm start` may be running in the checkout. */
function prepare(): void {
  rmSync(project, { recursive: true, force: true });
  writeProject(project, {});
  for (const name of ['specs/statements.yaml', 'redocly', 'redocly.yaml', 'generated/package.json', ...ids.map((id) => `generated/${id}`)])
    cpSync(join(root, name), join(project, name), { recursive: true });
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).status > 0;
  } catch {
    return false;
  }
}

interface Start {
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** Prism's own command line, one process for each document, all started at once: until the last of them answers. */
async function startPrism(): Promise<Start> {
  const prism = join(root, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const ports = await Promise.all(ids.map(freePort));
  const began = performance.now();
  const children = ids.map((id, index) =>
    start([prism, 'mock', '-h', '127.0.0.1', '-p', String(ports[index]), join(root, 'specs', `${id}.yaml`)], { stdio: 'ignore' }),
  );
  try {
    await Promise.all(ports.map((port, index) => until(() => answers(`http://127.0.0.1:${port}/`), ...children.slice(index, index + 1))));
    const milliseconds = performance.now() - began;
    return { milliseconds, megabytes: children.reduce((sum, { pid = 0 }) => sum + memoryOf(pid), 0) };
  } finally {
    await Promise.all(children.map(end));
  }
}

/** `npm start`, until mocks and generated files are there, and until the docs are too. */
async function startOctavo(cold: boolean, mockPort: number): Promise<{ ready: Start; documented: Start }> {
  if (cold) rmSync(join(project, '.octavo/site.json'), { force: true });
  const port = await freePort();
  const began = performance.now();
  const child = start(
    [join(root, 'generator/bin/octavo.js'), 'dev', '--no-open', '--mock-port', String(mockPort), '--port', String(port)],
    {
      cwd: project,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const status = async (): Promise<{ ready?: boolean; documented?: boolean }> => {
    const response = await fetch(`http://127.0.0.1:${port}/-/status`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
    return response?.ok === true ? ((await response.json()) as { ready?: boolean; documented?: boolean }) : {};
  };
  const seen = (): Start => ({ milliseconds: performance.now() - began, megabytes: memoryOf(child.pid ?? 0) });
  try {
    await until(async () => (await status()).ready === true, child);
    const ready = seen();
    await until(async () => (await status()).documented === true, child);
    return { ready, documented: seen() };
  } catch (error) {
    throw new Error(`octavo dev: ${said.slice(-2000)}`, { cause: error });
  } finally {
    await end(child);
  }
}

/** Rounds of both, one after the other; a Markdown table. */
async function starts(count: number): Promise<string> {
  const seen: { name: string; of: (round: Round) => Start }[] = [
    { name: `Prism's command line, ${ids.length} processes`, of: ({ prism }) => prism },
    { name: 'octavo dev: files and mocks', of: ({ warm }) => warm.ready },
    { name: 'octavo dev: and docs, as they were left', of: ({ warm }) => warm.documented },
    { name: 'octavo dev: and docs, none built before', of: ({ cold }) => cold.documented },
  ];
  const all: Round[] = [];
  for (let round = 0; round < rounds(count); round++) {
    const prism = await startPrism();
    // Pages name the address of the mock, so only a start at the same port finds them as they were left.
    const mockPort = await freePort();
    const cold = await startOctavo(true, mockPort);
    all.push({ prism, cold, warm: await startOctavo(false, mockPort) });
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

prepare();
console.log(await starts(3));
