// Runs `octavo conform` as users do: exit codes, what is printed, and that no credential is.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { inKeptOrder } from '../../generator/conform/run/order.ts';
import { octavo, start } from '../cli/run.ts';
import { allowOf, BOOKS, serviceFrom } from './support.ts';

const SECRET = 'sesame-of-the-command';
const folder = mkdtempSync(path.join(tmpdir(), 'octavo-conform-command-'));
let address = '';
/** Whether the service answers 500 where a book has a year. */
let isFaulty = false;
/** Whether it finds no book. */
let isEmpty = false;
const judge = await createJudge(await serviceFrom(BOOKS));

const server = createServer(async (incoming, outgoing) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
  const { method = 'GET', url = '', headers } = incoming;
  const body = new Uint8Array(Buffer.concat(chunks));
  const answer = (status: number, value?: unknown): void => {
    if (status === 405) outgoing.setHeader('allow', allowOf(url));
    outgoing.writeHead(status, value === undefined ? {} : { 'content-type': 'application/json' });
    outgoing.end(value === undefined ? undefined : JSON.stringify(value));
  };
  if (headers.authorization !== `Bearer ${SECRET}`) return answer(401);
  if (isFaulty && Buffer.from(body).includes('"year"')) return answer(500);
  const given = headers as Readonly<Record<string, string>>;
  const verdict = await judge.request({ method, target: url.slice('/v1'.length), headers: given, ...(body.length === 0 ? {} : { body }) });
  if (!verdict.accepted) return answer(verdict.status);
  if (isEmpty && verdict.operation.id === 'readBook') return answer(404);
  return answer(verdict.operation.id === 'createBook' ? 201 : 200, { id: 1, title: 'Sand' });
});

beforeAll(async () => {
  writeFileSync(path.join(folder, 'books.yaml'), BOOKS);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listening = server.address();
  address = `http://127.0.0.1:${typeof listening === 'object' && listening !== null ? listening.port : 0}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command in this process, since to start another takes most of its time. */
function conform(...args: readonly string[]) {
  return octavo(...command(args));
}

const command = (args: readonly string[]) =>
  [['conform', 'books.yaml', '--allow-writes', ...args], { cwd: folder, env: { BOOKS_TOKEN: SECRET } }] as const;

test('without findings it exits with 0', async () => {
  const { code, stdout, stderr } = await start(...command(['--target', address, '--credential', 'token=BOOKS_TOKEN', '--seed', '7']))
    .outcome;
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^\d+ requests to 2 operations of http:\/\/127\.0\.0\.1:\d+\/v1 in [\d.]+ s, seed 7: no findings\.\n$/m);
});

test('with findings it exits with 1, and prints no credential', async () => {
  isFaulty = true;
  const { code, stdout } = await conform('--target', address, '--credential', 'token=BOOKS_TOKEN').finally(() => {
    isFaulty = false;
  });
  expect(code).toBe(1);
  expect(stdout).toContain('no-server-error: createBook (POST /books)\n  The service failed: status 500.\n');
  expect(stdout).not.toContain(SECRET);
});

test('what it would do is listed, and nothing is sent', async () => {
  const { code, stdout } = await conform('--target', 'http://127.0.0.1:1', '--plan');
  expect([code, stdout]).toEqual([
    0,
    '1 operation may create or change something:\n  createBook (POST /books)\n1 operation reads only.\nNothing was sent to http://127.0.0.1:1.\n',
  ]);
});

test('without findings it exits with 4 where too little was tried', async () => {
  isEmpty = true;
  const args = ['--target', address, '--credential', 'token=BOOKS_TOKEN', '--no-sequences'];
  const { code, stdout } = await conform(...args).finally(() => {
    isEmpty = false;
  });
  expect(stdout).toMatch(/^No success: readBook, since \d+ valid requests got 404\.$/m);
  expect(stdout).toContain('Only 1 of 2 operations answered a valid request with success, less than 80 % (`--min-success`).');
  expect(code).toBe(4);
});

test.each<readonly [what: string, code: number, args: readonly string[], message: RegExp]>([
  ['no target', 2, [], /There is no service to test/],
  ['another host', 2, ['--target', 'http://books.example'], /add `--allow-host books\.example`/],
  ['a scheme that is not declared', 2, ['--target', 'http://127.0.0.1:1', '--credential', 'key=BOOKS_TOKEN'], /no security scheme `key`/],
  ['a variable that is not set', 2, ['--target', 'http://127.0.0.1:1', '--credential', 'token=NO_TOKEN'], /names no environment variable/],
  [
    'a credential in place of a variable',
    2,
    ['--target', 'http://127.0.0.1:1', '--credential', 'token=s3cret'],
    /`token=…` names no environment/,
  ],
  ['no credential', 2, ['--target', 'http://127.0.0.1:1'], /No operation can be called/],
  ['a number that is none', 2, ['--target', 'http://127.0.0.1:1', '--rate', 'fast'], /`fast` is not a number/],
  ['a service that does not answer', 3, ['--target', 'http://127.0.0.1:1', '--credential', 'token=BOOKS_TOKEN'], /does not answer/],
])('%s exits with %i', async (_, code, args, message) => {
  const outcome = await conform(...args);
  expect(outcome.stderr).toMatch(message);
  expect(outcome.code).toBe(code);
});

test('the order in which operations succeed is kept, without values; a broken file is ignored, with a line', async () => {
  const kept = path.join(folder, '.octavo/conform');
  const read = (): readonly (readonly [file: string, text: string])[] =>
    readdirSync(kept).map((name) => [path.join(kept, name), readFileSync(path.join(kept, name), 'utf8')]);
  const [[file, text] = ['', '']] = read();
  expect(text).toBe('["createBook","readBook"]');
  writeFileSync(file, '["createBook"');
  const { code, stderr } = await conform('--target', address, '--credential', 'token=BOOKS_TOKEN');
  expect(code).toBe(0);
  expect(stderr).toContain('cannot be read and is ignored');
  expect(read()).toEqual([[file, text]]);
  const { operations } = await serviceFrom(BOOKS);
  expect(inKeptOrder(operations, ['readBook', 'createBook', 'gone']).map(({ id }) => id)).toEqual(['readBook', 'createBook']);
});
