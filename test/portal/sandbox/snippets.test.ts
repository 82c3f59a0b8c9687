// The receivers that the deliveries view shows are run as they are copied: each takes what the runtime signs, and refuses what was changed.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { hmacHexSignature, standardSignature, timestampedSignature, type WebhookSignature } from '@octavo/runtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifySnippets } from '../../../portal/sandbox/verify-snippet.ts';
import { root } from '../../support/documents.ts';

const folder = path.join(root, '.octavo/tmp/verify-snippets');
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = '{"event":"booked","note":"Zoë\'s"}';
/** Machines without Python cannot run its receiver. */
const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;
const programs: ChildProcess[] = [];

const rows: readonly (readonly [name: string, receiver: Parameters<typeof verifySnippets>[0], signature: WebhookSignature])[] = [
  ['hmac-hex', { scheme: 'hmac-hex', algorithm: 'HMAC-SHA256', header: 'x-signature' }, hmacHexSignature({ header: 'X-Signature' })],
  [
    'hmac-hex with a key',
    { scheme: 'hmac-hex', algorithm: 'HMAC-SHA256', header: 'x-signature', key_header: 'X-Key' },
    hmacHexSignature({ header: 'X-Signature', keyHeader: 'X-Key' }),
  ],
  [
    'hmac-hex of a parameter',
    { scheme: 'hmac-hex', algorithm: 'HMAC-SHA256', header: 'x-signature', parameter: 'pid' },
    hmacHexSignature({ header: 'X-Signature', query: 'pid' }),
  ],
  [
    'timestamped',
    { scheme: 'timestamped', algorithm: 'HMAC-SHA256', header: 'hook-signature', tolerance_seconds: 180 },
    timestampedSignature({ header: 'Hook-Signature', toleranceSeconds: 180 }),
  ],
  [
    'standard',
    { scheme: 'standard', algorithm: 'HMAC-SHA256', header: 'webhook-signature', tolerance_seconds: 300 },
    standardSignature({ toleranceSeconds: 300 }),
  ],
];

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
});
afterAll(() => {
  for (const program of programs) program.kill();
});

/** Starts a program that prints its port. */
async function listening(command: string, file: string): Promise<string> {
  const program = spawn(command, [file], {
    env: { ...process.env, PORT: '0', WEBHOOK_SECRET: SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  programs.push(program);
  const port = await new Promise<string>((resolve, reject) => {
    program.stdout.once('data', (text: Buffer) => resolve(String(text).trim()));
    program.once('exit', (code) => reject(new Error(`${command} ended with ${code}.`)));
  });
  return `http://127.0.0.1:${port}/hook`;
}

/** What the program answers to a request at this address. */
type Ask = (path: string, init: RequestInit) => Promise<number>;

async function start(id: string, code: string, name: string): Promise<Ask> {
  const file = path.join(folder, `${id}-${name.replaceAll(' ', '-')}`);
  if (id === 'runtime') {
    process.env.WEBHOOK_SECRET = SECRET;
    writeFileSync(`${file}.ts`, code);
    const { receive } = (await import(pathToFileURL(`${file}.ts`).href)) as { receive: (request: Request) => Promise<Response> };
    return async (query, init) => (await receive(new Request(`http://127.0.0.1/hook${query}`, init))).status;
  }
  if (id === 'node') {
    writeFileSync(`${file}.mjs`, code.replace(/;\n$/, ".on('listening', function () { console.log(this.address().port); });\n"));
    const url = await listening(process.execPath, `${file}.mjs`);
    return async (query, init) => (await fetch(url + query, init)).status;
  }
  const bound = code.replace(
    /^(HTTPServer\(.*\))\.serve_forever\(\)$/m,
    'server = $1\nprint(server.server_port, flush=True)\nserver.serve_forever()',
  );
  writeFileSync(`${file}.py`, bound);
  const url = await listening('python3', `${file}.py`);
  return async (query, init) => (await fetch(url + query, init)).status;
}

describe.each(rows)('%s', (name, receiver, signature) => {
  const ids = ['runtime', 'node', ...(HAS_PYTHON ? ['python'] : [])];
  test.each(ids)('the receiver with %s', async (id) => {
    const code = verifySnippets(receiver).find((snippet) => snippet.id === id)?.code ?? '';
    const ask = await start(id, code, name);
    const bytes = (text: string) => new TextEncoder().encode(text);
    const signing = { secrets: [SECRET], key: 'a-key' };
    const send = async (signed: string, sent: string, given = signing): Promise<number> => {
      const headers = await signature.sign(bytes(signed), given);
      const isQuery = receiver.parameter !== undefined;
      return ask(isQuery ? `?pid=${encodeURIComponent(sent)}` : '', { method: 'POST', headers, ...(isQuery ? {} : { body: sent }) });
    };
    expect(await send(BODY, BODY)).toBe(204);
    expect(await send(BODY, BODY.replace('booked', 'cancelled'))).toBe(401);
    expect(await send(BODY, BODY, { ...signing, secrets: [SECRET.replace('MfKQ', 'AfKQ')] })).toBe(401);
    if (receiver.tolerance_seconds === undefined) return;
    const late = { ...signing, now: () => Date.now() - 3_600_000 };
    expect(await send(BODY, BODY, late)).toBe(401);
  });
});

test('keys of Ed25519 are for the runtime', () => {
  const snippets = verifySnippets({ scheme: 'standard', algorithm: 'Ed25519', header: 'webhook-signature' });
  expect(snippets.map(({ id }) => id)).toEqual(['runtime']);
});
