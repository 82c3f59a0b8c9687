// A hostile document in Chromium: its text stays text on every page, nothing is loaded from outside, and no page scrolls sideways.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { buildDocs } from '../../generator/docs/index.ts';
import { load } from '../../generator/load/index.ts';
import { buildService } from '../../generator/model/index.ts';
import { axeFindings } from '../support/axe.ts';
import { chromiumPath, launch } from '../support/chromium.ts';
import { open } from './support.ts';

const EVIL =
  '</script><script>globalThis.PWNED=1</script><img src=x onerror="globalThis.PWNED=1"> [x](javascript:globalThis.PWNED=1) <a href="java\tscript:globalThis.PWNED=1" onclick="globalThis.PWNED=1">c</a> <svg onload="globalThis.PWNED=1"> <details open ontoggle="globalThis.PWNED=1">d</details> <iframe srcdoc="<script>parent.PWNED=1</script>"></iframe> <style>*{display:none}</style> <form action=//evil><input name=x></form>';
const RIGHT_TO_LEFT = '\u202eمرحبا\u202c هذا نص من اليمين إلى اليسار abc 123';
const answer = (description: string, name: string) => ({
  200: { description, content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } },
});
const deep = Array.from({ length: 60 }).reduce<object>(
  (inner, _, level) => ({ type: 'object', description: `Level ${level}`, properties: { inner } }),
  { type: 'string', description: EVIL },
);

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: `T ${EVIL}`, version: '1', description: `${EVIL}\n\n`.repeat(4_000) },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/x': { get: { operationId: 'x', summary: EVIL, description: EVIL, tags: [EVIL], responses: answer(EVIL, 'Deep') } },
    '/rtl': { get: { operationId: 'rtl', summary: RIGHT_TO_LEFT, description: RIGHT_TO_LEFT, responses: answer(RIGHT_TO_LEFT, 'Rtl') } },
    '/quotes': { get: { operationId: 'quotes', summary: 'Quotes', description: '>'.repeat(20_000), responses: answer('.', 'Pet') } },
  },
  components: {
    schemas: {
      Deep: deep,
      Rtl: {
        type: 'object',
        description: RIGHT_TO_LEFT,
        properties: {
          '\u202egnirts': { type: 'string', description: RIGHT_TO_LEFT },
          ['w'.repeat(200)]: { type: 'string', description: EVIL },
        },
      },
      Pet: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { type: 'object', title: EVIL, properties: { legs: { type: 'integer' } } }] },
      Cat: {
        type: 'object',
        properties: { lives: { type: 'integer' }, owner: { type: 'object', properties: { name: { type: 'string' } } } },
      },
    },
  },
};

describe.skipIf(chromiumPath === undefined)('a hostile document', () => {
  const site = mkdtempSync(join(tmpdir(), 'octavo-hostile-'));
  let browser: Browser;
  beforeAll(async () => {
    const problems = new Problems();
    const description = await load('hostile.json', { root: site, text: JSON.stringify(DOCUMENT) }, problems);
    const service = description && buildService(description, {}, problems);
    if (description === undefined || service === undefined) throw new Error(JSON.stringify(problems.list));
    const options = { out: site, root: site, clientModule: () => 'x', runtime: 'x', isPlain: true, hasCopies: false };
    await buildDocs({ ...options, documents: [{ description, service }] });
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(site, { recursive: true, force: true });
  });

  test.each([
    ['index.html', [1440, 390]],
    ['hostile/index.html', [390]],
    ['hostile/schemas/Deep.html', [390]],
    ['hostile/schemas/Rtl.html', [390]],
    ['hostile/schemas/Pet.html', [1024]],
  ])('%s, as wide as %j pixels', async (name, widths) => {
    const { page, outside, errors } = await open(browser, join(site, name));
    for (const link of await page.locator('a[href^="javascript:"]').all()) await link.click({ force: true }).catch(() => undefined);
    expect(await page.evaluate(() => 'PWNED' in globalThis)).toBe(false);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'), `${width} pixels`).toBe(0);
    }
    expect(outside).toEqual([]);
    expect(errors).toEqual([]);
    await page.close();
  });

  test('the search shows its text as text', async () => {
    const { page } = await open(browser, join(site, 'index.html'));
    await page.keyboard.press('/');
    await page.fill('.search-head input', 'pwned');
    await page.locator('#search-results li').first().waitFor();
    expect(await page.locator('#search-results img, #search-results script').count()).toBe(0);
    expect(await page.evaluate(() => 'PWNED' in globalThis)).toBe(false);
    await page.close();
  });

  test('a choice is tabs for the pointer and the keyboard, and an address opens the part that it leads into', async () => {
    const { page } = await open(browser, `${join(site, 'hostile/schemas/Pet.html')}`);
    const tabs = page.getByRole('tab');
    expect(await tabs.count()).toBe(2);
    expect(await page.getByRole('tabpanel').count()).toBe(1);
    await tabs.first().focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('[id="legs"]').isVisible()).toBe(true);
    await page.goto(`${page.url()}#${encodeURIComponent('Cat:owner.name')}`);
    await expect.poll(() => page.locator('[id="Cat:owner.name"]').isVisible()).toBe(true);
    expect(await tabs.first().getAttribute('aria-selected')).toBe('true');
    expect(await axeFindings(page)).toEqual([]);
    await page.close();
  });
});
