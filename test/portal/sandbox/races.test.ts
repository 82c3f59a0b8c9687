// The sandbox of the portal in Chromium, when answers come late, clicks come twice, and services end and start again below an open page.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chromiumPath, launch } from '../../support/chromium.ts';
import { IS_DEEP } from '../../support/effort.ts';
import { reusedPage } from '../../support/reused-page.ts';
import { type SandboxPortal, startSandboxPortal } from './setup.ts';

const EMAIL_KEY = 'b5f1c80e63d24a97a0c1f2e4d8739b560a4c7e1d';

let portal: SandboxPortal;
let browser: Browser;
let page: Page;

const email = (domain: string) => fetch(`${portal.addressOf('h-email')}/domain-search?domain=${domain}&api_key=${EMAIL_KEY}`);

async function show(view: string): Promise<void> {
  await page.goto(`${portal.url}/sandbox.html#/${view}`);
  await page.locator('.view h1').waitFor();
}

/** Holds the requests to addresses with this ending, until they are let go. */
async function hold(pattern: RegExp): Promise<{ count(): number; release(): void }> {
  let count = 0;
  let release = (): void => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    count += 1;
    await isReleased;
    await route.continue();
  });
  return { count: () => count, release };
}

describe.skipIf(chromiumPath === undefined)('the sandbox, when things do not come in order', { timeout: 200_000 }, () => {
  beforeAll(async () => {
    portal = await startSandboxPortal('portal-sandbox-races', ['e-scheduling', 'h-email']);
    browser = await launch();
  }, 200_000);
  afterAll(async () => {
    await browser?.close();
    await portal?.close();
  });
  const { fresh } = reusedPage(() => browser);
  beforeEach(async () => {
    page = await fresh();
    page.setDefaultTimeout(60_000);
  });

  test('two clicks on Send again, before the page is painted, send one request', async () => {
    await show('requests');
    await page.getByText('Live', { exact: true }).waitFor();
    await email('brightloaf.example');
    await page.getByRole('button', { name: /domain-search/ }).click();
    await page.getByRole('button', { name: 'Send again' }).evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await page.getByText('The request was sent again.').waitFor();
    // A second one would have come before this.
    await email('marker.example');
    await page.getByRole('button', { name: /marker/ }).waitFor();
    expect(await page.getByRole('button', { name: /brightloaf/ }).count()).toBe(2);
  });

  test('two submits of an action, before the page is painted, run it once', async () => {
    let runs = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/actions/')) runs += 1;
    });
    await show('keys');
    const action = page.locator('details').filter({ has: page.locator('summary b', { hasText: 'Mint key' }) });
    await action.locator('summary').click();
    await action.getByLabel('account').fill('1');
    await action.locator('form').evaluate((form: HTMLFormElement) => {
      form.requestSubmit();
      form.requestSubmit();
    });
    await action.locator('.notice, .code-block').waitFor();
    expect(runs).toBe(1);
    await action.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => runs).toBe(2);
  });

  test('rows of the table before are dimmed, with their own name, until those of the chosen table are there', async () => {
    await show('data');
    await page.getByLabel('Service').selectOption('e-scheduling');
    await page.getByLabel('Table').selectOption('e_applications');
    const rows = page.getByRole('region', { name: 'Rows of e_applications' });
    await rows.waitFor();
    const { release } = await hold(/\/tables\/e_users/);
    await page.getByLabel('Table').selectOption('e_users');
    await page.locator('.loaded[aria-busy=true]').waitFor({ state: 'attached' });
    expect(await rows.evaluate((element) => Number(getComputedStyle(element).opacity))).toBeLessThan(1);
    expect(await page.getByRole('region', { name: 'Rows of e_users' }).count()).toBe(0);
    release();
    const next = page.getByRole('region', { name: 'Rows of e_users' });
    await next.waitFor();
    expect(await next.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
  });

  test('an answer that takes longer than the interval of a view is shown when it comes', async () => {
    await page.clock.install();
    const { count, release } = await hold(/\/deliveries\?/);
    await show('deliveries');
    await expect.poll(count).toBe(1);
    await page.clock.runFor(20_000);
    expect(count()).toBe(1);
    release();
    await page.locator('.view .empty, .view .log').waitFor();
  });

  if (IS_DEEP)
    test('requests go on by themselves when the services are back, on other ports and with another token', async () => {
      await show('requests');
      await page.getByText('Live', { exact: true }).waitFor();
      await email('before.example');
      await page.getByRole('button', { name: /before/ }).waitFor();
      await portal.stopServices();
      await page.getByText('Connecting…').waitFor();
      await page.getByText('The services do not run any more').waitFor();
      await portal.startServices();
      await page.getByText('Live', { exact: true }).waitFor();
      await email('after.example');
      await page.getByRole('button', { name: /after/ }).waitFor();
      // The log of the new sandbox does not have it.
      expect(await page.getByRole('button', { name: /before/ }).count()).toBe(0);
      await page.getByText('The services do not run any more').waitFor({ state: 'detached' });
    });

  test('a page that is opened before the services opens the sandbox when they answer', async () => {
    await portal.stopServices();
    await page.goto(`${portal.url}/sandbox.html#/clock`);
    await page.getByText('The services that run here give no control API.').waitFor();
    await portal.startServices();
    await page.getByRole('heading', { name: 'Clock', level: 1 }).waitFor();
  });
});
