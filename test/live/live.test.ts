// The process of `serve`: it starts, follows changes while requests under way end, and each of its failures is named and costs nothing else.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Live } from '../../generator/live/index.ts';
import type { LiveFailure } from '../../generator/live/protocol.ts';
import type { ServedService } from '../../generator/serve.ts';
import { sampleOf } from '../support/effort.ts';
import { freePort } from '../support/free-port.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, '.octavo/tmp/live');
const module = path.join(folder, 'dev.ts');

/** A service that says the word of `word.ts`, at `/slow` when `/go` has been asked for. */
const service = `import { once } from 'node:events';
import { createServer } from 'node:http';
import { word } from './word.ts';

let go = () => {};
export default async ({ port }) => {
  const server = createServer((request, response) => {
    response.setHeader('connection', 'close');
    if (request.url === '/slow') go = () => response.end(word);
    else {
      if (request.url === '/go') go();
      response.end(word);
    }
  });
  server.listen(port('notes'), '127.0.0.1');
  await once(server, 'listening');
  const url = \`http://127.0.0.1:\${server.address().port}\`;
  return {
    services: [{ id: 'notes', url, credentials: [{ scheme: 'key', value: 'k', note: 'all of it' }] }],
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};
`;

let live: Live;
let failures: { failure: LiveFailure; isRunning: boolean }[];
let served: (readonly ServedService[])[];

function create(limits: { startLimit?: number; closeLimit?: number } = {}): void {
  live = new Live({
    cwd: folder,
    ...limits,
    on: {
      served: (services) => served.push(services),
      failed: (failure, isRunning) => failures.push({ failure, isRunning }),
    },
  });
}

const run = (firstPort = 0, isOutdated = false): void =>
  live.run(
    { module, host: '127.0.0.1', portal: 'http://127.0.0.1:1', firstPort, otherPorts: [], documents: ['other', 'notes'] },
    isOutdated,
  );
const put = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
const url = (): string => served.at(-1)?.[0]?.url ?? '';
const ask = async (target = '/'): Promise<string> => (await fetch(url() + target)).text();
const restarted = (starts: number) => expect.poll(() => served.length, { timeout: 60_000 }).toBe(starts);
const failed = async (count = 1): Promise<{ failure: LiveFailure; isRunning: boolean }> => {
  await expect.poll(() => failures.length, { timeout: 60_000 }).toBe(count);
  const last = failures.at(-1);
  if (last === undefined) throw new Error('no failure');
  return last;
};
const at = ({ place }: LiveFailure): string => [path.relative(folder, place.file), place.line, place.column].filter(Boolean).join(':');

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  put('package.json', '{ "type": "module" }\n');
  put('word.ts', "export const word: string = 'one';\n");
  put('dev.ts', service);
  failures = [];
  served = [];
});
afterEach(async () => {
  await live.stop();
});

/** A port that was free a moment ago, as was the next one. */
async function freePorts(): Promise<number> {
  for (;;) {
    const first = await freePort();
    const next = createServer().listen(first + 1, '127.0.0.1');
    const isFree = await once(next, 'listening').then(
      () => true,
      () => false,
    );
    next.close();
    if (isFree) return first;
  }
}

describe('a module that works', { timeout: 120_000 }, () => {
  test('its services have ports in the order of the documents, and their state is known', async () => {
    create();
    const first = await freePorts();
    run(first);
    await live.settled();
    expect(url()).toBe(`http://127.0.0.1:${first + 1}`);
    expect(await ask()).toBe('one');
    expect(live.state).toMatchObject({
      state: 'running',
      restarts: 0,
      services: [{ id: 'notes', url: url(), credentials: [{ scheme: 'key', value: 'k', note: 'all of it' }] }],
    });
  });

  test('a change of an imported file restarts it at the same address; requests under way end first', async () => {
    create();
    run();
    await live.settled();
    const before = url();
    const slow = ask('/slow');
    await ask();
    put('word.ts', "export const word: string = 'two';\n");
    // The old version accepts no new requests once it closes, so the slow one is let go from here.
    await expect.poll(() => live.state?.state, { interval: 5 }).toBe('starting');
    await fetch(`${before}/go`);
    expect(await slow).toBe('one');
    await restarted(2);
    expect(url()).toBe(before);
    expect(await ask()).toBe('two');
    expect(live.state).toMatchObject({ state: 'running', restarts: 1 });
  });

  test('a save without a change, or of a file that is not imported, restarts nothing', async () => {
    put('aside.ts', 'export {};\n');
    create();
    run();
    await live.settled();
    put('word.ts', "export const word: string = 'one';\n");
    put('aside.ts', 'export const x = 1;\n');
    put('word.ts', "export const word: string = 'three';\n");
    await restarted(2);
    expect(live.state?.restarts).toBe(1);
  });

  test('its own messages to a parent process reach nobody', async () => {
    put('word.ts', 'process.send?.(null);\nexport const word = String(process.send);\n');
    create();
    run();
    await live.settled();
    expect(await ask()).toBe('undefined');
  });

  test('what does not close in time is killed', async () => {
    put('dev.ts', service.replace('close: ()', 'close: () => new Promise(() => {}), unused: ()'));
    create({ closeLimit: 200 });
    run();
    await live.settled();
    const { pid } = live.state ?? {};
    await live.stop();
    expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH');
    expect(failures).toEqual([]);
  });

  test('it sees an aborted signal, and ends, when it is to stop while it starts', async () => {
    put(
      'dev.ts',
      "export default ({ signal }) => new Promise((_, no) => signal.addEventListener('abort', () => no(new Error('given up'))));\n",
    );
    create({ closeLimit: 60_000 });
    run();
    await expect.poll(() => live.state?.pid).toBeDefined();
    await live.stop();
    expect(failures).toEqual([]);
  });
});

describe('a module that is loaded before its plan is known', { timeout: 120_000 }, () => {
  /** The module writes a line when it is loaded, and another when it runs. */
  const counted = `import { appendFileSync } from 'node:fs';\nappendFileSync('log.txt', 'loaded ');\n${service.replace(
    'async ({ port }) => {',
    "async ({ port }) => {\n  appendFileSync('log.txt', 'ran ');",
  )}`;
  const log = (): string => (existsSync(path.join(folder, 'log.txt')) ? readFileSync(path.join(folder, 'log.txt'), 'utf8').trim() : '');
  const isLoaded = () => expect.poll(log, { timeout: 60_000 }).toBe('loaded');
  beforeEach(() => put('dev.ts', counted));

  test('only runs when it is', async () => {
    create();
    live.load(module);
    await isLoaded();
    expect(live.state).toBeUndefined();
    run();
    await live.settled();
    expect([await ask(), log(), live.state?.restarts]).toEqual(['one', 'loaded ran', 0]);
    put('word.ts', "export const word: string = 'two';\n");
    await restarted(2);
    expect(await ask()).toBe('two');
  });

  test('is loaded again where it may be older than what is generated', async () => {
    create();
    live.load(module);
    await isLoaded();
    run(0, true);
    await live.settled();
    expect([await ask(), log()]).toEqual(['one', 'loaded loaded ran']);
  });

  test('is loaded again where it was saved meanwhile', async () => {
    create();
    live.load(module);
    await isLoaded();
    put('word.ts', "export const word: string = 'two';\n");
    // The event of the save arrives at the next turns of the event loop.
    await sleep(200);
    run();
    await live.settled();
    expect([await ask(), log()]).toEqual(['two', 'loaded loaded ran']);
  });

  test('fails in silence, and is tried again, since what it imports may be made meanwhile', async () => {
    rmSync(path.join(folder, 'word.ts'));
    create();
    live.load(module);
    await sleep(1500);
    put('word.ts', "export const word: string = 'made';\n");
    run();
    await live.settled();
    expect([await ask(), failures]).toEqual(['made', []]);
  });
});

describe('a failure is named, and the next change mends it', { timeout: 120_000 }, () => {
  test('a syntax error: the previous version keeps running', async () => {
    create();
    run();
    await live.settled();
    put('word.ts', 'export const word: string = ;\n');
    const { failure, isRunning } = await failed();
    expect([at(failure), failure.message, isRunning]).toEqual(['word.ts:1:29', 'SyntaxError: Expression expected', true]);
    expect(failure.code.join('\n')).toBe('export const word: string = ;\n                            ^');
    expect(await ask()).toBe('one');
    expect(live.state).toMatchObject({ state: 'running', error: 'SyntaxError: Expression expected' });
    put('word.ts', "export const word: string = 'mended';\n");
    await restarted(2);
    expect(await ask()).toBe('mended');
  });

  const broken: [what: string, files: Record<string, string>, place: string, message: RegExp, fix: RegExp | undefined][] = [
    ['a file that is not there', { 'dev.ts': '' }, 'dev.ts', /^The file does not exist\.$/, /`serve`/],
    ['no function', { 'dev.ts': 'export default {};\n' }, 'dev.ts', /default export is not a function.*defineServe/, undefined],
    [
      'TypeScript that has to be compiled',
      { 'word.ts': 'export enum word { a }\n' },
      'word.ts:1:8',
      /enum is not supported/,
      /removing the types/,
    ],
    [
      'a syntax error in JavaScript',
      { 'dev.ts': "import './a.js';\n", 'a.js': 'const a = 1;\nconst x = ;\n' },
      'a.js:2:11',
      /^SyntaxError: /,
      undefined,
    ],
    ['an import with the wrong extension', { 'dev.ts': "import './word.js';\n" }, 'dev.ts', /Cannot find module/, /extension `\.ts`/],
    [
      'a package that is not installed',
      { 'dev.ts': "import 'bread-and-butter/jam';\n" },
      'dev.ts',
      /Cannot find package/,
      /`npm i bread-and-butter`/,
    ],
    [
      'an export that is not there',
      { 'dev.ts': "import { work } from './word.ts';\nexport default work;\n" },
      'dev.ts:1:10',
      /SyntaxError: .*'work'/,
      undefined,
    ],
    ['an exception at import', { 'word.ts': 'export const word = null.a;\n' }, 'word.ts:1:26', /^TypeError: /, undefined],
    [
      'an exception at the start',
      { 'dev.ts': "export default () => {\n  throw new RangeError('so far');\n};\n" },
      'dev.ts:2:9',
      /^RangeError: so far$/,
      undefined,
    ],
    ['a value that is thrown', { 'dev.ts': "throw 'a fit';\n" }, 'dev.ts', /^a fit was thrown\.$/, undefined],
    ['a process that ends itself', { 'dev.ts': 'export default () => process.exit(4);\n' }, 'dev.ts', /exit code 4/, undefined],
    ['no services', { 'dev.ts': 'export default () => ({ close() {} });\n' }, 'dev.ts', /no list of services/, undefined],
    [
      'an address that is no address',
      { 'dev.ts': "export default () => ({ services: [{ id: 'a', url: 'javascript:1' }], close() {} });\n" },
      'dev.ts',
      /`services\[0\]\.url` must be an address/,
      undefined,
    ],
    [
      'a control API on another machine',
      {
        'dev.ts':
          "export default () => ({ services: [], control: { url: 'http://192.0.2.1/v1', cookie: { name: 'c', value: 't' } }, close() {} });\n",
      },
      'dev.ts',
      /`control\.url` must be an address of this machine/,
      undefined,
    ],
    [
      'a cookie that would add attributes',
      {
        'dev.ts':
          "export default () => ({ services: [], control: { url: 'http://127.0.0.1:1', cookie: { name: 'c', value: 't; Domain=x' } }, close() {} });\n",
      },
      'dev.ts',
      /`control\.cookie\.value` must be a string of letters/,
      undefined,
    ],
  ];
  test.each(sampleOf(broken, 2))('%s', async (_, files, place, message, fix) => {
    for (const [name, text] of Object.entries(files)) {
      if (text === '') rmSync(path.join(folder, name));
      else put(name, text);
    }
    create();
    run();
    const { failure, isRunning } = await failed();
    expect([at(failure), isRunning]).toEqual([place, false]);
    expect(failure.message).toMatch(message);
    if (fix === undefined) expect(failure.fix).toBeUndefined();
    else expect(failure.fix).toMatch(fix);
    expect(live.state).toMatchObject({ state: 'failed', services: [], error: failure.message });
    put('word.ts', "export const word = 'well';\n");
    put('dev.ts', service);
    await restarted(1);
    expect(await ask()).toBe('well');
  });

  test('a port in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    create();
    run(port - 1);
    const { failure } = await failed();
    expect([failure.message, failure.fix]).toEqual([`Port ${port} is already in use.`, expect.stringContaining('--live-port')]);
    server.close();
    await once(server, 'close');
    put('word.ts', "export const word = 'free';\n");
    await restarted(1);
    expect(await ask()).toBe('free');
  });

  test('an unhandled rejection ends the services; the next change starts them again', async () => {
    put(
      'dev.ts',
      service.replace('if (request.url', "if (request.url === '/fail') Promise.reject(new Error('lost'));\n    if (request.url"),
    );
    create();
    run();
    await live.settled();
    await fetch(`${url()}/fail`).catch(() => undefined);
    const { failure, isRunning } = await failed();
    expect([at(failure), failure.message, isRunning]).toEqual(['dev.ts:9:49', 'lost', false]);
    put('word.ts', "export const word = 'again';\n");
    await restarted(2);
    expect(await ask()).toBe('again');
  });

  test('an endless loop is ended after a limit, and at once after a change', async () => {
    const mark = path.join(folder, 'looping');
    const loop = `import { writeFileSync } from 'node:fs';\nexport const word = '';\nwriteFileSync(${JSON.stringify(mark)}, '');\nfor (;;);\n`;
    put('word.ts', loop);
    create({ startLimit: 500, closeLimit: 100 });
    run();
    expect((await failed()).failure).toMatchObject({ message: 'It did not start within 0.5 s, so it was ended.', place: { file: module } });
    await live.stop();
    // A slow machine may have ended it before.
    rmSync(mark, { force: true });
    put('word.ts', "export const word = 'before';\n");
    create({ closeLimit: 100 });
    run();
    await live.settled();
    put('word.ts', loop);
    // Before, the new process has not read the file, and could read the next text in place of this one.
    await expect.poll(() => existsSync(mark)).toBe(true);
    expect([live.state?.state, await ask()]).toEqual(['starting', 'before']);
    put('word.ts', "export const word = 'after';\n");
    await restarted(2);
    expect(await ask()).toBe('after');
    expect(failures.map(({ failure }) => failure.message)).toEqual(['It did not start within 0.5 s, so it was ended.']);
  });
});

test('it ends when its parent is killed, even in an endless loop', async () => {
  create();
  // The loop begins once the process serves: before that, it would not be known.
  const marker = path.join(folder, 'loop');
  rmSync(marker, { force: true });
  const loop = `setInterval(() => { if (existsSync(${JSON.stringify(marker)})) { rmSync(${JSON.stringify(marker)}); for (;;); } }, 20);`;
  put('word.ts', `import { existsSync, rmSync } from 'node:fs';\nexport const word = 'x';\n${loop}\n`);
  const parent = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { Live } from ${JSON.stringify(path.join(root, 'generator/live/index.ts'))};
const live = new Live({ cwd: ${JSON.stringify(folder)}, on: { served: () => console.log(live.state.pid), failed: console.error } });
live.run({ module: ${JSON.stringify(module)}, host: '127.0.0.1', portal: '', firstPort: 0, otherPorts: [], documents: [] });`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let pid: number;
  try {
    const [printed] = await once(parent.stdout, 'data', { signal: AbortSignal.timeout(60_000) });
    pid = Number(String(printed));
    expect(pid).toBeGreaterThan(1);
    writeFileSync(marker, '');
    await expect.poll(() => existsSync(marker)).toBe(false);
  } finally {
    parent.kill('SIGKILL');
  }
  await expect
    .poll(
      () => {
        try {
          return process.kill(pid, 0);
        } catch {
          return false;
        }
      },
      { timeout: 30_000 },
    )
    .toBe(false);
});
