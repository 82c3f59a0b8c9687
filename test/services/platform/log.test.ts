// Tests the log of a process: a line of JSON for each request, warning and error, and no credential in any of them.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { loadServices, serviceNames } from '../../../services/index.ts';
import { run } from '../../../services/platform/run/run.ts';
import { createLog } from '../../../services/platform/watch/log.ts';
import { portsFrom } from '../../../services/ports.ts';
import { codeAtExit, endWithProcess } from '../../support/program.ts';
import { TINY_KEY, tinyService } from '../../support/tiny-service.ts';

const command = resolve(import.meta.dirname, '../../../services/bin/octavo-services.js');

/** A sandbox whose log is kept. */
async function logged(services: Parameters<typeof run>[0], options: { trustedProxies?: readonly string[]; level?: 'error' | 'info' } = {}) {
  const lines: string[] = [];
  const log = createLog(options.level ?? 'info', { write: (line) => lines.push(line) });
  const { trustedProxies } = options;
  const running = await run(services, { host: '127.0.0.1', port: portsFrom(0), watcher: log, warn: log.warn, trustedProxies });
  onTestFinished(() => running.close());
  const parsed = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { lines, parsed, documents: running.services.flatMap(({ documents }) => documents), services: running.services };
}

const COMMON = { level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), pid: process.pid, service: 'tiny', document: 'h-email' };
const ID = expect.stringMatching(/^[\da-f-]{36}$/);

test('a request is a line with its identifier, service, operation, status and duration', async () => {
  const { parsed, documents } = await logged([tinyService()]);
  const url = documents[0]?.url ?? '';
  const response = await fetch(`${url}/account?api_key=${TINY_KEY}`);
  await fetch(`${url}/account?api_key=wrong`);
  await fetch(`${url}/nothing`, { method: 'DELETE' });
  await fetch(`${new URL(url).origin}/healthz`);
  const facts = { ...COMMON, requestId: ID, durationMs: expect.any(Number), client: '127.0.0.1', msg: 'request' };
  expect(parsed()).toEqual([
    { ...facts, operationId: 'getAccount', method: 'GET', status: 200 },
    { ...facts, operationId: 'getAccount', method: 'GET', status: 401, fault: 'unauthorized' },
    { ...facts, method: 'DELETE', status: 404, fault: 'not-found' },
  ]);
  expect(response.headers.get('x-request-id')).toBe(parsed()[0]?.requestId);
});

test('a socket is a line when it opens, and so is what is not well-formed HTTP', async () => {
  const { lines, parsed, documents } = await logged(await loadServices(['d-events']), { trustedProxies: ['127.0.0.1'] });
  const { host, hostname, port } = new URL(documents[0]?.url ?? '');
  const headers = { 'x-request-id': 'of-the-proxy', 'x-forwarded-for': '203.0.113.9' };
  const socket = new WebSocket(`ws://${host}/app/2f9c0b7ae41d?protocol=7`, { headers });
  onTestFinished(() => socket.terminate());
  await once(socket, 'message');
  const malformed = connect(Number(port), hostname).end('nonsense\r\n\r\n');
  await once(malformed.resume(), 'close');
  expect(parsed()).toMatchObject([
    { service: 'd-events', requestId: 'of-the-proxy', client: '203.0.113.9', method: 'GET', status: 101, msg: 'request' },
    { service: 'd-events', requestId: ID, method: '', status: 400, fault: 'invalid-request' },
  ]);
  expect(lines.join('')).not.toContain('2f9c0b7ae41d');
});

test('an error is a line with its stack, and its request a line at the level of errors', async () => {
  const { parsed, documents } = await logged([tinyService()], { level: 'error' });
  await fetch(`${documents[0]?.url}/account?api_key=${TINY_KEY}`);
  await fetch(`${documents[0]?.url}/domain-search?api_key=${TINY_KEY}&domain=a.example`);
  const facts = { ...COMMON, level: 'error', requestId: ID, operationId: 'searchDomain' };
  expect(parsed()).toEqual([
    { ...facts, error: { name: 'Error', message: 'This handler fails.', stack: expect.stringContaining('tiny-service.ts') }, msg: 'error' },
    {
      ...facts,
      method: 'GET',
      status: 500,
      fault: 'internal-error',
      durationMs: expect.any(Number),
      client: '127.0.0.1',
      msg: 'request failed',
    },
  ]);
  expect(parsed()[0]?.requestId).toBe(parsed()[1]?.requestId);
});

test('the identifier and the client are those of a trusted proxy, and of no other caller', async () => {
  const headers = { 'x-request-id': 'of-the-proxy', 'x-forwarded-for': '203.0.113.9' };
  for (const [trustedProxies, want] of [
    [['127.0.0.1'], { requestId: 'of-the-proxy', client: '203.0.113.9' }],
    [[], { requestId: ID, client: '127.0.0.1' }],
  ] as const) {
    const { parsed, documents } = await logged([tinyService()], { trustedProxies });
    const response = await fetch(`${documents[0]?.url}/account?api_key=${TINY_KEY}`, { headers });
    expect(parsed()).toMatchObject([want]);
    expect(response.headers.get('x-request-id')).toBe(parsed()[0]?.requestId);
  }
});

/** A credential, its secret part, and both as they are written in headers and addresses. */
function formsOf(value: string): readonly string[] {
  const secret = value.slice(value.indexOf(':') + 1);
  return [value, secret].flatMap((text) => [text, encodeURIComponent(text), btoa(text)]);
}

test('no line has a credential of the seeds, wherever a caller has put it', async () => {
  const { lines, documents, services } = await logged(await loadServices(serviceNames));
  const values = services.flatMap(({ credentials }) => credentials.map(({ value }) => value));
  expect(values.length).toBeGreaterThan(25);
  const json = { 'content-type': 'application/json' };
  for (const { name, url } of documents) {
    const own = services.find(({ documents }) => documents.some((one) => one.name === name))?.credentials ?? [];
    for (const value of own.map((one) => one.value)) {
      const encoded = encodeURIComponent(value);
      const body = JSON.stringify({ token: value, api_key: value, text: value });
      const requests: [string, RequestInit][] = [
        ...[`Bearer ${value}`, `Basic ${btoa(value)}`, `Instalments-Auth ${value}`].map((authorization): [string, RequestInit] => [
          `${url}/account`,
          { headers: { authorization, 'x-request-id': value, cookie: `session=${encoded}`, 'x-api-key': value } },
        ]),
        [`${url}/${encoded}?api_key=${encoded}&oauth_token=${encoded}&access_token=${encoded}&auth_key=${encoded}`, {}],
        [`${url}/oauth2/token`, { method: 'POST', headers: json, body }],
        [`${url}/domain-search?domain=${encoded}&api_key=${encoded}`, {}],
      ];
      await Promise.all(requests.map(async ([target, init]) => (await fetch(target, init)).arrayBuffer()));
    }
  }
  expect(lines.length).toBeGreaterThan(5 * values.length);
  const all = lines.join('');
  expect(values.filter((value) => formsOf(value).some((form) => all.includes(form)))).toEqual([]);
});

test('the command writes only lines of JSON to stderr where a level is given, without credentials', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { ...process.env, OCTAVO_LOG_LEVEL: 'info' };
  const child = spawn(process.execPath, [command, 'h-email', '--memory', '--port', '0', '--public-url', 'https://email.example.com'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithProcess(child);
  onTestFinished(() => void child.kill('SIGKILL'));
  let errors = '';
  child.stderr.on('data', (text: Buffer) => {
    errors += String(text);
  });
  const { documents } = JSON.parse(String((await once(child.stdout, 'data'))[0])) as { documents: { url: string }[] };
  await (await fetch(`${documents[0]?.url}/account`)).arrayBuffer();
  child.kill('SIGTERM');
  expect(await codeAtExit(child)).toBe(143);
  const lines = errors
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toMatchObject([
    { level: 'info', msg: 'ready', documents },
    { level: 'warn', msg: expect.stringContaining('Seeded credentials are refused, since --public-url names other hosts') },
    { level: 'warn', msg: expect.stringContaining('plain HTTP') },
    { level: 'info', msg: 'request', operationId: 'getAccount', status: 401 },
  ]);
  const [email] = await loadServices(['h-email']);
  for (const { value } of email?.credentials ?? []) expect(errors).not.toContain(value);
});
