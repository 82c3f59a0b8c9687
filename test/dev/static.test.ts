// Only files of the site's folder are served, and foreign sites cannot read them.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDevFront } from '../../generator/dev/front.ts';
import { fileOf } from '../../generator/dev/static.ts';
import { type Listening, listen } from '../../generator/mock/http.ts';

const scratch = path.resolve(import.meta.dirname, '../../.octavo/tmp/dev-static');
const site = path.join(scratch, 'site');
let listening: Listening;
let front: ReturnType<typeof createDevFront>;

beforeAll(async () => {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(path.join(site, 'h-email'), { recursive: true });
  writeFileSync(path.join(scratch, 'secret.txt'), 'secret');
  writeFileSync(path.join(scratch, 'site.json'), 'secret');
  writeFileSync(path.join(site, '.hidden'), 'secret');
  writeFileSync(path.join(site, 'index.html'), '<html><body>portal <script>"</body>"</script></body></html>');
  writeFileSync(path.join(site, 'h-email/index.html'), 'reference');
  writeFileSync(path.join(site, 'h-email/openapi.json'), '{}');
  symlinkSync(path.join(scratch, 'secret.txt'), path.join(site, 'link.txt'));
  front = createDevFront({
    site,
    mocks: () => 'http://127.0.0.1:4001/mock',
    status: () => ({ ready: true }),
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
  test('the portal, with the reload script at its end', async () => {
    const { status, text } = await get('/');
    expect(status).toBe(200);
    expect(text).toContain('<script>"</body>"</script><script src="/-/reload.js" defer></script></body>');
  });

  test('a page’s own policy additionally allows only this address', async () => {
    const table = [
      ["default-src 'none'; script-src 'sha256-x'", "connect-src 'self'; default-src 'none'; script-src 'self' 'sha256-x'"],
      ["connect-src 'none';script-src 'self' file:", "connect-src 'self'; script-src 'self' file:"],
    ] as const;
    for (const [given, want] of table) {
      writeFileSync(path.join(site, 'policy.html'), `<meta http-equiv="Content-Security-Policy" content="${given}"><body></body>`);
      expect((await get('/policy.html')).text).toContain(`content="${want}"`);
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

  test('case 50: no path leads out of the folder', () => {
    for (const target of outside) {
      const file = fileOf(target);
      if (file !== undefined) expect(path.join(site, file).startsWith(`${site}${path.sep}`)).toBe(true);
    }
  });
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
    await expect(listen(() => {}, listening.port, '127.0.0.1')).rejects.toMatchObject({
      code: 'port-taken',
      exitCode: 3,
      fix: expect.stringContaining(`--port ${listening.port + 1}`),
    });
  });
});
