// The references that Redocly builds, in a real browser, from files and offline: nothing is loaded from outside, no console errors, hostile text
// stays text.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { serverPath } from '../../generator/base/server-path.ts';
import { buildDocs } from '../../generator/docs/index.ts';
import { operationAnchor } from '../../generator/docs/reference/anchor.ts';
import { samples } from '../../generator/docs/samples/index.ts';
import { readStatementFile } from '../../generator/docs/statements.ts';
import { read } from '../../generator/run/pipeline.ts';
import { axeFindings } from '../support/axe.ts';
import { chromiumPath, launch } from '../support/chromium.ts';
import { project, root, serviceOf, someDocuments } from '../support/documents.ts';
import { byEffort, IS_DEEP, sampleOf } from '../support/effort.ts';
import { reusedPage } from '../support/reused-page.ts';
import { typeCheck } from '../support/type-check.ts';
import { ORDERS } from '../webhooks/documents.ts';

const documents = await Promise.all(
  someDocuments.map(async (document) => {
    const { description, service } = await serviceOf(document);
    return { description, service, held: document.held };
  }),
);
/** Redocly takes seconds for each reference, so a quick run builds two; the one that its tests name is among them. */
const shown = sampleOf(documents, 2);
const services = shown.map(({ service }) => service);
const statements = readStatementFile(project.statements ?? '', root, {}, new Problems());
if (statements === undefined) throw new Error('the statements do not load');

function missing(): never {
  throw new Error('There is no such service, or it has no operation.');
}

const mockUrl = (service: { id: string }, server: string) => `http://127.0.0.1:4999/mock/${service.id}${serverPath(server)}`;
const options = {
  root,
  mockUrl,
  clientModule: ({ id }: { id: string }) => `@octavo/interfaces/${id}`,
  runtime: '@octavo/runtime',
  // Pages are read from files, so no server sends compressed copies.
  hasCopies: false,
};

test('every sample with the typed client type-checks', async () => {
  const files = new Map<string, string>();
  for (const { service, held } of documents) {
    for (const operation of service.operations) {
      const all = samples(service, operation, {
        clientModule: options.clientModule(service),
        runtime: options.runtime,
        mockUrl,
        ...(held === undefined ? {} : { held }),
      });
      const [curl, typed, curlToMock, typedToMock] = all.map(({ source }) => source);
      files.set(`${service.id}-${operation.name}.ts`, typed ?? 'missing');
      files.set(`${service.id}-${operation.name}-mock.ts`, typedToMock ?? 'missing');
      expect(curl).toMatch(/curl .*https:\/\//);
      expect(curlToMock).toMatch(new RegExp(`curl .*http://127\\.0\\.0\\.1:4999/mock/${service.id}[/'"]`));
    }
  }
  expect(files.size).toBe(2 * documents.flatMap(({ service }) => service.operations).length);
  expect(typeCheck(join(root, '.octavo/tmp/samples'), files)).toBe('');
});

describe('the site', () => {
  const site = mkdtempSync(join(tmpdir(), 'octavo-site-'));
  beforeAll(async () => {
    await buildDocs({ ...options, documents: shown, statements, out: site });
  });
  afterAll(() => rmSync(site, { recursive: true, force: true }));

  test('each reference has telemetry off, loads nothing from outside, and shares its script with the others', () => {
    const libraries = new Set<string>();
    for (const { id } of services) {
      const page = readFileSync(join(site, id, 'index.html'), 'utf8');
      const script = readFileSync(join(site, id, 'reference.js'), 'utf8');
      expect(script).toContain('"disableTelemetry":true');
      expect(page + script).not.toMatch(/cdn\.redoc\.ly/);
      expect(page).not.toMatch(/<(?:script|link|img)\b[^>]*\b(?:src|href)="?https?:/);
      for (const [name] of page.matchAll(/redocly-\w+\.js/g)) libraries.add(name);
    }
    expect([...libraries]).toEqual([expect.stringMatching(/^redocly-/)]);
  });

  describe.skipIf(chromiumPath === undefined)('in Chromium', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser.close());

    const reused = reusedPage(() => browser);
    const open = async (path: string, scheme: 'light' | 'dark' = 'light'): Promise<Page> =>
      await reused.show(`${pathToFileURL(site).href}/${path}`, [1280, 900, scheme]);
    /** Gives what a page does late the time to be seen. */
    const settle = (page: Page): Promise<void> => page.waitForTimeout(700);
    /** Tests that open the same reference at an operation follow each other, since a page that has it open does not load it again. */
    const SEARCH = 'h-email/index.html#/discovery/searchdomain';
    const outside = (): string[] => reused.requests.filter((url) => !/^(file|data|blob):/.test(url));

    // One of each kind of page in a quick run: the home page, the statements, and a reference.
    const references = sampleOf(services, 1).map(({ id }) => [`${id}/index.html`, id] as const);
    test.each([['index.html', undefined] as const, ['statements.html', undefined] as const, ...references])(
      '%s: no outside request, no console error, no sideways scroll, at a desk and on a phone; a reference names the mock',
      async (path, id) => {
        const page = await open(path);
        await settle(page);
        if (id !== undefined) {
          await expect.poll(() => page.locator('body').innerText()).toContain(`http://127.0.0.1:4999/mock/${id}`);
          expect(readFileSync(join(site, id, 'openapi.json'), 'utf8')).not.toContain('127.0.0.1:4999');
        }
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 900 });
          await page.waitForTimeout(200);
          const { scrollWidth, innerWidth } = await page.evaluate(() => ({
            scrollWidth: document.documentElement.scrollWidth,
            innerWidth: window.innerWidth,
          }));
          expect(scrollWidth, `${width} px`).toBeLessThanOrEqual(innerWidth + 1);
        }
        expect(outside()).toEqual([]);
        expect(reused.faults).toEqual([]);
      },
    );

    test('a result leads to the operation in its reference, with all samples', async () => {
      const page = await open('index.html');
      await page.keyboard.press('/');
      await page.fill('.search-head input', 'email-verifier');
      await page.locator('#search-results a').first().click();
      await page.waitForURL(/h-email\/index\.html/);
      await expect.poll(() => page.locator('body').innerText()).toContain('/email-verifier');
      const panel = page.locator('.panel-request-samples').filter({ hasText: '/email-verifier' });
      await expect.poll(() => panel.innerText()).toContain('curl ');
      await panel.getByRole('button', { name: 'curl' }).click();
      await page.getByRole('menuitem', { name: 'Typed client', exact: true }).locator('visible=true').click();
      await expect.poll(() => panel.innerText()).toContain('client.verification.verifyEmail');
      await panel.getByRole('button', { name: 'Typed client' }).click();
      await page.getByRole('menuitem', { name: 'curl to the mock' }).locator('visible=true').click();
      await expect.poll(() => panel.innerText()).toContain("curl 'http://127.0.0.1:4999/mock/h-email/v2/email-verifier?email=");
    });

    test.each(sampleOf(services, 1))(
      'every link to an operation of $id is an address of its reference',
      async ({ id, operations: all, webhooks }) => {
        const page = await open('index.html');
        // Redocly shows its page "404" as long as it does not know the address.
        await page.addInitScript(() => {
          new MutationObserver(() => {
            if (document.querySelector('.not-found-page') !== null) document.documentElement.dataset.missing ??= location.hash;
          }).observe(document, { childList: true, subtree: true });
        });
        const anchors = [...all, ...webhooks].map(operationAnchor);
        await page.goto(`${pathToFileURL(join(site, id, 'index.html')).href}${anchors[0]}`);
        await expect.poll(() => page.locator('[class*="panel-"]').count()).toBeGreaterThan(0);
        const missing = await page.evaluate(async (hashes) => {
          const { dataset } = document.documentElement;
          const rewritten: string[] = [];
          for (const hash of hashes) {
            location.hash = hash;
            await new Promise((done) => setTimeout(done, 30));
            if (location.hash !== hash) rewritten.push(`${hash} -> ${location.hash}`);
          }
          return [...(dataset.missing === undefined ? [] : [`404 at ${dataset.missing}`]), ...rewritten];
        }, anchors);
        expect(missing).toEqual([]);
      },
    );

    test.each(
      sampleOf(services, 1).flatMap(({ id }) =>
        byEffort<readonly ('light' | 'dark')[]>({ quick: ['dark'], deep: ['light', 'dark'] }).map((colorScheme) => ({ id, colorScheme })),
      ),
    )('$id, $colorScheme: axe finds nothing in the reference, and nothing covers its menu', async ({ id, colorScheme }) => {
      const anchor = operationAnchor(services.find((service) => service.id === id)?.operations[0] ?? missing());
      const page = await open(`${id}/index.html${anchor}`, colorScheme);
      await page.locator('[class*="panel-"]').first().waitFor();
      await page.getByRole('navigation', { name: 'Operations' }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect((await page.locator('.menu-content').boundingBox())?.y).toBe(56);
    });

    test.runIf(IS_DEEP)('badges and the words of tables are whole, and the tab says what is open', async () => {
      const page = await open('f-instalments/index.html');
      expect(await page.title()).toBe('Instalment payment service reference · Interfaces');
      const table = page.locator('td code', { hasText: /^not_started$/ });
      await table.first().waitFor();
      // A word that is broken has a box for each of its lines.
      expect(await table.evaluateAll((words) => words.map((word) => word.getClientRects().length))).toEqual(
        Array(await table.count()).fill(1),
      );
      const operation = services.find(({ id }) => id === 'f-instalments')?.operations.find(({ basis }) => basis === 'public');
      await page.goto(`${pathToFileURL(join(site, 'f-instalments/index.html')).href}${operationAnchor(operation ?? missing())}`);
      const badge = page.getByText('From public record', { exact: true }).locator('visible=true');
      await badge.first().waitFor();
      // In lists, which are not all open, Redocly gives each badge a width at most, and cuts its text off at both ends.
      const limits = await page
        .locator('[class*="tag-default tag-variant"]')
        .evaluateAll((badges) => badges.map((one) => getComputedStyle(one).maxWidth));
      expect(limits.length).toBeGreaterThan(10);
      expect(new Set(limits)).toEqual(new Set(['none']));
    });

    test.runIf(IS_DEEP)('the keyboard switches the layout of the reference, and its search is the one of the portal', async () => {
      const page = await open('h-email/index.html');
      const button = page.getByRole('button', { name: 'Samples beside or below' });
      const width = async (): Promise<number> => (await page.locator('[data-testid="middle-panel"]').first().boundingBox())?.width ?? 0;
      const before = await width();
      await button.focus();
      await page.keyboard.press('Enter');
      await expect.poll(width).toBeGreaterThan(before);
      expect(await page.locator('[data-testid="search-trigger"]').isVisible()).toBe(false);
      await page.keyboard.press('Control+k');
      await page.waitForSelector('.search-dialog[open]');
    });

    test.runIf(IS_DEEP)('the reference follows the theme switch of the portal', async () => {
      const page = await open('h-email/index.html');
      const colour = (): Promise<unknown> => page.evaluate('getComputedStyle(document.querySelector("#redoc h1")).color');
      const light = await colour();
      await page.getByRole('button', { name: 'Dark theme' }).click();
      await expect.poll(colour).not.toBe(light);
      expect(await page.locator('[data-testid="color-mode-switcher"]').isVisible()).toBe(false);
    });

    test('the page of statements has every statement, with a link to each operation that answers it', async () => {
      const page = await open('statements.html');
      expect(await page.locator('.statements dt').allInnerTexts()).toEqual(statements.map(({ id }) => id));
      const answered = services.flatMap((service) =>
        [service, ...service.operations, ...service.webhooks].flatMap((part) => part.statements),
      );
      for (const { id, says } of statements) {
        const row = page.locator(`[id="${id}"]`);
        expect(await row.locator('dd > p').first().innerText()).toBe(says);
        expect(await row.locator('a.place').count(), id).toBe(answered.filter((one) => one === id).length);
      }
      await page.locator('[id="H4"] a.place').first().click();
      await page.waitForURL(/h-email\/index\.html/);
      await expect.poll(() => page.locator('body').innerText()).toContain('/email-verifier');
    });

    test('the reference shows the source of each part', async () => {
      const page = await open('h-email/index.html');
      const text = () => page.locator('body').innerText();
      await expect.poll(text).toContain('Sources');
      await open(SEARCH);
      await expect.poll(text).toContain('Statements: H1, H2.');
      expect(await text()).toContain('Return only addresses of people, or only addresses of roles and teams. From public record.');
      expect(await text()).toMatch(/Search a domain\s+From the specification/i);
      expect(await page.locator('a[href="../statements.html#H2"]').count()).toBeGreaterThan(0);
    });

    test('the reference follows the theme of the system while it is open', async () => {
      const page = await open(SEARCH);
      const colour = (): Promise<unknown> => page.evaluate('getComputedStyle(document.querySelector(".menu-content a")).color');
      await page.emulateMedia({ colorScheme: 'light' });
      const light = await colour();
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(() => page.evaluate('document.documentElement.className')).toBe('dark');
      await expect.poll(colour).not.toBe(light);
      expect(await page.getByRole('button', { name: 'Dark theme' }).getAttribute('aria-pressed')).toBe('true');
    });

    test.runIf(IS_DEEP)('callbacks are listed, found and named, and links are described', async () => {
      const folder = join(root, '.octavo/tmp/docs-callbacks');
      mkdirSync(folder, { recursive: true });
      const file = join(folder, 'orders.json');
      writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'Orders', version: '1' }, ...ORDERS }));
      const { description, service } = await read({ root: folder, allowRemote: [], strict: false }, { file, name: 'Orders' });
      if (description === undefined || service === undefined) throw new Error('the document does not load');
      await buildDocs({ ...options, documents: [{ description, service }], out: join(site, 'orders-site') });
      const page = await open('orders-site/index.html');
      expect(await page.locator('.links small').innerText()).toContain('5 operations, 6 callbacks');
      const row = page.locator('.operation').filter({ hasText: 'callback paid of order' });
      expect(await row.getAttribute('href')).toBe('orders/index.html#/other/order');
      await page.keyboard.press('/');
      await page.fill('.search-head input', 'paid amount');
      await expect
        .poll(() => page.locator('#search-results li').allInnerTexts())
        .toEqual(expect.arrayContaining([expect.stringContaining('The order is paid')]));
      await open('orders-site/orders/index.html');
      const text = () => page.locator('body').innerText();
      await expect.poll(text).toMatch(/Callbacks\s+The order is paid\s+POST/);
      expect(await text()).toMatch(/\sbyUrl\s+POST/);
      // A reference renders what is in sight, and this operation is further down.
      await open('orders-site/orders/index.html#/other/createuser');
      await expect.poll(text).toContain('rename it (201) leads to putUser. Gives the user another name.');
      expect(await page.locator('a[href="#/other/putuser"]').count()).toBeGreaterThan(0);
      expect(reused.faults).toEqual([]);
    });

    test('case 94: markup in a document stays text', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'octavo-hostile-'));
      const file = join(folder, 'hostile.yaml');
      const evil =
        '</script><script>globalThis.PWNED=1</script><img src=x onerror="globalThis.PWNED=1"> [x](javascript:globalThis.PWNED=1)';
      writeFileSync(
        file,
        JSON.stringify({
          openapi: '3.1.0',
          info: { title: `T ${evil}`, version: '1', description: evil },
          paths: { '/x': { get: { operationId: 'x', summary: evil, description: evil, responses: { 200: { description: evil } } } } },
        }),
      );
      const { description, service } = await read({ root: folder, allowRemote: [], strict: false }, { file, name: 'Hostile' });
      if (description === undefined || service === undefined) throw new Error('the hostile document does not load');
      const out = join(site, 'hostile-site');
      await buildDocs({ ...options, documents: [{ description, service }], out });
      for (const path of ['hostile-site/index.html', 'hostile-site/hostile/index.html']) {
        const page = await open(path);
        await settle(page);
        if (path.endsWith('hostile/index.html')) expect(await page.title()).toBe(`T ${evil} reference`);
        expect(await page.evaluate(() => 'PWNED' in globalThis), path).toBe(false);
        for (const link of await page.locator('a[href^="javascript:"]').all()) await link.click({ force: true }).catch(() => undefined);
        expect(await page.evaluate(() => 'PWNED' in globalThis), path).toBe(false);
        expect(outside()).toEqual([]);
      }
      rmSync(folder, { recursive: true, force: true });
    });
  });
});
