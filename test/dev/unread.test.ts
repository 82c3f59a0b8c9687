// `octavo dev` ends in order, with its children, when the reader of its output has gone: `octavo dev | head -1`.
import { spawn } from 'node:child_process';
import { closeSync, cpSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { IS_DEEP } from '../support/effort.ts';
import { codeAtExit } from '../support/program.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, '.octavo/tmp/dev-unread');
/** As shells count a program that SIGPIPE has ended. */
const BROKEN_PIPE = 141;

/** A service that writes a line every 20 milliseconds, and answers how many it has written. */
const CHATTY = `import { createServer } from 'node:http';
export default async ({ port }) => {
  let lines = 0;
  const timer = setInterval(() => { console.log('a line'); lines += 1; }, 20);
  const server = createServer((_request, response) => response.end(String(lines)));
  await new Promise((resolve) => server.listen(port('notes'), '127.0.0.1', resolve));
  const url = 'http://127.0.0.1:' + server.address().port;
  return { services: [{ id: 'notes', url }], close: () => { clearInterval(timer); server.close(); } };
};
`;
const NOTES = `openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get: { operationId: listNotes, responses: { '200': { description: All. } } }
`;

interface Status {
  readonly live: {
    readonly state: string;
    readonly pid: number;
    readonly restarts: number;
    readonly services: readonly { readonly url: string }[];
  };
}

let started: { kill: (signal: NodeJS.Signals) => void } | undefined;

const start = (stderr: 'pipe' | number) => {
  const dev = spawn(process.execPath, [path.join(root, 'generator/bin/octavo.js'), 'dev', '--no-open', '--port', '0'], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', stderr],
  });
  started = dev;
  return dev;
};
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'notes.yaml'), NOTES);
  writeFileSync(path.join(folder, 'serve.mjs'), CHATTY);
  writeFileSync(
    path.join(folder, 'octavo.config.mjs'),
    "export default { documents: ['notes.yaml'], out: 'generated', serve: 'serve.mjs', schema: false, mock: { living: true } };\n",
  );
  cpSync(path.join(root, 'examples/recipe-box/package.json'), path.join(folder, 'package.json'));
});
afterEach(() => started?.kill('SIGKILL'));

test('without a reader of the standard output from the start, it ends when it first writes there, and prints no stack trace', async () => {
  const errors = path.join(folder, 'stderr.txt');
  const file = openSync(errors, 'w');
  const dev = start(file);
  dev.stdout?.destroy();
  expect(await codeAtExit(dev)).toBe(BROKEN_PIPE);
  closeSync(file);
  const printed = readFileSync(errors, 'utf8');
  expect(printed).not.toMatch(/EPIPE|\n\s+at /);
});

test.runIf(IS_DEEP)(
  'when a terminal is gone, what `serve` runs goes on writing, and everything ends with the next line of the command itself',
  async () => {
    const dev = start('pipe');
    let printed = '';
    for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (chunk) => (printed += String(chunk)));
    // What the command itself prints last: without a reader, another line would end it.
    await vi.waitUntil(() => printed.includes('docs: built') && printed.includes('Checked 1 document'), { timeout: 120_000 });
    const portal = /docs +(http:\/\/127\.0\.0\.1:\d+)\//.exec(printed)?.[1] ?? '';
    const live = async (): Promise<Status['live']> => ((await (await fetch(`${portal}/-/status`)).json()) as Status).live;
    const { services, pid } = await live();
    const lines = async () => Number(await (await fetch(services[0]?.url ?? '')).text());
    dev.stdout?.destroy();
    dev.stderr?.destroy();
    const before = await lines();
    await vi.waitUntil(async () => (await lines()) > before + 5, { timeout: 30_000 });
    expect(await live()).toMatchObject({ state: 'running', restarts: 0 });
    writeFileSync(path.join(folder, 'notes.yaml'), NOTES.replace('All.', 'All notes.'));
    expect(await codeAtExit(dev)).toBe(BROKEN_PIPE);
    await vi.waitUntil(() => !isAlive(pid), { timeout: 10_000 });
  },
);

test.skipIf(process.platform === 'win32')('SIGHUP, which a closed terminal sends, ends it like Ctrl-C', async () => {
  const dev = start('pipe');
  let printed = '';
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (chunk) => (printed += String(chunk)));
  await vi.waitUntil(() => printed.includes('Ready in'), { timeout: 120_000 });
  dev.kill('SIGHUP');
  expect(await codeAtExit(dev)).toBe(129);
});
