// The console in Chromium, when clicks come twice, links are followed at once, files fail to load, and services start after the page.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launch } from '../../support/chromium.ts';
import { type DevPortal, startDev } from '../../support/dev-portal.ts';
import { root } from '../../support/documents.ts';
import { IS_DEEP } from '../../support/effort.ts';

let dev: DevPortal;
let browser: Browser;

describe.skipIf(chromiumPath === undefined)('the console, when things do not come in order', { timeout: 200_000 }, () => {
  beforeAll(async () => {
    const folder = path.join(root, '.octavo/tmp/console-races');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    cpSync(path.join(import.meta.dirname, 'workshop'), folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    dev = await startDev(folder, { living: true });
    browser = await launch();
  }, 200_000);
  afterAll(async () => {
    await browser?.close();
    await dev?.close();
  });

  const address = (hash: string): string => `${dev.url}/console.html${hash}`;
  const id = (page: Page): Locator => page.locator('[data-field="/path/id"] input');
  const server = (page: Page): Locator => page.getByLabel('Server', { exact: true });

  test('two clicks on Send, before the page is painted, send one request', async () => {
    const page = await browser.newPage();
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/-/send')) sent += 1;
    });
    await page.goto(address('#/workshop/getTool'));
    await page.getByText('the request is valid').waitFor();
    const button = page.getByRole('button', { name: 'Send', exact: true });
    await button.evaluate((element: HTMLButtonElement) => {
      element.click();
      element.click();
    });
    await page.getByText('as the document declares').waitFor();
    expect(sent).toBe(1);
    await button.click();
    await expect.poll(() => sent).toBe(2);
    await page.close();
  });

  test('what is typed stays, when a link is followed before the page is painted', async () => {
    const page = await browser.newPage();
    await page.goto(address('#/workshop/getTool'));
    await page.getByText('the request is valid').waitFor();
    await id(page).evaluate(async (input: HTMLInputElement) => {
      input.value = '77';
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      // The component is drawn again in a microtask; a paint needs a task.
      for (let turns = 0; turns < 10; turns++) await Promise.resolve();
      location.hash = '#/workshop/createTool';
      dispatchEvent(new HashChangeEvent('hashchange'));
      for (let turns = 0; turns < 10; turns++) await Promise.resolve();
    });
    await page.getByRole('tab', { name: 'JSON' }).waitFor();
    await page.goto(address('#/workshop/getTool'));
    await expect.poll(() => id(page).inputValue()).toBe('77');
    await page.close();
  });

  test('a link to another request of the log fills the form anew', async () => {
    const page = await browser.newPage();
    const logged = (tool: number): string => {
      const log = Buffer.from(JSON.stringify({ target: `/v1/tools/${tool}`, headers: {} })).toString('base64url');
      return address(`#/workshop/getTool?log=${log}`);
    };
    await page.goto(logged(5));
    await expect.poll(() => id(page).inputValue()).toBe('5');
    await page.goto(logged(6));
    await expect.poll(() => id(page).inputValue()).toBe('6');
    await page.close();
  });

  test('a document that could not be loaded is loaded on demand', async () => {
    const page = await browser.newPage();
    await page.route('**/operations.json', (route) => route.abort(), { times: 1 });
    await page.goto(address('#/workshop/getTool'));
    await page.getByText('The document could not be loaded').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await id(page).waitFor();
    await page.close();
  });

  test.runIf(IS_DEEP)('a page says that octavo dev does not answer, and goes on with what was written when it does', async () => {
    const page = await browser.newPage();
    let isGone = false;
    await page.route('**/-/status', (route) => (isGone ? route.abort() : route.continue()));
    await page.goto(address('#/workshop/getTool'));
    await id(page).fill('9');
    isGone = true;
    await page.getByText('octavo dev does not answer.').waitFor();
    isGone = false;
    await page.getByText('octavo dev does not answer.').waitFor({ state: 'detached' });
    expect(await id(page).inputValue()).toBe('9');
    expect(await server(page).inputValue()).toBe('live');
    await page.close();
  });

  test('a service that starts after the page is offered with its credential, and what the user wrote stays', async () => {
    const page = await browser.newPage();
    let isStarted = false;
    await page.route('**/-/status', async (route) => {
      const status = (await (await route.fetch()).json()) as { live: object };
      await route.fulfill({ json: isStarted ? status : { ...status, live: { state: 'starting', services: [] } } });
    });
    await page.goto(address('#/workshop/getTool'));
    await id(page).fill('8');
    expect(await server(page).inputValue()).toBe('mock');
    isStarted = true;
    await expect.poll(() => server(page).inputValue(), { timeout: 60_000 }).toBe('live');
    expect(await page.getByLabel('key', { exact: true }).inputValue()).toBe('open-sesame');
    expect(await id(page).inputValue()).toBe('8');
    await page.close();
  });
});
