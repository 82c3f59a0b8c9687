// The channels of the event service in the console, live and in Chromium: private and presence channels in one click, signed in the browser.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDevFront } from '../../../generator/dev/front.ts';
import { buildDocs } from '../../../generator/docs/index.ts';
import { type Listening, listen } from '../../../generator/mock/http.ts';
import { toBase64url } from '../../../portal/shared/base64url.ts';
import { loadServices } from '../../../services/index.ts';
import { type Running, run } from '../../../services/platform/run/run.ts';
import { axeFindings } from '../../support/axe.ts';
import { chromiumPath, launch } from '../../support/chromium.ts';
import { documents, root, serviceOf } from '../../support/documents.ts';

let out: string;
let portal: Listening;
let running: Running;
let browser: Browser;

/** The messages that are shown, the oldest first, each in one line. */
async function messages(page: Page): Promise<readonly string[]> {
  const shown = await page.locator('.socket-messages li').allInnerTexts();
  return shown.map((text) => text.replaceAll(/\s+/g, ' ')).reverse();
}

/** The messages that confirm subscriptions. */
const succeeded = async (page: Page): Promise<string> =>
  (await messages(page)).filter((text) => text.includes('subscription_succeeded')).join('\n');

/** Connects a page of its own to the sockets of the seeded app. */
async function connect(): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on('pageerror', (error) => expect.fail(String(error)));
  await page.goto(`${portal.url}/console.html#/d-events/socket/channels`);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.poll(async () => (await messages(page)).join()).toContain('connection_established');
  return page;
}

// Chromium may be missing; ../../support/chromium.ts then prints a line that says so.
describe.skipIf(chromiumPath === undefined)('channels in the console', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    running = await run(await loadServices(['d-events']), {
      host: '127.0.0.1',
      port: () => 0,
      store: { memory: true },
      network: { allowPrivate: 'loopback' },
    });
    const [events] = running.services;
    const url = events?.documents[0]?.url ?? '';
    const live = { state: 'running', services: [{ id: 'd-events', url, credentials: events?.credentials }] };
    const document = documents.find(({ id }) => id === 'd-events');
    if (document === undefined) throw new Error('There is no document d-events.');
    out = mkdtempSync(path.join(tmpdir(), 'octavo-channels-'));
    const options = { clientModule: () => '@octavo/interfaces/d-events', runtime: '@octavo/runtime', isPlain: true, isDev: true };
    const changelog = { reason: 'There are no tags.' };
    await buildDocs({ ...options, documents: [{ ...(await serviceOf(document)), held: document.held }], out, root, changelog });
    const front = createDevFront({
      site: out,
      mocks: () => '',
      status: () => ({ ready: true, url: portal.url, documented: true, mocks: [], live }),
      control: () => undefined,
      waiting: () => '',
    });
    portal = await listen(front.handle, 0, '127.0.0.1');
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.close();
    await running?.close();
    rmSync(out, { recursive: true, force: true });
  });

  test('a private channel, a presence channel and signing in are one click each; a client event then reaches the others', async () => {
    const [one, other] = [await connect(), await connect()];
    await one.getByRole('button', { name: 'Follow a private channel' }).click();
    await expect.poll(() => succeeded(one)).toContain('private-locker-room');
    expect(await one.getByRole('status').filter({ hasText: '/data/auth' }).innerText()).toMatch(
      /✓ \/data\/auth is signed here, with the key 2f9c0b7ae41d: HMAC-SHA256 of \d+\.\d+:private-locker-room/,
    );
    for (const page of [one, other]) {
      await page.getByRole('button', { name: 'Join the west stand' }).click();
      await expect.poll(() => succeeded(page)).toContain('presence-stand-west');
    }
    await one.getByRole('button', { name: 'Cheer in the west stand' }).click();
    await expect.poll(async () => (await messages(other)).join('\n')).toMatch(/received[^\n]*client-cheer/);
    await one.getByRole('button', { name: 'Sign in as a user' }).click();
    await expect.poll(async () => (await messages(one)).join('\n')).toContain('signin_success');
    expect((await messages(one)).join('\n')).not.toContain('✗');
    expect(await one.locator('body').innerText()).not.toContain('a-secret-of-your-own');
    expect(await axeFindings(one)).toEqual([]);
    await Promise.all([one.close(), other.close()]);
  });

  test('a request of the log is in the form, to be changed and sent again', async () => {
    const page = await browser.newPage();
    page.on('pageerror', (error) => expect.fail(String(error)));
    const body = '{"name":"goal","channel":"match-1874","data":"{}"}';
    const log = toBase64url(JSON.stringify({ target: '/apps/60417/events', headers: { 'content-type': 'application/json' }, body }));
    await page.goto(`${portal.url}/console.html#/d-events/triggerEvent?log=${log}`);
    const channel = page.locator('[data-field="/body/channel"]').getByRole('textbox');
    expect(await channel.inputValue()).toBe('match-1874');
    await channel.fill('match-1875');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('as the document declares').waitFor();
    await page.close();
  });

  test('the signature can be written by hand, and a wrong one is refused by the service', async () => {
    const page = await connect();
    await page.getByRole('button', { name: 'Follow a private channel' }).click();
    await page.getByLabel('Write it by hand').check();
    const auth = page.locator('[data-field="/data/auth"]').getByRole('textbox');
    expect(await auth.inputValue()).toMatch(/^2f9c0b7ae41d:[0-9a-f]{64}$/);
    await auth.fill(`2f9c0b7ae41d:${'0'.repeat(64)}`);
    await page.locator('[data-field="/data/channel"]').getByRole('textbox').fill('private-office');
    await page.getByRole('button', { name: 'Send the message' }).click();
    await expect.poll(async () => (await messages(page)).join('\n')).toContain('subscription_error');
    await page.close();
  });
});
