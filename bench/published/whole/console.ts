// Opens operations of built sites in the console, and schema pages, in Chromium, and tells what is not as it should be.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { launch } from '../../../test/support/chromium.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};
/** How many operations and schema pages of a site are opened. */
const MOST = 20;
const WAIT = 20_000;

interface SiteOperations {
  readonly services: readonly {
    readonly id: string;
    readonly groups: readonly { readonly operations: readonly { readonly id: string; readonly kind: string }[] }[];
  }[];
}

export async function openConsoles(sites: readonly { readonly id: string; readonly out: string }[]): Promise<string[]> {
  const said: string[] = [];
  const browser = await launch();
  let folder = '';
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '/').slice(1).split('?', 1)[0] ?? '');
    const file = join(folder, name);
    try {
      if (!statSync(file).isFile()) throw new Error('not a file');
      response.writeHead(200, { 'content-type': `${TYPES[extname(file)] ?? 'text/plain'}; charset=utf-8` }).end(readFileSync(file));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    for (const { id, out } of sites) {
      folder = join(out, 'site');
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on(
        'request',
        (request) => /^(data|blob):/.test(request.url()) || request.url().startsWith(origin) || errors.push(`asks ${request.url()}`),
      );
      const data = JSON.parse(readFileSync(join(folder, 'data/site.json'), 'utf8')) as SiteOperations;
      let opened = 0;
      let wrong = 0;
      await page.goto(`${origin}/console.html`);
      for (const service of data.services) {
        const operations = service.groups.flatMap((group) => group.operations).filter(({ kind }) => kind === 'operation');
        const step = Math.max(1, Math.ceil(operations.length / MOST));
        for (const operation of operations.filter((_, index) => index % step === 0)) {
          opened++;
          errors.length = 0;
          const hash = `#/${service.id}/${encodeURIComponent(operation.id)}`;
          try {
            await page.evaluate((to) => {
              window.location.hash = to;
            }, hash);
            await page.waitForFunction(
              (to) =>
                document.querySelector('#operation-title') !== null &&
                decodeURIComponent(window.location.hash).startsWith(decodeURIComponent(to)),
              hash,
              { timeout: WAIT },
            );
            await page
              .locator('.badge, [class*=badge]')
              .filter({ hasText: /request is valid|fault|wrong|invalid|cannot/i })
              .first()
              .waitFor({ timeout: WAIT });
            if ((await page.getByText('✓ the request is valid').count()) === 0) {
              const text = await page.locator('main').innerText();
              errors.push(`not valid: ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`);
            }
          } catch (error) {
            errors.push(String(error).split('\n')[0] ?? '');
          }
          if (errors.length > 0) {
            wrong++;
            if (wrong <= 4) said.push(`console ${id} ${operation.id}: ${errors.slice(0, 3).join(' ; ').slice(0, 500)}`);
          }
        }
      }
      const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.html') && name !== '404.html')
        .slice(0, MOST);
      for (const name of pages) {
        errors.length = 0;
        await page.goto(`${origin}/${encodeURI(name)}`);
        if (errors.length > 0) said.push(`page ${id} ${name}: ${errors.slice(0, 2).join(' ; ').slice(0, 300)}`);
      }
      said.push(`console ${id}: ${opened} opened, ${wrong} wrong`);
      await page.close();
    }
  } finally {
    await browser.close();
    server.close();
  }
  return said;
}
