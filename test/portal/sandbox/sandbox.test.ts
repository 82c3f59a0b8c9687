// The sandbox of the portal in Chromium, against services in this process: each view does what it shows, in both themes and at phone width.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decodeLogged } from '../../../portal/console/request/logged.ts';
import { axeFindings } from '../../support/axe.ts';
import { chromiumPath, launch } from '../../support/chromium.ts';
import { IS_DEEP, sampleOf } from '../../support/effort.ts';
import { reusedPage } from '../../support/reused-page.ts';
import { type SandboxPortal, startSandboxPortal } from './setup.ts';

const NAMES = ['d-events', 'e-scheduling', 'f-instalments', 'h-email'] as const;
const VIEWS = ['requests', 'deliveries', 'messages', 'clock', 'states', 'actions', 'faults', 'keys', 'data', 'connections', 'snapshots'];
const EMAIL_KEY = 'b5f1c80e63d24a97a0c1f2e4d8739b560a4c7e1d';
const SHOP_KEY = 'sk_test_4cT9mZq1XvB7rLw2HnD8';
const HOST_TOKEN = 'pat_NorthlightAmara7kQ2mX9vR4tZ8w';

let portal: SandboxPortal;
let browser: Browser;
let page: Page;
/** A receiver of webhooks, which refuses all of them until `isWell`. */
let receiver: Server;
let isWell = false;
let received = 0;

const email = (target: string) => fetch(`${portal.addressOf('h-email')}${target}${target.includes('?') ? '&' : '?'}api_key=${EMAIL_KEY}`);

async function show(view: string): Promise<void> {
  await page.goto(`${portal.url}/sandbox.html#/${view}`);
  await page.locator('.view h1').waitFor();
}

describe.skipIf(chromiumPath === undefined)('the sandbox', { timeout: 600_000 }, () => {
  beforeAll(async () => {
    portal = await startSandboxPortal('portal-sandbox', NAMES);
    receiver = createServer((_request, response) => {
      received += 1;
      response.writeHead(isWell ? 204 : 503).end(isWell ? undefined : 'Not now.');
    }).listen(0, '127.0.0.1');
    browser = await launch();
  }, 600_000);

  afterAll(async () => {
    await browser?.close();
    await portal?.close();
    receiver?.close();
  });

  const { fresh, faults } = reusedPage(() => browser);
  beforeEach(async () => {
    page = await fresh();
  });

  test('requests appear as they come, with the line of the schema that one breaks, and are sent again', async () => {
    await show('requests');
    await page.getByText('Live', { exact: true }).waitFor();
    await email('/domain-search?domain=brightloaf.example&limit=900');
    await page.getByRole('button', { name: /domain-search.*refused/ }).click();
    expect(await page.locator('.broken-line').innerText()).toContain('"maximum": 100');
    expect(await page.locator('.broken .pointer').innerText()).toContain('/parameters/');
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => page.locator('.log > li').count()).toBe(2);
    expect(await page.locator('body').innerText()).not.toContain(EMAIL_KEY);
    const href = (await page.getByRole('link', { name: 'Change it in the console' }).first().getAttribute('href')) ?? '';
    expect(href).toMatch(/^console\.html#\/h-email\/searchDomain\?log=/);
    expect(decodeLogged(href.split('log=')[1] ?? '')?.target).toContain('/domain-search?domain=brightloaf.example&limit=900');
    await page.getByLabel('Verdict').selectOption('answered');
    await page.getByText('No request fits these filters.').waitFor();
    expect(faults).toEqual([]);
  });

  test('a fault applies until it is used up', async () => {
    await show('faults');
    await page.getByLabel('Service').selectOption('h-email');
    await page.getByLabel('Operation').selectOption('getAccount');
    await page.getByLabel('Status').fill('503');
    await page.getByLabel('Retry-After').fill('7');
    await page.getByRole('button', { name: 'Add the fault' }).click();
    await page.getByText('The next request to getAccount of h-email is refused with 503.').waitFor();
    const refused = await email('/account');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '7']);
    expect((await email('/account')).status).toBe(200);
    await page.getByText('No fault applies.').waitFor();
    expect(faults).toEqual([]);
  });

  test('a webhook that fails is shown with its attempts, and sent again', async () => {
    const { port } = receiver.address() as AddressInfo;
    const headers = { authorization: `Bearer ${HOST_TOKEN}`, 'content-type': 'application/json' };
    const base = portal.addressOf('e-scheduling');
    const me = (await (await fetch(`${base}/api/v2/users/me`, { headers })).json()) as {
      resource: { current_organization: string };
    };
    const body = JSON.stringify({
      url: `http://127.0.0.1:${port}/hook`,
      events: ['invitee.created', 'invitee.canceled'],
      organization: me.resource.current_organization,
      scope: 'organization',
      signing_key: 'a-secret-of-the-test',
    });
    expect((await fetch(`${base}/api/v2/webhook_subscriptions`, { method: 'POST', headers, body })).status).toBe(201);
    await show('states');
    await page.getByLabel('Kind').selectOption({ label: 'Scheduled events of e-scheduling' });
    const href = await page.getByRole('link', { name: 'Cancel a scheduled event' }).getAttribute('href');
    const uuid = decodeURIComponent(/path\.uuid=([^&]+)/.exec(href ?? '')?.[1] ?? '');
    const cancelled = await fetch(`${base}/api/v2/scheduled_events/${uuid}/cancellation`, {
      method: 'POST',
      headers,
      body: '{"reason":"Ill"}',
    });
    expect(cancelled.status).toBe(201);
    await show('deliveries');
    await page
      .locator('.log-row', { hasText: /invitee\.canceled.*http:\/\/127.*waiting/s })
      .first()
      .click();
    await page.getByRole('cell', { name: '503' }).first().waitFor();
    expect(await page.locator('.facts').first().innerText()).toContain('Next attempt');
    const check = page.getByRole('region', { name: 'Signature', exact: true });
    expect(await check.getByRole('status').innerText()).toMatch(
      /^✓ Signed with the signing key of subscription \S+: matches the payload\./,
    );
    expect(await check.innerText()).toMatch(/\{t\}\.\{body\} at \d{4}-/);
    expect(await check.getByRole('region', { name: 'Signed text' }).innerText()).toMatch(/^\d+\.\{"event":"invitee\.canceled"/m);
    await page.getByRole('heading', { name: 'Answer of the receiver 503' }).waitFor();
    await page.getByText('Not now.').waitFor();
    expect(await page.locator('body').innerText()).not.toContain('a-secret-of-the-test');
    await check.getByRole('button', { name: 'Show the secret' }).click();
    await check.getByText('a-secret-of-the-test', { exact: true }).waitFor();
    await check.getByText('Verify it in your receiver').click();
    expect(await check.getByRole('tabpanel').innerText()).toContain('timestampedSignature(');
    await check.getByRole('tab', { name: 'Python' }).click();
    expect(await check.getByRole('tabpanel').innerText()).toContain('import hmac');
    isWell = true;
    const before = received;
    await page.getByRole('button', { name: 'Send again' }).click();
    await page
      .locator('.log-row', { hasText: /invitee\.canceled.*http:\/\/127.*delivered/s })
      .first()
      .waitFor();
    expect(received).toBeGreaterThan(before);
    expect(faults).toEqual([]);
  });

  test('after a new key the attempt before is wrong, and sending it again makes it right', async () => {
    const { port } = receiver.address() as AddressInfo;
    const headers = { authorization: `Instalments-Auth ${SHOP_KEY}`, 'content-type': 'application/json' };
    const base = portal.addressOf('f-instalments');
    const registered = await fetch(`${base}/webhooks`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ type: 'events', url: `http://127.0.0.1:${port}/shop` }),
    });
    expect(registered.status).toBeLessThan(300);
    const payment = { purchase_amount: 45_900, installments_count: 3, return_url: 'https://fernandoak.example/done' };
    await fetch(`${base}/payments`, { method: 'POST', headers, body: JSON.stringify({ payment }) });
    await show('deliveries');
    await page.locator('.log-row', { hasText: '/shop' }).first().click();
    const status = page.getByRole('region', { name: 'Signature', exact: true }).getByRole('status');
    await status.getByText('✓').waitFor();
    const [, shop = ''] = /shop (\S+): matches/.exec(await status.innerText()) ?? [];
    const { url = '', cookie } = portal.control() ?? {};
    const minted = await fetch(`${url}/services/f-instalments/actions/mint-key`, {
      method: 'POST',
      headers: { authorization: `Bearer ${cookie?.value}`, 'content-type': 'application/json' },
      body: JSON.stringify({ shop }),
    });
    expect(minted.status).toBe(200);
    await page.getByRole('button', { name: 'Check again' }).click();
    await status.getByText('was made with another secret').waitFor();
    await page.getByText('Received', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await status.getByText('matches the payload').waitFor();
    await page.getByRole('button', { name: '1', exact: true }).click();
    await status.getByText('was made with another secret').waitFor();
    expect(faults).toEqual([]);
  });

  test('states show where a payment stands, and an action leads on', async () => {
    const made = await fetch(`${portal.addressOf('f-instalments')}/payments`, {
      method: 'POST',
      headers: { authorization: `Instalments-Auth ${SHOP_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ payment: { purchase_amount: 45_900, installments_count: 3, return_url: 'https://fernandoak.example/done' } }),
    });
    const payment = (await made.json()) as { id: string; state: string };
    expect(payment.state).toBe('not_started');
    await show('states');
    await page.getByLabel('Kind').selectOption({ label: 'Payments of f-instalments' });
    await page.getByLabel('Resource').selectOption(payment.id);
    expect(await page.locator('.graph .state.lit').allTextContents()).toEqual(['not_started']);
    await page.getByRole('button', { name: 'Check out' }).click();
    expect(await page.getByLabel('payment', { exact: true }).inputValue()).toBe(payment.id);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => page.locator('.graph .state.lit').allTextContents()).not.toEqual(['not_started']);
    expect(faults).toEqual([]);
  });

  test('actions run with the fields that they name, and say what is wrong', async () => {
    await show('actions');
    const action = page.locator('details').filter({ has: page.locator('summary b', { hasText: 'Claim address' }) });
    await action.locator('summary').click();
    await action.getByLabel('email', { exact: true }).fill('nobody@nowhere.example');
    await action.getByRole('button', { name: 'Run' }).click();
    await expect.poll(async () => (await action.locator('.notice, .code-block').innerText()).length).toBeGreaterThan(0);
    await show('keys');
    await page.locator('.view').getByText(EMAIL_KEY).waitFor();
  });

  test.runIf(IS_DEEP)('rows are shown without secrets, in pages', async () => {
    await show('data');
    await page.getByLabel('Service').selectOption('e-scheduling');
    await page.getByLabel('Table').selectOption('e_applications');
    await page.getByRole('columnheader', { name: 'signing_key' }).waitFor();
    expect(await page.locator('.rows').innerText()).toContain('[redacted]');
    expect(faults).toEqual([]);
  });

  test('a socket is listed while it is open, and closed on demand', async () => {
    const socket = new WebSocket(`${portal.addressOf('d-events').replace('http', 'ws')}/app/2f9c0b7ae41d?protocol=7`);
    const closed = new Promise((resolve) => socket.addEventListener('close', resolve));
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    await show('connections');
    await page.getByRole('button', { name: /Close connection/ }).click();
    await closed;
    await page.getByText('No socket or stream is open.').waitFor();
    expect(faults).toEqual([]);
  });

  test.runIf(IS_DEEP)('a snapshot brings the data back, after a question', async () => {
    const used = async () =>
      ((await (await email('/account')).json()) as { data: { requests: { searches: { used: number } } } }).data.requests.searches.used;
    await show('snapshots');
    await page.getByLabel('Name').fill('before');
    await page.getByRole('button', { name: 'Take a snapshot' }).click();
    await page.getByText('before', { exact: true }).waitFor();
    const before = await used();
    await email('/domain-search?domain=brightloaf.example');
    await page.getByRole('button', { name: 'Restore before' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Restore before' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Go on' }).click();
    await page.getByText('The data is restored.').waitFor();
    expect(await used()).toBe(before);
    await page.getByRole('button', { name: 'Remove before' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Go on' }).click();
    await page.getByText('No snapshot yet.').waitFor();
    expect(faults).toEqual([]);
  });

  test('the clock shows what falls due before it moves, and moves', async () => {
    await show('clock');
    await page.getByRole('button', { name: 'Freeze' }).click();
    await page.getByRole('button', { name: '+ 1 day' }).click();
    await page.getByText('The clock goes to').waitFor();
    await page.getByRole('button', { name: '+ 1 week' }).click();
    // The sentence counts what the list holds, as soon as the list is that of the chosen moment.
    await page.locator('.move').getByText('on the way.').waitFor();
    const due = await page.locator('.due li').count();
    expect(await page.locator('.move').innerText()).toContain(due === 1 ? 'One thing happens' : `${due} things happen`);
    expect(await page.locator('.due').innerText()).toContain('charge-instalment');
    await page.getByRole('button', { name: 'Move the clock' }).click();
    await page.getByText('The clock was moved.').waitFor();
    await page.getByRole('button', { name: 'Let it run' }).click();
    await page.getByText('Running', { exact: true }).waitFor();
    expect(faults).toEqual([]);
  });

  test('scripts of the page do not see the token', async () => {
    await show('requests');
    expect(await page.evaluate(() => document.cookie)).toBe('');
    expect(await page.content()).not.toContain(portal.control()?.cookie.value);
  });

  const looks = [
    ['light', 1280],
    ['dark', 320],
  ] as const;
  test.each(sampleOf(looks, 1))(
    'axe finds nothing in the %s theme at %i pixels, and no view that is tried is wider than the page',
    async (colorScheme, width) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      const found: string[] = [];
      for (const view of sampleOf(VIEWS, 2)) {
        await show(view);
        await page.locator('.view-head').waitFor();
        await page.waitForTimeout(500);
        if (view === 'requests' || view === 'deliveries') await page.locator('.log-row').first().click();
        if (view === 'deliveries') await page.getByText('Verify it in your receiver').click();
        found.push(...(await axeFindings(page)).map((finding) => `${view}: ${finding}`));
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        if (excess > 0) found.push(`${view} is ${excess} pixels too wide`);
      }
      expect(found).toEqual([]);
    },
  );

  test.runIf(IS_DEEP)('forced colours still tell the state that is lit from the others, and the first button from the second', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const styleOf = (selector: string, name: 'fill' | 'backgroundColor') =>
      page
        .locator(selector)
        .first()
        .evaluate((element, property) => getComputedStyle(element)[property], name);
    await show('states');
    await page.locator('.graph .state.lit').waitFor();
    expect(await styleOf('.graph .state.lit rect', 'fill')).not.toBe(await styleOf('.graph .state:not(.lit) rect', 'fill'));
    await show('snapshots');
    expect(await styleOf('.button.primary', 'backgroundColor')).not.toBe(await styleOf('.view .button:not(.primary)', 'backgroundColor'));
  });

  test.runIf(IS_DEEP)('the keyboard alone leads to each view', async () => {
    await show('requests');
    await page.locator('.views a').first().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor();
  });

  test('without a control API the page says what it needs', async () => {
    await portal.stopServices();
    await page.goto(`${portal.url}/sandbox.html`);
    await page.getByText('The services that run here give no control API.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
