// `npm start`: the time, the processor time and the memory until documents, mocks and live services answer, in a new clone and again, beside Prism's
// own command line with one process for each document. `--beside FOLDER` takes turns with another checkout, whose packages are installed.
import { cpSync, rmSync, symlinkSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { ids, root, writeProject } from './documents.ts';
import { quick, rounds } from './effort.ts';
import { median } from './measure.ts';
import { end, familyOf, freePort, pause, start, type Usage, until, usageOf } from './processes.ts';

/** Seconds after the pages are built, until memory is read; and those in which the processor time of an idle start is counted. */
const SETTLING = quick ? 0 : 20;
const IDLE = quick ? 1 : 20;

interface Start extends Usage {
  readonly milliseconds: number;
}

interface Checkout {
  readonly name: string;
  readonly folder: string;
  /** The copy that is started. */
  readonly project: string;
}

interface Status {
  readonly ready?: boolean;
  readonly documented?: boolean;
  readonly prism?: { readonly pid?: number };
  readonly live?: { readonly state: string; readonly pid?: number; readonly services: readonly unknown[] };
}

/** What `npm start` works on is copied, because `npm start` may be running in the checkout. */
function prepare(name: string, folder: string): Checkout {
  const project = join(root, '.octavo/bench/start', name);
  rmSync(project, { recursive: true, force: true });
  writeProject(project, {});
  for (const copied of [
    'specs/statements.yaml',
    'redocly',
    'redocly.yaml',
    'generated/package.json',
    ...ids.map((id) => `generated/${id}`),
    'services',
  ])
    cpSync(join(folder, copied), join(project, copied), { recursive: true, filter: (file) => basename(file) !== 'node_modules' });
  symlinkSync(join(folder, 'node_modules'), join(project, 'node_modules'));
  return { name, folder, project };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).status > 0;
  } catch {
    return false;
  }
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
    return { milliseconds: performance.now() - began, ...usageOf(children.flatMap(({ pid = 0 }) => familyOf(pid))) };
  } finally {
    await Promise.all(children.map(end));
  }
}

interface Octavo {
  readonly ready: Start;
  readonly documented: Start;
  readonly idle?: Idle;
}

interface Idle {
  /** Megabytes by process. */
  readonly megabytes: Readonly<Record<string, number>>;
  /** Processor time in a second, milliseconds. */
  readonly busy: number;
}

/** `isNew`: as in a new clone, without what earlier starts have left; or `isSeen`, also with the idle state after it. */
async function startOctavo({ folder, project }: Checkout, isNew: boolean, mockPort: number, isSeen = false): Promise<Octavo> {
  const cache = join(project, 'compiled');
  if (isNew) for (const left of [join(project, '.octavo'), cache]) rmSync(left, { recursive: true, force: true });
  const port = await freePort();
  const began = performance.now();
  const child = start(
    [
      join(folder, 'generator/bin/octavo.js'),
      ...['dev', '--no-open', '--mock-port', String(mockPort), '--port', String(port), '--live-port', '0'],
    ],
    { cwd: project, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NODE_COMPILE_CACHE: cache } },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const status = async (): Promise<Status> => {
    const response = await fetch(`http://127.0.0.1:${port}/-/status`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
    return response?.ok === true ? ((await response.json()) as Status) : {};
  };
  const family = (): readonly number[] => familyOf(child.pid ?? 0);
  const seen = (): Start => ({ milliseconds: performance.now() - began, ...usageOf(family()) });
  try {
    await until(async () => {
      const { ready, live } = await status();
      if (live?.state === 'failed') throw new Error('The services failed.');
      return ready === true && live?.state === 'running' && live.services.length >= ids.length;
    }, child);
    const ready = seen();
    await until(async () => (await status()).documented === true, child);
    const documented = seen();
    return { ready, documented, ...(isSeen ? { idle: await idleOf(await status(), child.pid ?? 0) } : {}) };
  } catch (error) {
    throw new Error(`octavo dev: ${said.slice(-2000)}`, { cause: error });
  } finally {
    await end(child);
  }
}

async function idleOf({ prism, live }: Status, pid: number): Promise<Idle> {
  await pause(SETTLING * 1000);
  // Helpers that end meanwhile, such as that of the bundler, are not counted.
  const own = { 'the command, with portal and watch': pid, Prism: prism?.pid ?? 0, 'the eight services': live?.pid ?? 0 };
  const before = usageOf(Object.values(own));
  await pause(IDLE * 1000);
  const after = usageOf(Object.values(own));
  const megabytes = Object.fromEntries(Object.entries(own).map(([name, of]) => [name, usageOf([of]).megabytes]));
  return { megabytes, busy: (after.seconds - before.seconds) * (1000 / IDLE) };
}

interface Round {
  readonly load: number;
  readonly prism: Start;
  /** By the name of the checkout. */
  readonly cold: Readonly<Record<string, Octavo>>;
  readonly warm: Readonly<Record<string, Octavo>>;
}

async function round(checkouts: readonly Checkout[]): Promise<Round> {
  const [load = 0] = loadavg();
  const prism = await startPrism();
  const cold: Record<string, Octavo> = {};
  const warm: Record<string, Octavo> = {};
  for (const checkout of checkouts) {
    // Pages name the address of the mock, so only a start at the same port finds them as they were left.
    const mockPort = await freePort();
    cold[checkout.name] = await startOctavo(checkout, true, mockPort);
    warm[checkout.name] = await startOctavo(checkout, false, mockPort, true);
  }
  return { load, prism, cold, warm };
}

/** Rounds of all, one after the other; Markdown tables. */
async function starts(count: number, checkouts: readonly Checkout[]): Promise<string> {
  const all: Round[] = [];
  for (let done = 0; done < rounds(count); done++) all.push(await round(checkouts));
  const rows = [
    row(`Prism's command line, ${ids.length} processes`, all, ({ prism }) => prism),
    ...checkouts.flatMap(({ name }) => [
      row(`${name}: ready, in a new clone`, all, ({ cold }) => cold[name]?.ready),
      row(`${name}: ready, again`, all, ({ warm }) => warm[name]?.ready),
      row(`${name}: and all pages, in a new clone`, all, ({ cold }) => cold[name]?.documented),
      row(`${name}: and all pages, again`, all, ({ warm }) => warm[name]?.documented),
    ]),
  ];
  const loads = all.map(({ load }) => load);
  return [
    `### Start, until everything answers (load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}, ${all.length} rounds)`,
    '',
    '| started | median ms | min–max | × Prism | seconds of processor time | resident MB |',
    '|---|---:|---:|---:|---:|---:|',
    ...rows,
    '',
    `### Idle, ${SETTLING} seconds after the last page`,
    '',
    '| process | resident MB |',
    '|---|---:|',
    ...checkouts.flatMap(({ name }) => idleRows(name, all)),
    '',
  ].join('\n');
}

function row(name: string, all: readonly Round[], of: (round: Round) => Start | undefined): string {
  const seen = all.map((one) => of(one) ?? { milliseconds: Number.NaN, seconds: Number.NaN, megabytes: Number.NaN });
  const times = seen.map(({ milliseconds }) => milliseconds);
  const ratio = median(all.map(({ prism }, index) => (times[index] ?? Number.NaN) / prism.milliseconds));
  const range = `${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)}`;
  const [seconds, megabytes] = [median(seen.map((one) => one.seconds)), median(seen.map((one) => one.megabytes))];
  return `| ${name} | ${median(times).toFixed(0)} | ${range} | ${ratio.toFixed(2)} | ${seconds.toFixed(1)} | ${megabytes.toFixed(0)} |`;
}

function idleRows(name: string, all: readonly Round[]): readonly string[] {
  const idle = all.flatMap(({ warm }) => warm[name]?.idle ?? []);
  const processes = Object.keys(idle[0]?.megabytes ?? {});
  const of = (process: string): number => median(idle.map(({ megabytes }) => megabytes[process] ?? 0));
  const total = median(idle.map(({ megabytes }) => Object.values(megabytes).reduce((sum, one) => sum + one, 0)));
  return [
    ...processes.map((process) => `| ${name}: ${process} | ${of(process).toFixed(0)} |`),
    `| ${name}: together, at ${median(idle.map(({ busy }) => busy)).toFixed(0)} ms of processor time a second | ${total.toFixed(0)} |`,
  ];
}

const beside = process.argv.indexOf('--beside');
const other = beside === -1 ? undefined : process.argv[beside + 1];
const checkouts = [...(other === undefined ? [] : [prepare(basename(resolve(other)), resolve(other))]), prepare('octavo dev', root)];
console.log(await starts(3, checkouts));
