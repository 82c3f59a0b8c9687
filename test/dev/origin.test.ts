// Runs `octavo dev` on a hostile document and opens its reference in Chromium: nothing of the document runs in the origin of the portal.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { chromiumPath, launch } from '../support/chromium.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, '.octavo/tmp/dev-origin');

const script = "globalThis.PWNED=1; try { parent.PWNED=1 } catch {} ; document.title='PWNED'";
const evil = (origin: string) => `Hello.

<script src="${origin}/mock/evil/pwn.js"></script>

<iframe srcdoc="<script src='${origin}/mock/evil/pwn.js'></script>"></iframe>

<iframe src="${origin}/mock/evil/page"></iframe>

\`<meta http-equiv=refresh content="0;url=${origin}/mock/evil/page">\`

<meta http-equiv=refresh content="0;url=${origin}/mock/evil/page">

<b>bold</b>`;

const document = {
  openapi: '3.1.0',
  info: { title: 'Evil', version: '1', description: evil('') },
  servers: [{ url: 'https://x.example' }],
  paths: Object.fromEntries(
    [
      ['/pwn.js', 'text/javascript', script],
      ['/page', 'text/html', `<title>page</title><script>${script}</script>`],
    ].map(([target = '', type = '', example]) => [
      target,
      {
        get: {
          operationId: target.slice(1, 4),
          description: evil(''),
          responses: { 200: { description: evil(''), content: { [type]: { schema: { type: 'string' }, example } } } },
        },
      },
    ]),
  ),
};

// Chromium may be missing; ../support/chromium.ts then prints a line that says so.
test.skipIf(chromiumPath === undefined)('nothing in a document runs in the origin of the portal', { timeout: 300_000 }, async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  writeFileSync(path.join(folder, 'evil.json'), JSON.stringify(document));
  writeFileSync(path.join(folder, 'octavo.config.mjs'), "export default { documents: ['evil.json'], schema: false };\n");
  const child = spawn(process.execPath, [path.join(root, 'generator/bin/octavo.js'), 'dev', '--port', '0', '--no-open'], { cwd: folder });
  const browser = await launch();
  try {
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)));
    await expect.poll(() => printed, { timeout: 120_000 }).toContain('docs: built evil');
    const [, portal = ''] = /docs +(http:\/\/127\.0\.0\.1:\d+)\//.exec(printed) ?? [];
    const [, mocks = ''] = /(http:\/\/127\.0\.0\.1:\d+)\/mock/.exec(printed) ?? [];
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${portal}/evil/`);
    await expect.poll(() => page.locator('body').innerText(), { timeout: 60_000 }).toContain('<meta http-equiv=refresh');
    await page.waitForTimeout(1000);
    expect(page.url()).toBe(`${portal}/evil/`);
    expect(await page.evaluate(() => ['PWNED' in globalThis, globalThis.document.title])).toEqual([false, 'Evil reference']);
    expect(await page.locator('iframe, meta[http-equiv=refresh]').count()).toBe(0);
    expect(await page.locator('b').first().innerText()).toBe('bold');
    expect(asked.filter((url) => url.includes('/mock/'))).toEqual([]);
    // The mock serves the page of the document, whose script runs there: in an origin that cannot read the portal.
    await page.goto(`${mocks}/mock/evil/page`);
    expect(await page.title()).toBe('PWNED');
    const read = (url: string) =>
      fetch(url).then(
        (answer) => answer.status,
        () => 'refused',
      );
    expect(await page.evaluate(read, `${portal}/-/status`)).toBe('refused');
    await page.goto(`${portal}/mock/evil/page`);
    expect(await page.evaluate(() => 'PWNED' in globalThis)).toBe(false);
  } finally {
    await browser.close();
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});
