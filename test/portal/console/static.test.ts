// The console on a static host, in Chromium: operations of all documents open without an error, and with a request that is valid. And how much is
// loaded.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleFiles } from '../../../generator/docs/console/index.ts';
import { appPage } from '../../../generator/docs/page.ts';
import { siteData } from '../../../generator/docs/site-data.ts';
import { type Listening, listen, send as respond } from '../../../generator/mock/http.ts';
import type { Service } from '../../../generator/model/service.ts';
import { portalFolder } from '../../../portal/build.ts';
import { chromiumPath, launch } from '../../support/chromium.ts';
import { documents, serviceOf } from '../../support/documents.ts';
import { byEffort, sampleOf } from '../../support/effort.ts';
import { reusedPage } from '../../support/reused-page.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** Every how many operations one is opened. */
const STEP = byEffort({ quick: 76, deep: 19 });

const services: Service[] = [];
const files = new Map<string, string>();
let host: Listening;
let browser: Browser;
let built: string;

beforeAll(async () => {
  built = await portalFolder();
  for (const document of documents) services.push((await serviceOf(document)).service);
  const frame = { title: 'Interfaces', services: services.map(({ id, title }) => ({ id, title })), pages: new Set<never>(), isDev: false };
  files.set('console.html', appPage(frame, 'console', 'Console'));
  files.set('data/site.json', JSON.stringify(siteData(services, 'Interfaces')));
  for (const service of services) {
    const options = { clientModule: `./${service.id}`, runtime: '@octavo/runtime', runtimeFolder: 'assets/runtime/' };
    for (const [name, text] of consoleFiles(service, options)) files.set(name, text);
  }
  host = await listen(
    (request, response) => {
      const name = (request.url ?? '').slice(1).split('?', 1)[0] ?? '';
      const asset = name.startsWith('assets/') ? readAsset(name.slice('assets/'.length)) : undefined;
      const text = files.get(name) ?? asset;
      if (text === undefined) return respond(response, 404, { 'content-type': 'text/plain' }, `No ${name}`);
      respond(response, 200, { 'content-type': `${TYPES[path.extname(name)] ?? 'text/plain'}; charset=utf-8` }, text);
    },
    0,
    '127.0.0.1',
  );
  if (chromiumPath !== undefined) browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

function readAsset(name: string): string | undefined {
  try {
    return readFileSync(path.join(built, name), 'utf8');
  } catch {
    return undefined;
  }
}

// Chromium may be missing; ../../support/chromium.ts then prints a line that says so.
describe.skipIf(chromiumPath === undefined)('operations of all documents', { timeout: 200_000 }, () => {
  const { show } = reusedPage(() => browser);

  test('open without an error, with a request that is valid', async () => {
    const page: Page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('request', (request) => request.url().startsWith(host.url) || request.url().startsWith('data:') || errors.push(request.url()));
    await page.goto(`${host.url}/console.html`);
    let opened = 0;
    for (const { id: service, operations, webhooks, title } of services) {
      const shown = [...operations.filter((_, index) => index % STEP === 0), ...webhooks.slice(0, 1)];
      for (const { id, summary = id } of shown) {
        const kind = webhooks.some((webhook) => webhook.id === id) ? 'webhook/' : '';
        await page.evaluate(
          (hash) => {
            window.location.hash = hash;
          },
          `#/${service}/${kind}${encodeURIComponent(id)}`,
        );
        await page.locator('#operation-title', { hasText: summary }).waitFor();
        await page.getByText(kind === '' ? '✓ the request is valid' : '✓ the payload is valid').waitFor();
        expect(errors, `${title}: ${id}`).toEqual([]);
        opened++;
      }
    }
    expect(opened).toBeGreaterThan(15);
  });

  test('the address of a document alone opens its first operation, and the title of the tab names what is shown', async () => {
    const page = await show(`${host.url}/console.html#/f-instalments`);
    await page.getByRole('heading', { level: 1, name: 'List payments' }).waitFor();
    await expect.poll(() => page.title()).toBe('List payments · Instalment payment service · Console · Interfaces');
    await page.goto(`${host.url}/console.html#/f-instalments/createPayment`);
    await expect.poll(() => page.title()).toBe('Create a payment · Instalment payment service · Console · Interfaces');
    await page.goto(`${host.url}/console.html#/`);
    await expect.poll(() => page.title()).toBe('Console · Interfaces');
  });

  test.each(sampleOf([1440, 1024, 390], 1))('at %i pixels, the fields of a nested body are wide enough to write in', async (width) => {
    const page = await show(`${host.url}/console.html#/f-instalments/createPayment`, [width, 900, 'light']);
    await page.locator('[data-field="/body/payment"]').waitFor();
    const widths = await page
      .locator('[data-field^="/body"] .asked .input')
      .evaluateAll((inputs) => inputs.map((input) => Math.round(input.getBoundingClientRect().width)).filter((one) => one > 0));
    expect(widths.length).toBeGreaterThan(10);
    expect(Math.min(...widths)).toBeGreaterThan(150);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });

  test('an address that changes while the console appears is followed', async () => {
    const page = await browser.newPage();
    await page.addInitScript(() => {
      const watcher = new MutationObserver(() => {
        if (document.querySelector('.welcome') === null) return;
        watcher.disconnect();
        window.location.hash = '#/h-email/findEmail';
      });
      watcher.observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${host.url}/console.html`);
    await page.locator('#operation-title').waitFor();
  });

  test('without octavo dev, the browser sends, and the page says what that needs', async () => {
    const page = await browser.newPage();
    await page.route(/^https:/, (route) =>
      route.fulfill({ status: 401, json: { errors: [] }, headers: { 'access-control-allow-origin': '*' } }),
    );
    await page.goto(`${host.url}/console.html#/h-email/findEmail`);
    await page.getByText('This page sends with your browser').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send it' }).click();
    await page.locator('.answer-head').getByText('401').waitFor();
    await page.unrouteAll();
    await page.route(/^https:/, (route) => route.abort());
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send it' }).click();
    await page.getByRole('alert').getByText('octavo dev needs no CORS').waitFor();
  });

  test.each(sampleOf(['light', 'dark'] as const, 1))('on a phone, %s, nothing is wider than the screen', async (colorScheme) => {
    for (const hash of [
      '#/h-email/findEmail',
      '#/f-instalments/createPayment',
      '#/b-microblog/searchRecentPosts',
      '#/d-events/socket/channels',
    ]) {
      const page = await show(`${host.url}/console.html${hash}`, [390, 844, colorScheme]);
      await page.locator('#operation-title').waitFor();
      for (const tab of await page.getByRole('tab').all()) await tab.click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }
  });
});

describe('what the browser loads', () => {
  /** The file and all that it imports at once. */
  function loaded(name: string, seen = new Set<string>()): Set<string> {
    if (seen.has(name)) return seen;
    seen.add(name);
    const script = readAsset(name) ?? '';
    for (const [, from = ''] of script.matchAll(/(?:^|[;}])(?:import|export)[^'"()]*["']([^"']+)["']/g))
      loaded(path.posix.join(path.posix.dirname(name), from), seen);
    return seen;
  }
  const weight = (name: string): number => [...loaded(name)].reduce((sum, one) => sum + gzipSync(readAsset(one) ?? '').length, 0);

  test('the console is at most 99 kB gzipped, and the editor and the snippets come when they are needed', () => {
    expect(weight('console.js')).toBeLessThan(99_000);
    expect([...loaded('console.js')].filter((name) => /codemirror|snippets/.test(name))).toEqual([]);
  });

  test('the data and the code of the largest document are at most 130 kB gzipped', () => {
    const own = [...files].filter(([name]) => name.startsWith('data/b-microblog/'));
    expect(own.reduce((sum, [, text]) => sum + gzipSync(text).length, 0)).toBeLessThan(130_000);
  });
});
