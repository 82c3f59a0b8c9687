// A walk through the portal: find an operation, try it live, see it in the log, break it, read why, book a meeting,
// move the clock a day, and see a webhook retried and delivered. Then the same on a user's project, and with the keyboard alone.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DevPortal, exampleProject, startDev } from '../support/dev-portal.ts';

/** What the tests share: all of it is there when they begin. */
interface Opened {
  readonly portal: DevPortal;
  readonly browser: Browser;
}

let page: Page;
/** What pages wrote to the console as errors, and what they threw. */
const faults: string[] = [];

/** A page that notes its faults. A request that is refused is no fault of a page: the browser writes those too. */
async function openPage(browser: Browser): Promise<Page> {
  const opened = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  opened.on('pageerror', (error) => faults.push(error.message));
  opened.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  return opened;
}

/** Searches from the page that is shown, and follows the first result. */
async function find(query: string, url: RegExp): Promise<void> {
  await page.keyboard.press('/');
  await page.getByRole('textbox', { name: 'Search' }).fill(query);
  await page.locator('#search-results a').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(url);
}

/** Leads from an operation in the reference to the console. */
async function tryIt(summary: string): Promise<void> {
  const section = page.locator(`[data-section-id="${new URL(page.url()).hash.slice(1)}"]`);
  await section.getByRole('link', { name: 'Try it in the console' }).click();
  await page.getByRole('heading', { level: 1, name: summary }).waitFor();
}

const send = (): Promise<void> => page.getByRole('button', { name: 'Send', exact: true }).click();
const answer = () => page.locator('.answer');
const body = (): Promise<string> => page.locator('.body-lines').innerText();

/** Writes the body of the request in the editor, as text. */
async function writeBody(value: unknown): Promise<void> {
  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.locator('.editor[data-loaded=true]').waitFor();
  await page.getByRole('textbox', { name: 'JSON of the body' }).fill(JSON.stringify(value));
}

async function sandbox(view: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Sandbox' }).click();
  await page.locator('.views').getByRole('link', { name: view, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: view }).waitFor();
}

/** Declares the tests of the walk through the portal of this repository. */
export function describeWalk(shared: Opened): void {
  /** A receiver of webhooks, which refuses all of them until `isWell`. */
  let receiver: Server;
  let isWell = false;
  const received: string[] = [];
  let subscription: Record<string, unknown>;

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      request.resume().on('end', () => {
        received.push(String(request.headers['scheduling-webhook-signature'] ?? ''));
        response.writeHead(isWell ? 204 : 503).end();
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    page = await openPage(shared.browser);
    await page.goto(shared.portal.url);
  });
  afterAll(async () => {
    await page?.close();
    receiver?.close();
  });

  test('the home page shows what runs', async () => {
    await page.locator('#e-scheduling [data-place="live"]').waitFor();
    const live = await shared.portal.live('e-scheduling');
    expect(await page.locator('#e-scheduling').innerText()).toContain(live);
    const client = page.locator('#e-scheduling .client');
    await client.locator('summary').click();
    expect(await client.innerText()).toMatch(
      new RegExp(`createSchedulingClient\\(\\{\\s+baseUrl: '${live}',\\s+credentials: \\{\\s+personalToken: 'pat_\\w+',[^]+Amara Diallo`),
    );
    await page.locator('#e-scheduling .designed summary').click();
    expect(await page.locator('#e-scheduling .designed li').count()).toBeGreaterThan(5);
  });

  test('where the services fail, the home page says why, and the client is that of the mock', async () => {
    await page.route('**/-/status', async (route) => {
      const response = await route.fetch();
      const status = (await response.json()) as { live: object };
      await route.fulfill({ response, json: { ...status, live: { state: 'failed', services: [], error: 'The disk is full.' } } });
    });
    await page.getByText('The services do not run: The disk is full.').waitFor();
    expect(await page.locator('#e-scheduling .client code').innerText()).toContain('/mock/e-scheduling');
    await page.unroute('**/-/status');
    await page.getByText(/live services and \d+ mocks run here\./).waitFor();
  });

  test('an operation is found, and tried live', async () => {
    await find('read the user of the token', /e-scheduling\/(index\.html)?#/);
    await tryIt('Read the user of the token');
    await send();
    await page.getByText('as the document declares').waitFor();
    expect(await answer().innerText()).toContain('200 OK');
    const organization = /"current_organization": "([^"]+)"/.exec(await body())?.[1] ?? '';
    expect(organization).toContain(await shared.portal.live('e-scheduling'));
    const { port } = receiver.address() as AddressInfo;
    subscription = {
      url: `http://127.0.0.1:${port}/hook`,
      events: ['invitee.created'],
      organization,
      scope: 'organization',
      signing_key: 'a-secret-of-the-walk',
    };
  });

  test('it is in the log of the sandbox', async () => {
    await sandbox('Requests');
    await page
      .getByRole('button', { name: /\/api\/v2\/users\/me.*answered/ })
      .first()
      .click();
    expect(await page.locator('.log-details').innerText()).toContain('getCurrentUser');
  });

  test('a wrong value is marked before it is sent, and the log shows the line that it breaks', async () => {
    await page.goto(`${shared.portal.url}/console.html#/e-scheduling/createWebhookSubscription`);
    await page.getByRole('heading', { level: 1, name: 'Subscribe to webhooks' }).waitFor();
    await writeBody({ ...subscription, events: ['invitee.exploded'] });
    await page.getByText('✗ 1 fault').waitFor();
    await send();
    await expect.poll(() => answer().innerText()).toContain('400');
    await sandbox('Requests');
    await page
      .getByRole('button', { name: /webhook_subscriptions.*refused/ })
      .first()
      .click();
    expect(await page.locator('.broken').innerText()).toContain('invitee.created');
  });

  test('a fault makes an operation fail once, and the webhook is registered after it', async () => {
    await sandbox('Faults');
    await page.getByLabel('Service').selectOption('e-scheduling');
    await page.getByLabel('Operation').selectOption('createWebhookSubscription');
    await page.getByLabel('Status').fill('503');
    await page.getByRole('button', { name: 'Add the fault' }).click();
    await page.getByText('The next request to createWebhookSubscription of e-scheduling is refused with 503.').waitFor();
    await page.goto(`${shared.portal.url}/console.html#/e-scheduling/createWebhookSubscription`);
    await writeBody(subscription);
    await page.getByText('the request is valid').waitFor();
    await send();
    await expect.poll(() => answer().innerText()).toContain('503');
    await send();
    await expect.poll(() => answer().innerText()).toContain('201');
  });

  test('a meeting is booked on the page of the service', async () => {
    const tab = await openPage(shared.browser);
    await tab.goto(`${await shared.portal.live('e-scheduling')}/book/northlight-felix/first-lesson`);
    await tab.getByLabel('Your name').fill('Mo Ito');
    await tab.getByLabel('Your email address').fill('mo.ito@example.com');
    // The first day with free times is open; late in the day it has few.
    await tab.locator('details[open] .times label').first().click();
    await tab.getByLabel('Yes, as a child').check();
    await tab.getByRole('button', { name: 'Book' }).click();
    await tab.getByRole('heading', { name: 'You are booked' }).waitFor();
    await tab.close();
  });

  test('the webhook fails and waits; a day later it is delivered', async () => {
    const delivery = (state: string) =>
      page.locator('.log-row', { hasText: new RegExp(`invitee\\.created.*http://127\\.0\\.0\\.1.*${state}`, 's') }).first();
    await sandbox('Deliveries');
    await delivery('waiting').click();
    await page.getByRole('cell', { name: '503' }).first().waitFor();
    expect(await page.locator('.facts').first().innerText()).toContain('Next attempt');
    await sandbox('Clock');
    await page.getByRole('button', { name: '+ 1 day' }).click();
    await page
      .locator('.due li', { hasText: /invitee\.created http:\/\/127\.0\.0\.1/ })
      .first()
      .waitFor();
    isWell = true;
    await page.getByRole('button', { name: 'Move the clock' }).click();
    await page.getByText('The clock was moved.').waitFor();
    await sandbox('Deliveries');
    await delivery('delivered').click();
    await page.getByRole('cell', { name: '204' }).first().waitFor();
    const check = page.getByRole('region', { name: 'Signature', exact: true });
    expect(await check.getByRole('status').innerText()).toMatch(/^✓ .*matches the payload/);
    expect(received.length).toBeGreaterThan(1);
  });

  test('no page had a fault', () => {
    expect(faults).toEqual([]);
  });
}

/** Declares the tests of the walk through the portal of an example, by keyboard. */
export function describeExample(shared: Pick<Opened, 'browser'>): void {
  let portal: DevPortal;
  beforeAll(async () => {
    faults.length = 0;
    portal = await startDev(exampleProject('walk-recipe-box', 'recipe-box'), { hasReferences: true });
    page = await openPage(shared.browser);
    await page.goto(portal.url);
  });
  afterAll(async () => {
    await page?.close();
    await portal?.close();
  });

  test('an operation is found, tried live, broken, and the response says why', async () => {
    await find('begin a notebook', /recipe-box\/(index\.html)?#/);
    await page
      .locator(`[data-section-id="${new URL(page.url()).hash.slice(1)}"]`)
      .getByRole('link', { name: 'Try it in the console' })
      .focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Begin a notebook' }).waitFor();
    await page.getByText('the request is valid').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('as the document declares').waitFor();
    expect(await answer().innerText()).toContain('201');
    await writeBody({});
    await page.getByText('✗ 1 fault').waitFor();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => answer().innerText()).toContain('400');
    await page.getByText('as the document declares').waitFor();
    expect(await body()).toContain('title');
  });

  test('without a control API there is no sandbox to open, and no page had a fault', async () => {
    await page.goto(portal.url);
    await page.locator('#recipe-box [data-place="live"]').waitFor();
    expect(await page.getByRole('link', { name: 'Open the sandbox' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });
}
