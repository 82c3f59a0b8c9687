// Tests `octavo proxy` as a process: exit codes, the command after `--`, and how it ends.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { octavo, start } from '../cli/run.ts';
import { sampleOf } from '../support/effort.ts';
import { BOOKS } from './support.ts';

let cwd = '';
let server: Server;
let port = 0;
beforeAll(async () => {
  cwd = mkdtempSync(path.join(tmpdir(), 'octavo-proxy-test-'));
  writeFileSync(path.join(cwd, 'api.yaml'), BOOKS);
  writeFileSync(
    path.join(cwd, 'client.mjs'),
    'const [path, code] = process.argv.slice(2);\nif (path !== "") await fetch(process.env.OCTAVO_PROXY_URL + path);\nconsole.log("client");\nprocess.exitCode = Number(code);\n',
  );
  server = createServer((_, response) => response.setHeader('content-type', 'application/json').end('{"id":7,"title":"Sand"}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(cwd, { recursive: true, force: true });
});

const proxy = (...rest: string[]) => ['proxy', 'api.yaml', '--target', `http://127.0.0.1:${port}`, ...rest];
const client = (route: string, code: number) => ['--', process.execPath, 'client.mjs', route, String(code)];

const outcomes: readonly (readonly [what: string, options: string[], route: string, code: number, want: number])[] = [
  ['a client that does as declared', [], '/books/7', 0, 0],
  ['a client that fails', [], '/books/7', 5, 5],
  ['a client with a finding', [], '/books/7?colour=red', 0, 1],
  ['a client with a finding whose check is off', ['--off', 'undeclared-parameter'], '/books/7?colour=red', 0, 0],
  ['a client that does not use all operations', ['--on', 'never-exercised'], '/books/7', 0, 1],
  ['a response within the time of a check', ['--on', 'response-time=60000'], '/books/7', 0, 0],
  ['a response beyond the time of a check', ['--on', 'response-time=0'], '/books/7', 0, 1],
  ['a client that does not use the proxy', [], '', 0, 3],
];
test.each(sampleOf(outcomes, 1))('%s', async (_, options, route, code, want) => {
  const outcome = await octavo(proxy('--port', '0', ...options, ...client(route, code)), { cwd });
  expect([outcome.code, outcome.signal], outcome.stderr).toEqual([want, null]);
  expect(outcome.stdout).toMatch(/^client\n/);
});

test('one JSON document on stdout, and options of the command are its own', async () => {
  const command = [
    '--',
    process.execPath,
    '-e',
    'fetch(process.env.OCTAVO_PROXY_URL + "/books/7").then(() => console.log("out"))',
    '--',
    '--debug',
  ];
  const outcome = await octavo(proxy('--port', '0', '--json', ...command), { cwd });
  expect(JSON.parse(outcome.stdout)).toMatchObject({ ok: true, exitCode: 0, exchanges: 1, findings: [], undeclared: [] });
  expect(outcome.stderr).toContain('out');
});

test('--mock starts a mock of the document as the service', async () => {
  const script = `
const headers = { authorization: 'Bearer sesame', 'content-type': 'application/json' };
const read = await fetch(process.env.OCTAVO_PROXY_URL + '/books/7', { headers });
const create = await fetch(process.env.OCTAVO_PROXY_URL + '/books', { method: 'POST', headers, body: '{"title":""}' });
console.log(read.status, typeof (await read.json()).title, create.status);`;
  const { code, stdout, stderr } = await octavo(
    ['proxy', 'api.yaml', '--mock', '--port', '0', '--', process.execPath, '--input-type=module', '-e', script],
    { cwd },
  );
  expect(stdout, stderr).toMatch(/^200 string 400\n/);
  expect(stdout).toContain('valid-request: createBook (POST /books)');
  expect(stdout).toContain('--data-binary \'{"title":""}\'');
  expect(stdout).toMatch(/2 requests to 2 of 2 operations of http:\/\/127\.0\.0\.1:\d+\/mock\/api\/v1: 1 finding\.$/m);
  expect(code).toBe(1);
});

test.each(sampleOf(['SIGINT', 'SIGTERM'] as const, 1))('%s ends it with a report', async (signal) => {
  const { child, outcome } = start(proxy('--port', '0', '--record', `${signal}.har`), { cwd });
  const url = await new Promise<string>((resolve) => child.stdout?.once('data', (text: string) => resolve(text.trim())));
  await fetch(`${url}/shelves`);
  child.kill(signal);
  const { code, stdout, stderr } = await outcome;
  expect(stderr).toContain('undeclared-operation: GET /v1/shelves\n');
  expect(stdout).toContain('undeclared-operation: GET /v1/shelves (1 request)');
  expect(stderr).toContain(`Recorded 1 exchange in ${signal}.har, with secrets redacted.\n`);
  expect(JSON.parse(readFileSync(path.join(cwd, `${signal}.har`), 'utf8')).log.entries).toHaveLength(1);
  expect(code).toBe(1);
});

test('the time limit ends it', async () => {
  const { code, stdout } = await octavo(proxy('--port', '0', '--max-time', '0.2'), { cwd });
  expect(stdout).toContain('never exercised: readBook (GET /books/{id})');
  expect(code).toBe(0);
});

const refused: readonly (readonly [args: () => string[], code: number, message: string])[] = [
  [() => ['proxy', 'api.yaml'], 2, 'There is no service behind the proxy.'],
  [() => ['proxy', 'api.yaml', '--target', 'ftp://a'], 2, '`ftp://a` is not an http or https address.'],
  [() => ['proxy', 'api.yaml', '--target', 'http://service.example'], 2, 'add `--allow-host service.example`'],
  [() => proxy('--max-time', 'soon'), 2, '`soon` is not a number.'],
  [() => proxy('--off', 'declared-stauts'), 2, 'There is no check `declared-stauts`.'],
  [() => proxy('--replace'), 2, '`--replace` needs `--record`.'],
  [() => proxy('npm'), 2, '`npm` is one document too many.'],
  [() => proxy('--port', String(port)), 3, 'is already in use.'],
  [() => proxy('--port', '0', '--', 'no-such-program'), 3, '`no-such-program` cannot be started'],
];
test.each(sampleOf(refused, 1))('%#: what is wrong is said', async (args, want, message) => {
  // Nothing is started, except where a port is named.
  const { code, stderr } = await octavo(args(), { cwd, isApart: args().includes('--port') });
  expect(stderr).toContain(message);
  expect(code).toBe(want);
});
