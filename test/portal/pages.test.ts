// The portal's pages in Chromium, wide and narrow, light and dark: accessible, light, reachable by keyboard, at home under any path, and without
// Redocly.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServeFile } from '../../generator/dev/static.ts';
import { type Listening, listen } from '../../generator/mock/http.ts';
import { axeFindings } from '../support/axe.ts';
import { chromiumPath, launch } from '../support/chromium.ts';
import { byEffort, sampleOf } from '../support/effort.ts';
import { builtSite, open, services } from './support.ts';

let site: string;
beforeAll(async () => {
  site = await builtSite();
});

const read = (name: string): string => readFileSync(join(site, name), 'utf8');

/** Bytes of a page's HTML and of the scripts and styles that it names, gzipped. */
function weigh(name: string): number {
  const html = read(name);
  const folder = name.split('/').slice(0, -1).join('/');
  const named = [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, file = '']) => join(folder, file));
  return [html, ...named.map((file) => read(file))].reduce((sum, text) => sum + gzipSync(text).length, 0);
}

test('the shell, what every page loads, weighs at most 150 kB gzipped; so does every page but the console', () => {
  const shell = ['base.css', 'theme.js', 'shell.js'].reduce((sum, file) => sum + gzipSync(read(`assets/${file}`)).length, 0);
  expect(shell).toBeLessThan(150_000);
  for (const name of [
    'index.html',
    'statements.html',
    'changelog.html',
    'sandbox.html',
    'h-email/index.html',
    'h-email/schemas/LikelyEmail.html',
  ]) {
    if (readdirSync(site, { recursive: true, encoding: 'utf8' }).includes(name)) expect(weigh(name), name).toBeLessThan(150_000);
  }
});

test('the documents are there to download, and each operation as Markdown, listed in llms.txt', () => {
  const listed = read('llms.txt');
  for (const { id, operations, title } of services) {
    expect(listed).toContain(`## ${title}`);
    expect(JSON.parse(read(`${id}/openapi.json`)).info.title).toBe(title);
    expect(read(`${id}/openapi.yaml`)).toContain(`title: ${title}`);
    for (const { name, method, path } of operations) {
      expect(listed).toContain(`(${id}/operations/${name}.md)`);
      expect(read(`${id}/operations/${name}.md`)).toContain(`# ${method} ${path}\n`);
    }
  }
  expect(read('h-email/operations/findEmail.md')).toContain('- `max_duration`: query; integer; at least `3`; at most `20`; default `10`.');
});

// What follows needs a browser.
describe.skipIf(chromiumPath === undefined)('in Chromium', () => {
  let browser: Browser;
  let server: Listening;
  beforeAll(async () => {
    browser = await launch();
    // Under a path, as many static hosts serve a site: links must be relative.
    const serve = createServeFile(site);
    server = await listen(
      (request, response) => {
        request.url = request.url?.replace('/deep/docs', '') ?? '/';
        void serve(request, response).then(
          (isSent) => isSent || response.writeHead(404, { 'content-type': 'text/html' }).end(read('404.html')),
        );
      },
      0,
      '127.0.0.1',
    );
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const pages = [
    'index.html',
    'statements.html',
    'changelog.html',
    'h-email/index.html',
    'e-scheduling/schemas/EventType.html',
    'h-email/schemas/EmailFinderResponse.html',
  ];

  /** Colour scheme, and width in pixels. */
  const LOOKS = [
    ['light', 1280],
    ['light', 390],
    ['dark', 1280],
    ['dark', 390],
  ] as const;

  test.each(sampleOf(pages, 3))('%s: axe finds nothing, nothing scrolls sideways, no error and no outside request', async (name) => {
    // Each page in another look, where a run is quick.
    for (const [scheme, width] of byEffort<readonly (typeof LOOKS)[number][]>({
      quick: LOOKS.slice(pages.indexOf(name) % 4).slice(0, 1),
      deep: LOOKS,
    })) {
      const { page, outside, errors } = await open(browser, `${server.url}/deep/docs/${name}`, { width, scheme });
      await page.waitForLoadState('networkidle');
      // Each part of a page is made as the others are. axe takes seconds for the thousand operations of the home page, if it shows them all.
      for (const details of sampleOf(await page.locator('details').all(), 3))
        await details.evaluate((element) => element.setAttribute('open', ''));
      const found = await axeFindings(page);
      const where = `${scheme}, ${width} px`;
      expect(found, where).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), where).toBeLessThanOrEqual(1);
      expect([...outside, ...errors], where).toEqual([]);
      await page.close();
    }
  });

  test.each(sampleOf(['deep/docs/h-email/no/such/page', 'deep/docs/nowhere.html'], 1))(
    '%s: the page for missing addresses finds the site',
    async (missing) => {
      const { page, outside } = await open(browser, `${server.url}/${missing}`);
      await page.getByRole('button', { name: 'Dark theme' }).waitFor();
      expect(await page.getByRole('link', { name: 'All services' }).evaluate((link) => (link as HTMLAnchorElement).href)).toBe(
        `${server.url}/deep/docs/index.html`,
      );
      await expect.poll(() => page.evaluate('getComputedStyle(document.querySelector(".button.primary")).borderRadius')).not.toBe('0px');
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press('/');
      await page.fill('.search-head input', 'findEmail');
      await page.locator('#search-results a').first().click();
      await page.waitForURL(/deep\/docs\/h-email\/index\.html/);
      expect(outside).toEqual([]);
      await page.close();
    },
  );

  test('the page for missing addresses can be read where its styles and scripts are not found', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(`${server.url}/deep/docs/h-email/no/such/page`);
    expect(await page.locator('h1').innerText()).toBe('There is no page at this address');
    expect((await page.locator('.brand svg').boundingBox())?.width).toBe(24);
    await page.close();
  });

  test('every link of the home page leads to a page, under any path', async () => {
    const { page } = await open(browser, `${server.url}/deep/docs/index.html`);
    const links = await page
      .locator('a[href]')
      .evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href.split('#')[0] ?? ''));
    for (const link of new Set(links)) {
      expect(link).toMatch(`${server.url}/deep/docs/`);
      expect((await fetch(link)).status, link).toBe(200);
    }
    await page.close();
  });

  test('the home page lists all operations, filters them, and names mocks', async () => {
    const { page } = await open(browser, join(site, 'index.html'));
    const listed = services.reduce(
      (sum, { operations, webhooks, callbacks }) => sum + operations.length + webhooks.length + callbacks.length,
      0,
    );
    expect(await page.locator('.service').count()).toBe(services.length);
    expect(await page.locator('.service .operation').count()).toBe(listed);
    expect(await page.locator('#h-email [data-place="mock"] code').innerText()).toBe('http://127.0.0.1:4999/mock/h-email/v2');
    await page.fill('#filter', 'sms post');
    const shown = await page.locator('.operation:visible').allInnerTexts();
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((text) => !/sms/i.test(text) && !/post/i.test(text))).toEqual([]);
    expect(await page.locator('#filter-said').innerText()).toMatch(/^\d+ operations in \d+ services$/);
    await page.fill('#filter', '');
    expect(await page.locator('.service:visible').count()).toBe(services.length);
    await page.close();
  });

  test('the theme switch holds on the next page', async () => {
    const { page } = await open(browser, `${server.url}/deep/docs/index.html`);
    const ground = (): Promise<unknown> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    await page.getByRole('button', { name: 'Dark theme' }).click();
    expect(await page.getByRole('button', { name: 'Dark theme' }).getAttribute('aria-pressed')).toBe('true');
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.goto(`${server.url}/deep/docs/statements.html`);
    expect(await ground()).toBe(dark);
    await page.close();
  });

  test('the keyboard alone reaches everything on the home page', async () => {
    const { page } = await open(browser, join(site, 'index.html'));
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    const wanted = await page.locator('a:visible, button:visible, summary:visible, input:visible').count();
    const reached = new Set<string>();
    for (let step = 0; step < wanted + 20; step++) {
      reached.add(
        String(await page.evaluate('[...document.querySelectorAll("a, button, summary, input")].indexOf(document.activeElement)')),
      );
      await page.keyboard.press('Tab');
    }
    reached.delete('-1');
    // The link that skips to the content is visible only while it has the focus.
    expect(reached.size).toBeGreaterThanOrEqual(wanted - 1);
    await page.close();
  });

  test('on a phone, the menu opens the navigation', async () => {
    const { page } = await open(browser, join(site, 'statements.html'), { width: 390 });
    expect(await page.locator('#site-menu').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Console' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('#site-menu').isVisible()).toBe(false);
    await page.close();
  });

  test('without Redocly, the reference lists operations at the same addresses, and says what Redocly adds', async () => {
    const { page } = await open(browser, `${server.url}/deep/docs/h-email/index.html#/discovery/findemail`);
    expect(await page.locator('.notice').innerText()).toContain('npm i -D @redocly/cli');
    const section = page.locator('[id="/discovery/findemail"]');
    expect(await section.innerText()).toContain('/email-finder');
    expect(await section.getByRole('link', { name: 'Try it in the console' }).getAttribute('href')).toBe(
      '../console.html#/h-email/findEmail',
    );
    await page.close();
  });

  test('the page of a schema has its fields, and leads to the operations that use it', async () => {
    const { page } = await open(browser, join(site, 'h-email/schemas/LikelyEmail.html'));
    const field = page.locator('[id="score"]');
    expect(await field.innerText()).toMatch(/^score integer or null required/);
    expect(await page.getByRole('link', { name: 'EmailFinderResponse' }).count()).toBe(1);
    await page.locator('main a').filter({ hasText: '/email-finder' }).click();
    await page.waitForURL(/h-email\/index\.html#\/discovery\/findemail$/);
    await page.close();
  });
});
