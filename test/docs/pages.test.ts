// The site in a real browser, from files and offline: nothing is loaded from outside, no console errors, the search works, hostile text stays text.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operationAnchor } from '../../generator/docs/anchor.ts';
import { buildDocs } from '../../generator/docs/index.ts';
import { samples } from '../../generator/docs/samples/index.ts';
import { answersOf, readStatementFile } from '../../generator/docs/statements.ts';
import { read } from '../../generator/pipeline.ts';
import { Problems } from '../../generator/problem.ts';
import { serverPath } from '../../generator/server-path.ts';
import { chromiumPath, launch } from '../support/chromium.ts';
import { documents as configured, project, root, serviceOf } from '../support/documents.ts';
import { typeCheck } from '../support/type-check.ts';
import { ORDERS } from '../webhooks/documents.ts';

const documents = await Promise.all(
  configured.map(async (document) => {
    const { description, service } = await serviceOf(document);
    return { description, service, held: document.held };
  }),
);
const services = documents.map(({ service }) => service);
const operations = services.flatMap((service) => service.operations);
const statements = readStatementFile(project.statements ?? '', root, {}, new Problems());
if (statements === undefined) throw new Error('the statements do not load');

const mockUrl = (service: { id: string }, server: string) => `http://127.0.0.1:4999/mock/${service.id}${serverPath(server)}`;
const options = { root, mockUrl, clientModule: ({ id }: { id: string }) => `@octavo/interfaces/${id}`, runtime: '@octavo/runtime' };

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
  expect(files.size).toBe(2 * operations.length);
  expect(typeCheck(join(root, '.octavo/tmp/samples'), files)).toBe('');
});

describe('the site', () => {
  const site = mkdtempSync(join(tmpdir(), 'octavo-site-'));
  beforeAll(async () => {
    await buildDocs({ ...options, documents, statements, out: site });
  });
  afterAll(() => rmSync(site, { recursive: true, force: true }));

  test('each reference has telemetry off, and loads nothing from outside', () => {
    for (const { id } of services) {
      const page = readFileSync(join(site, id, 'index.html'), 'utf8');
      expect(page).toContain('"disableTelemetry":true');
      expect(page).not.toMatch(/cdn\.redoc\.ly/);
      expect(page).not.toMatch(/<(?:script|link|img)\b[^>]*\b(?:src|href)="?https?:/);
    }
  });

  describe.skipIf(chromiumPath === undefined)('in Chromium', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser.close());

    const READING = `(() => {
      const start = performance.now();
      octavoSearch.entries.filter((entry) => JSON.stringify(entry).toLowerCase().includes('nowhere'));
      return performance.now() - start;
    })()`;

    async function open(path: string): Promise<{ page: Page; outside: string[]; errors: string[] }> {
      const outside: string[] = [];
      const errors: string[] = [];
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      page.on('request', (request) => {
        if (!/^(file|data|blob):/.test(request.url())) outside.push(request.url());
      });
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(pathToFileURL(join(site, path)).href);
      await page.waitForTimeout(700);
      return { page, outside, errors };
    }

    test.each(['index.html', 'statements.html', ...services.map(({ id }) => `${id}/index.html`)])(
      '%s: no outside request, no console error, no sideways scroll, at a desk and on a phone',
      async (path) => {
        const { page, outside, errors } = await open(path);
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 900 });
          await page.waitForTimeout(200);
          const { scrollWidth, innerWidth } = await page.evaluate(() => ({
            scrollWidth: document.documentElement.scrollWidth,
            innerWidth: window.innerWidth,
          }));
          expect(scrollWidth, `${width} px`).toBeLessThanOrEqual(innerWidth + 1);
        }
        expect(outside).toEqual([]);
        expect(errors).toEqual([]);
        await page.close();
      },
    );

    test('the portal lists all operations', async () => {
      const { page } = await open('index.html');
      expect(await page.locator('#services section').count()).toBe(services.length);
      const listed = services.reduce((sum, { webhooks, callbacks }) => sum + webhooks.length + callbacks.length, operations.length);
      expect(await page.locator('#services li').count()).toBe(listed);
      await page.close();
    });

    test.each([
      ['an operation by its path', 'email-finder', '/email-finder'],
      ['an operation by its name', 'terminate connections', 'terminate_connections'],
      ['an operation by a field of its answer', 'expires_in', '/oauth2/v2/tokeninfo'],
      ['an operation by an error', '451', '/email-verifier'],
      ['an operation of the largest document', 'reposting users', '/2/tweets/{id}/retweeted_by'],
      ['an operation by words of its path', 'strategy ios analog', '/device/strategy/ios/analogOutputs'],
      ['an operation by a misspelt word', 'conections', '/2/connections/all'],
      ['a statement', 'numeric quota', 'A10'],
      ['a schema by its name', 'EmailFinderResponse', 'EmailFinderResponse'],
    ])('search finds %s quickly', async (_, query, wanted) => {
      const { page } = await open('index.html');
      await page.fill('#search', query);
      await expect
        .poll(() => page.locator('#results li').allInnerTexts())
        .toEqual(expect.arrayContaining([expect.stringContaining(wanted)]));
      // The fastest of several searches, relative to reading the searched text once, so that other load on the machine does not count.
      const searches: number[] = [];
      const readings: number[] = [];
      for (let round = 0; round < 5; round++) {
        await page.fill('#search', '');
        await page.fill('#search', query);
        searches.push(Number(await page.locator('#results').getAttribute('data-milliseconds')));
        readings.push(await page.evaluate(READING));
      }
      expect(Math.min(...searches) / Math.min(...readings)).toBeLessThan(20);
      await page.close();
    });

    test.each([
      ['findEmail', 'Find a person'],
      ['finDEMail', 'Find a person'],
      ['POST /v1/message/sms', '/v1/message/sms'],
      ['sendSms', 'Send an SMS'],
      ['get  /v2/account', 'Read the account'],
      ['/email-finder', 'Find a person'],
    ])('the search shows the operation that %s spells in full first', async (query, wanted) => {
      const { page } = await open('index.html');
      await page.fill('#search', query);
      await expect.poll(() => page.locator('#results li').first().innerText()).toMatch(/^(GET|POST)/);
      expect(await page.locator('#results li').first().innerText()).toContain(wanted);
      await page.close();
    });

    test('the words of a search match in any order', async () => {
      const { page } = await open('index.html');
      const found: string[][] = [];
      for (const query of ['post message sms', 'sms post message', 'message SMS post']) {
        await page.fill('#search', query);
        found.push((await page.locator('#results li').allInnerTexts()).sort());
      }
      expect(found[0]?.join()).toContain('/v1/message/sms');
      expect(found[1]).toEqual(found[0]);
      expect(found[2]).toEqual(found[0]);
      await page.close();
    });

    test('back leads to the results of the query', async () => {
      const { page } = await open('index.html');
      await page.fill('#search', 'email & verifier 50%');
      await page.fill('#search', 'email-verifier');
      const results = await page.locator('#results li').allInnerTexts();
      await page.locator('#results a').first().click();
      await page.waitForURL(/h-email\/index\.html/);
      await page.goBack();
      await expect.poll(() => page.inputValue('#search')).toBe('email-verifier');
      await expect.poll(() => page.locator('#results li').allInnerTexts()).toEqual(results);
      await page.fill('#search', '');
      expect(new URL(page.url()).hash).toBe('');
      expect(await page.isVisible('#services')).toBe(true);
      await page.close();
    });

    test('a result leads to the operation in its reference, with all samples', async () => {
      const { page } = await open('index.html');
      expect(await page.isVisible('.search kbd')).toBe(true);
      await page.fill('#search', 'email-verifier');
      expect(await page.isVisible('.search kbd')).toBe(false);
      await page.locator('#results a').first().click();
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
      await page.close();
    });

    test.each(services)('every link to an operation of $id is an address of its reference', async ({ id, operations: all, webhooks }) => {
      const { page } = await open('index.html');
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
      await page.close();
    });

    test('each page names the mock', async () => {
      const portal = await open('index.html');
      expect(await portal.page.locator('#h-email .facts').innerText()).toContain('Mock http://127.0.0.1:4999/mock/h-email/v2');
      await portal.page.close();
      const { page } = await open('h-email/index.html');
      await expect.poll(() => page.locator('body').innerText()).toContain('http://127.0.0.1:4999/mock/h-email/v2');
      expect(readFileSync(join(site, 'h-email/openapi.json'), 'utf8')).not.toContain('127.0.0.1:4999');
      await page.close();
    });

    test('the page of statements has every statement, with a link to each operation that answers it', async () => {
      const { page } = await open('statements.html');
      expect(await page.locator('main dt').allInnerTexts()).toEqual(statements.map(({ id }) => id));
      const answers = answersOf(services);
      for (const { id, says } of statements) {
        const row = page.locator(`[id="${id}"]`);
        expect(await row.locator('dd > p').first().innerText()).toBe(says);
        expect(await row.locator('a.place').count(), id).toBe(answers.get(id)?.length ?? 0);
      }
      await page.locator('[id="H4"] a.place').first().click();
      await page.waitForURL(/h-email\/index\.html/);
      await expect.poll(() => page.locator('body').innerText()).toContain('/email-verifier');
      await page.close();
    });

    test('the reference shows the source of each part', async () => {
      const { page } = await open('h-email/index.html');
      const text = () => page.locator('body').innerText();
      await expect.poll(text).toContain('Sources.');
      await page.goto(`${pathToFileURL(join(site, 'h-email/index.html')).href}#/discovery/searchdomain`);
      await page.reload();
      await expect.poll(text).toContain('Statements: H1, H2.');
      expect(await text()).toContain('Return only addresses of people, or only addresses of roles and teams. Public record.');
      expect(await text()).toMatch(/Search a domain\s+stated/i);
      expect(await page.locator('a[href="../statements.html#H2"]').count()).toBeGreaterThan(0);
      await page.close();
    });

    test('callbacks are listed, found and named, and links are described', async () => {
      const folder = join(root, '.octavo/tmp/docs-callbacks');
      mkdirSync(folder, { recursive: true });
      const file = join(folder, 'orders.json');
      writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'Orders', version: '1' }, ...ORDERS }));
      const { description, service } = await read({ root: folder, allowRemote: [], strict: false }, { file, name: 'Orders' });
      if (description === undefined || service === undefined) throw new Error('the document does not load');
      await buildDocs({ ...options, documents: [{ description, service }], out: join(site, 'orders-site') });
      const portal = await open('orders-site/index.html');
      expect(await portal.page.locator('.facts').innerText()).toContain('5 operations, 6 callbacks');
      const row = portal.page.locator('#services li a').filter({ hasText: 'callback paid of order' });
      expect(await row.getAttribute('href')).toBe('orders/index.html#/other/order');
      await portal.page.fill('#search', 'paid amount');
      await expect
        .poll(() => portal.page.locator('#results li').allInnerTexts())
        .toEqual(expect.arrayContaining([expect.stringContaining('The order is paid')]));
      await portal.page.close();
      const { page, errors } = await open('orders-site/orders/index.html');
      const text = () => page.locator('body').innerText();
      await expect.poll(text).toContain('rename it (201) leads to putUser. Gives the user another name.');
      expect(await text()).toMatch(/Callbacks\s+The order is paid\s+POST/);
      expect(await text()).toMatch(/\sbyUrl\s+POST/);
      expect(await page.locator('a[href="#/other/putuser"]').count()).toBeGreaterThan(0);
      expect(errors).toEqual([]);
      await page.close();
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
        const { page, outside } = await open(path);
        expect(await page.evaluate(() => 'PWNED' in globalThis), path).toBe(false);
        for (const link of await page.locator('a[href^="javascript:"]').all()) await link.click({ force: true }).catch(() => undefined);
        expect(await page.evaluate(() => 'PWNED' in globalThis), path).toBe(false);
        expect(outside).toEqual([]);
        await page.close();
      }
      rmSync(folder, { recursive: true, force: true });
    });
  });
});
