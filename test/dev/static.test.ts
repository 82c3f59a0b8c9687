// Only files of the site's folder are served, and foreign sites cannot read them.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OctavoError } from '../../generator/base/error.ts';
import { createDevFront } from '../../generator/dev/front.ts';
import { type Listening, listen } from '../../generator/mock/http.ts';
import type { ServedControl } from '../../generator/serve.ts';

const scratch = path.resolve(import.meta.dirname, '../../.octavo/tmp/dev-static');
const site = path.join(scratch, 'site');
let listening: Listening;
let control: ServedControl | undefined;
let front: ReturnType<typeof createDevFront>;

beforeAll(async () => {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(path.join(site, 'h-email'), { recursive: true });
  writeFileSync(path.join(scratch, 'secret.txt'), 'secret');
  writeFileSync(path.join(scratch, 'site.json'), 'secret');
  writeFileSync(path.join(site, '.hidden'), 'secret');
  writeFileSync(path.join(site, 'index.html'), '<html><body>portal</body></html>');
  writeFileSync(path.join(site, 'h-email/index.html'), 'reference');
  writeFileSync(path.join(site, 'h-email/openapi.json'), '{}');
  symlinkSync(path.join(scratch, 'secret.txt'), path.join(site, 'link.txt'));
  front = createDevFront({
    site,
    mocks: () => 'The mocks are at http://127.0.0.1:4001/mock/<document>.',
    status: () => ({ ready: true }),
    control: () => control,
    waiting: () => 'wait',
  });
  listening = await listen(front.handle, 0, '127.0.0.1');
});
afterAll(() => listening.close());

/** One request as it stands: `fetch` would tidy the path first. */
async function get(target: string, head = 'GET', host = '127.0.0.1'): Promise<{ status: number; text: string }> {
  const socket = connect(listening.port, '127.0.0.1');
  socket.write(`${head} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) text += chunk;
  return { status: Number(text.slice(9, 12)), text };
}

describe('pages', () => {
  test('the portal', async () => {
    const { status, text } = await get('/');
    expect(status).toBe(200);
    expect(text).toContain('<html><body>portal</body></html>');
  });

  test('an unchanged file is not sent again, and a prepared compressed one is sent for it', async () => {
    const first = await fetch(`${listening.url}/h-email/openapi.json`);
    const again = await fetch(`${listening.url}/h-email/openapi.json`, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect([first.headers.get('cache-control'), again.status]).toEqual(['no-cache', 304]);
    writeFileSync(path.join(site, 'script.js'), 'plain');
    writeFileSync(path.join(site, 'script.js.gz'), gzipSync('smaller'));
    const compressed = await fetch(`${listening.url}/script.js`, { headers: { 'accept-encoding': 'gzip' } });
    expect([compressed.headers.get('content-type'), await compressed.text()]).toEqual(['text/javascript', 'smaller']);
    expect(await (await fetch(`${listening.url}/script.js`, { headers: { 'accept-encoding': 'identity' } })).text()).toBe('plain');
  });

  test('a file that was replaced is sent whole', async () => {
    for (const text of ['short', 'a longer text than before']) {
      writeFileSync(path.join(site, 'changing.txt'), text);
      const response = await fetch(`${listening.url}/changing.txt`);
      expect([response.headers.get('content-type'), await response.text()]).toEqual(['text/plain; charset=utf-8', text]);
    }
  });

  test('a folder serves its index page; without the final slash it redirects', async () => {
    expect((await get('/h-email/')).text).toContain('reference');
    const { status, text } = await get('/h-email?x=1');
    expect([status, /location: (.*)\r/i.exec(text)?.[1]]).toEqual([308, '/h-email/']);
    expect((await get('/h-email/openapi.json?x=../..')).text).toContain('application/json');
  });

  const outside = [
    '/../secret.txt',
    '/h-email/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/%2E%2e%2fsecret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/%5c..%5csecret.txt',
    '/..\\secret.txt',
    '/index.html%00.txt',
    '/%00',
    '/%zz',
    '//secret.txt',
    '/./index.html',
    '/.hidden',
    '/%2ehidden',
    '/link.txt',
    '/h-email/openapi.json/',
    '/../site.json',
    '/c:/index.html',
  ];
  for (const target of outside) {
    test(`case 50: ${target} is 404`, async () => {
      const { status, text } = await get(target);
      expect(status).toBe(404);
      expect(text).not.toContain('secret\r');
      expect((await get('/')).status).toBe(200);
    });
  }
});

describe('the address', () => {
  test('the address of the mocks instead of a mock, status under /-/', async () => {
    const { status, text } = await get('/mock/x');
    expect([status, text]).toEqual([404, expect.stringContaining('The mocks are at http://127.0.0.1:4001/mock/<document>.')]);
    expect((await get('/mockery')).status).toBe(404);
    expect((await get('/-/status')).text).toContain('"ready": true');
    expect((await get('/', 'POST')).status).toBe(405);
  });

  test('case 92: a foreign Host is rejected', async () => {
    for (const target of ['/', '/-/status']) expect((await get(target, 'GET', 'evil.example:4000')).status).toBe(403);
  });

  test('open pages are told to reload', async () => {
    const stream = await fetch(`${listening.url}/-/events`);
    const reader = stream.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain(': listening');
    front.reload();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('event: reload');
    await reader?.cancel();
  });

  test('case 100: a port in use is reported, with another one to try', async () => {
    const error = await listen(() => {}, listening.port, '127.0.0.1').catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'port-taken', exitCode: 3, fix: expect.stringMatching(/`--port \d+`/) });
    // Other programs may hold the ports right behind, so the suggested one is any that follows.
    const suggested = Number(/--port (\d+)/.exec((error as OctavoError).fix ?? '')?.[1]);
    expect(suggested).toBeGreaterThan(listening.port);
  });
});

describe('the control API', () => {
  const cookies = async (target: string) => (await get(target)).text.match(/^set-cookie: .*$/gim) ?? [];
  afterEach(() => {
    control = undefined;
  });

  test('is reached by pages with a cookie that their scripts cannot read', async () => {
    control = { url: 'http://127.0.0.1:4020/v1', cookie: { name: 'octavo_control', value: 't0ken' } };
    expect(await cookies('/')).toEqual(['set-cookie: octavo_control=t0ken; Path=/; HttpOnly; SameSite=Strict']);
    expect((await get('/-/status')).text).not.toMatch(/^\{.*t0ken/s);
  });

  test('is not there: no cookie', async () => {
    expect(await cookies('/')).toEqual([]);
  });

  test('is not given to a name that an attacker can have chosen', async () => {
    control = { url: 'http://127.0.0.1:4020/v1', cookie: { name: 'octavo_control', value: 't0ken' } };
    const { status, text } = await get('/', 'GET', 'attacker.example');
    expect(status).toBe(403);
    expect(text).not.toContain('t0ken');
  });
});
