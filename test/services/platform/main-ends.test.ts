// Tests what `octavo-services` says where it cannot start, and how it ends from outside: one message, and the exit code of `octavo dev`.

import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { apps } from '../../../services/b-microblog/seeds/credentials.ts';
import { TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { createSandbox } from '../../../services/index.ts';
import { portsFrom } from '../../../services/ports.ts';
import { IS_DEEP, sampleOf } from '../../support/effort.ts';
import { codeAtExit, endWithProcess } from '../../support/program.ts';
import { platformOf, posting } from '../b-microblog/posting.ts';

const command = resolve(import.meta.dirname, '../../../services/bin/octavo-services.js');
/** As shells count a program that SIGPIPE has ended. */
const BROKEN_PIPE = 141;

/** Milliseconds after which a command that starts, although it should not, is ended. Vitest cannot end what blocks its thread. */
const LIMIT = 60_000;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-services-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the command where it cannot start. */
function refused(folder: string, ...args: readonly string[]) {
  return refusedBy([process.execPath], folder, args);
}

/** `program`: what runs the command, with its first arguments. */
function refusedBy([program = '', ...first]: readonly string[], folder: string, args: readonly string[]) {
  const options = { cwd: folder, encoding: 'utf8', timeout: LIMIT } as const;
  const { status, stdout, stderr } = spawnSync(program, [...first, command, 'h-email', ...args], options);
  expect(stdout).toBe('');
  return { status, stderr };
}

function start(stdio: SpawnOptions['stdio'], service = 'h-email', folder?: string): ChildProcess {
  const place = folder === undefined ? ['--memory'] : [];
  const cwd = folder ?? temporaryFolder();
  const child = spawn(process.execPath, [command, service, '--port', '0', ...place], { cwd, stdio });
  endWithProcess(child);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

interface Ready {
  readonly documents: readonly { readonly url: string }[];
  readonly control: { readonly url: string; readonly token: string };
}

/** The line of JSON on stdout. */
async function ready({ stdout }: ChildProcess): Promise<Ready> {
  let printed = '';
  while (!printed.includes('\n')) printed += String((await once(stdout as NonNullable<typeof stdout>, 'data'))[0]);
  return JSON.parse(printed) as Ready;
}

test('a port that is taken is one line, and deletes nothing', async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const first = port - portsFrom(1)('h-email') + 1;
  const folder = temporaryFolder();
  const file = join(folder, '.octavo/sandbox/sandbox.sqlite');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'rows');
  expect(refused(folder, '--fresh', '--port', String(first))).toEqual({
    status: 3,
    stderr: `octavo-services: Port ${port} is already in use. Stop the program that uses it, or choose others with --port or --metrics.\n`,
  });
  expect([readdirSync(dirname(file)), readFileSync(file, 'utf8')]).toEqual([['sandbox.sqlite'], 'rows']);
});

test.runIf(IS_DEEP)('an address that is not of this machine is one line', () => {
  expect(refused(temporaryFolder(), '--memory', '--port', '0', '--host', '203.0.113.7')).toEqual({
    status: 3,
    stderr: 'octavo-services: `203.0.113.7` is not an address of this machine. Leave out --host, or give an address of this machine.\n',
  });
});

const ADVICE = 'Start the command in a folder where this user may write, or with --memory.\n';

test('a file in the place of the folder for the data is one line', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '.octavo'), '');
  expect(refused(folder, '--port', '0')).toEqual({
    status: 3,
    stderr: `octavo-services: Cannot write to .octavo/sandbox: a part of its path is a file, not a folder (ENOTDIR). ${ADVICE}`,
  });
});

/** Root may write everywhere, unless a program is started without that capability (capabilities(7)). */
const DENIED =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', process.execPath] : [process.execPath];

test.runIf(IS_DEEP && process.platform === 'linux')('a folder that this user may not write to is one line', () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o555);
  const denied = { status: 3, stderr: `octavo-services: Cannot write to .octavo/sandbox: permission denied (EACCES). ${ADVICE}` };
  expect(refusedBy(DENIED, folder, ['--port', '0'])).toEqual(denied);
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, '.octavo/sandbox'), { recursive: true });
  chmodSync(join(folder, '.octavo/sandbox'), 0o555);
  expect(refusedBy(DENIED, folder, ['--port', '0'])).toEqual(denied);
});

const SIGNALS = [
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const;

test.skipIf(process.platform === 'win32').each(sampleOf(SIGNALS, 1))('%s ends it in order', async (signal, code) => {
  const child = start(['ignore', 'pipe', 'ignore']);
  await ready(child);
  child.kill(signal);
  expect(await codeAtExit(child)).toBe(code);
});

/** Opens twenty streams. @returns all that each delivers, once it has ended */
async function openStreams({ documents }: Ready, token: string): Promise<readonly Promise<string>[]> {
  const headers = { authorization: `Bearer ${token}` };
  const open = (part: number) => fetch(new URL(`/2/tweets/firehose/stream?partition=${part}`, documents[0]?.url), { headers });
  const streams = await Promise.all(Array.from({ length: 20 }, (_, index) => open(index + 1)));
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  return streams.map((stream) => stream.text());
}

test.skipIf(process.platform === 'win32')('SIGTERM ends open streams, each with its last line', async () => {
  const child = start(['ignore', 'pipe', 'ignore'], 'b-microblog');
  const texts = await openStreams(await ready(child), apps.pro.bearer);
  child.kill('SIGTERM');
  expect(await codeAtExit(child)).toBe(143);
  for (const text of await Promise.all(texts))
    expect(JSON.parse(text)).toMatchObject({ errors: [{ disconnect_type: 'OperationalDisconnect' }] });
});

/** A folder whose data has more posts of now than the buffers of a connection take: about nine megabytes in a part of the posts in Korean. */
async function folderOfPosts(): Promise<string> {
  const folder = temporaryFolder();
  const file = join(folder, '.octavo/sandbox/sandbox.sqlite');
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const sandbox = await createSandbox({ services: ['b-microblog'], store: { file } });
  const text = 'The tide is high. '.repeat(700);
  await posting(platformOf(sandbox)).posts(...Array.from({ length: 1_500 }, () => ({ author: TIDE_WATCH, lang: 'ko', text })));
  await sandbox.close();
  return folder;
}

/** Opens a stream of posts, those of now first, and reads nothing of it. Resolves when the server can send no more. */
async function openUnread({ documents, control }: Ready): Promise<void> {
  const { host, hostname, port } = new URL(documents[0]?.url ?? '');
  const socket = connect(Number(port), hostname).on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.pause();
  const path = '/2/tweets/firehose/stream/lang/ko?partition=1&backfill_minutes=5';
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${apps.pro.bearer}\r\n\r\n`);
  const headers = { authorization: `Bearer ${control.token}` };
  let before = 0;
  const isFull = async () => {
    const { connections } = (await (await fetch(`${control.url}/connections`, { headers })).json()) as {
      connections: { target: string; sent: number }[];
    };
    const sent = connections.find(({ target }) => target.includes('/lang/ko'))?.sent ?? 0;
    const isSame = sent > 0 && sent === before;
    before = sent;
    return isSame;
  };
  await expect.poll(isFull, { interval: 300 }).toBe(true);
}

test.skipIf(process.platform === 'win32')('SIGTERM ends streams soon, also where a reader takes nothing', async () => {
  const child = start(['ignore', 'pipe', 'ignore'], 'b-microblog', await folderOfPosts());
  const running = await ready(child);
  const texts = await openStreams(running, apps.pro.bearer);
  await openUnread(running);
  const begin = performance.now();
  child.kill('SIGTERM');
  expect(await codeAtExit(child)).toBe(143);
  // About a second to take the last line; without a limit for readers who take nothing, it would be ten.
  expect(performance.now() - begin).toBeLessThan(6_000);
  for (const text of await Promise.all(texts))
    expect(JSON.parse(text)).toMatchObject({ errors: [{ disconnect_type: 'OperationalDisconnect' }] });
});

test.runIf(IS_DEEP)('a reader that has gone before the first line ends it, and it prints no stack trace', async () => {
  const errors = join(temporaryFolder(), 'stderr.txt');
  const file = openSync(errors, 'w');
  const child = start(['ignore', 'pipe', file]);
  child.stdout?.destroy();
  expect(await codeAtExit(child)).toBe(BROKEN_PIPE);
  closeSync(file);
  expect(readFileSync(errors, 'utf8')).not.toMatch(/EPIPE|\n\s+at /);
});

test.runIf(IS_DEEP)('without a reader of stderr it ends; a reader of stdout may go once it has its line', async () => {
  const unread = start(['ignore', 'pipe', 'pipe']);
  unread.stderr?.destroy();
  expect(await codeAtExit(unread)).toBe(BROKEN_PIPE);
  const child = start(['ignore', 'pipe', 'ignore']);
  const { documents } = await ready(child);
  child.stdout?.destroy();
  for (let count = 0; count < 3; count += 1) expect((await fetch(`${documents[0]?.url}/account`)).status).toBe(401);
  child.kill('SIGTERM');
  expect(await codeAtExit(child)).toBe(143);
});
