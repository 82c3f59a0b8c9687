// The column beside an operation of the reference: it sends in place, says where to, keeps to the live service, and fits in the page.
import type { Browser, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import type { DevPortal } from '../support/dev-portal.ts';
import { byEffort, IS_DEEP, sampleOf } from '../support/effort.ts';
import { type Look, reusedPage } from '../support/reused-page.ts';

interface Opened {
  readonly portal: DevPortal;
  readonly browser: Browser;
}

const OPERATION = 'e-scheduling/index.html#/users/getcurrentuser';

const LOOKS: Look[] = [
  [1440, 900, 'light'],
  [1024, 800, 'dark'],
  [390, 844, 'light'],
  [1440, 900, 'dark'],
  [1024, 800, 'light'],
  [390, 844, 'dark'],
];
/** The column beside the text and below it, each theme once. */
const FEW_LOOKS: Look[] = [
  [1440, 900, 'light'],
  [390, 844, 'dark'],
];

/** A quick run has the page of the first of them already. */
const WEBHOOKS = [
  {
    place: 'e-scheduling/index.html#/webhooks/inviteecanceled',
    operation: 'inviteeCanceled',
    title: 'Receive a cancellation',
    head: /POST \/your\/receiver HTTP\/1\.1\nContent-Type: application\/json\nCalendly-Webhook-Signature: t=<seconds>,v1=<signature>/,
    example: { name: 'Amara cancels the rescheduled lesson', part: 'The heating of the studio has failed.' },
  },
  {
    place: 'd-events/index.html#/webhooks/channelevents',
    operation: 'channelEvents',
    title: 'Receive channel events',
    head: /POST \/your\/receiver HTTP\/1\.1\nContent-Type: application\/json\nX-Pusher-Key: <key>\nX-Pusher-Signature: /,
    example: { name: 'A fan sends an event to the other fans', part: '"client-cheer"' },
  },
];

const columnOf = (page: Page, operation = 'getCurrentUser'): Locator => page.locator(`octavo-column[data-operation="${operation}"]`);
const send = (column: Locator): Promise<void> => column.getByRole('button', { name: 'Send', exact: true }).click();

/** Answers the status of the dev server as if the services had failed. */
async function breakServices(page: Page): Promise<void> {
  await page.route('**/-/status', async (route) => {
    const response = await route.fetch();
    const status = (await response.json()) as object;
    await route.fulfill({ response, json: { ...status, live: { state: 'failed', services: [], error: 'The disk is full.' } } });
  });
}

/** Lets the page look at the status of the dev server now, which it does every three seconds. */
const lookAgain = (page: Page): Promise<void> => page.clock.runFor(3000);

/** Declares the tests of the column, in the portal of this repository. */
export function describeColumn(shared: Opened): void {
  const { show, faults } = reusedPage(
    () => shared.browser,
    (started) => started.clock.install(),
  );
  let page: Page;
  const opened = async (look: Look = [1440, 900, 'light']): Promise<Locator> => {
    page = await show(`${shared.portal.url}/${OPERATION}`, look);
    const column = columnOf(page);
    await column.getByRole('button', { name: 'Send', exact: true }).waitFor();
    return column;
  };

  test('examples of responses are tabs, by status', async () => {
    const column = await opened();
    await column.getByRole('tab', { name: '401' }).click();
    expect(await column.getByRole('region', { name: 'Example of 401 of getCurrentUser' }).innerText()).toContain('"title"');
    const names = column.getByRole('region', { name: 'Example of 401 of getCurrentUser' }).locator('.code-name');
    expect(await names.allInnerTexts()).toContain('"title"');
    await column.getByRole('tab', { name: '401' }).press('Home');
    expect(await column.getByRole('tab', { name: '200' }).getAttribute('aria-selected')).toBe('true');
  });

  test('Send calls the live service with its credential, and shows status, time and verdict in place', async () => {
    const column = await opened();
    const live = await shared.portal.live('e-scheduling');
    expect(await column.getByRole('region', { name: 'Send getCurrentUser' }).innerText()).toContain(`Calls ${live} with the example`);
    expect(await column.locator('.who summary').innerText()).toContain('Amara Diallo');
    await send(column);
    await column.getByText('✓ as the document declares').waitFor();
    const response = column.getByRole('region', { name: 'Response of getCurrentUser' });
    expect(await response.innerText()).toMatch(/from the live service[\s\S]*200 OK[\s\S]*\d ms/);
    expect(await column.locator('.body-lines').innerText()).toContain('amara');
    expect(page.url()).toContain('/e-scheduling/index.html');
    expect(await page.title()).toBe('Read the user of the token · Scheduling service reference · Interfaces');
    expect(faults).toEqual([]);
  });

  test('where the live service dies, a banner says so, nothing goes to the mock, and the page goes back by itself', async () => {
    const column = await opened();
    await breakServices(page);
    await lookAgain(page);
    await column.getByText('The live service does not run: The disk is full. Nothing goes to the mock').waitFor();
    expect(await column.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    expect(await column.getByLabel('Server').inputValue()).toBe('live');
    await page.unroute('**/-/status');
    await column.getByRole('button', { name: 'Try again' }).click();
    await column.getByText('The live service does not run').waitFor({ state: 'hidden' });
    await send(column);
    await column.getByText('✓ as the document declares').waitFor();
    // The reader may choose the mock, and then the page says that it is the mock.
    await breakServices(page);
    await lookAgain(page);
    await column.getByText('The live service does not run').waitFor();
    await column.getByLabel('Server').selectOption('mock');
    await send(column);
    await column.getByText('from the mock').waitFor();
    await column.getByText('✓ as the document declares').waitFor();
    await page.unroute('**/-/status');
    await column.getByLabel('Server').selectOption('live');
    await lookAgain(page);
    await column.getByText('The live service does not run').waitFor({ state: 'hidden' });
  });

  test('a service at another address is said, and a request that gets no response can be sent again', async () => {
    const column = await opened();
    const gone = 'http://127.0.0.1:1';
    await page.route('**/-/status', async (route) => {
      const response = await route.fetch();
      const live = await shared.portal.live('e-scheduling');
      await route.fulfill({ response, body: (await response.text()).replaceAll(live, gone) });
    });
    await lookAgain(page);
    await column.getByText(`The address has changed: requests go to ${gone} now.`).waitFor();
    await send(column);
    const response = column.getByRole('region', { name: 'Response of getCurrentUser' });
    await response.getByRole('alert').waitFor();
    await page.unroute('**/-/status');
    await lookAgain(page);
    await column.getByText(`requests go to ${await shared.portal.live('e-scheduling')} now.`).waitFor();
    await response.getByRole('button', { name: 'Try again' }).click();
    await column.getByText('✓ as the document declares').waitFor();
  });

  test('while octavo dev does not answer, the column says what to do', async () => {
    const column = await opened();
    await page.route('**/-/status', (route) => route.abort());
    await lookAgain(page);
    await column.getByText('octavo dev does not answer. Start it again').waitFor();
    await page.unroute('**/-/status');
    await lookAgain(page);
    await column.getByText('octavo dev does not answer').waitFor({ state: 'hidden' });
  });

  test.each(byEffort({ quick: FEW_LOOKS, deep: LOOKS }))(
    '%i × %i, %s: axe finds nothing, nothing scrolls sideways, and nothing is covered or cut off',
    async (...look) => {
      const [width, height] = look;
      const column = await opened(look);
      await send(column);
      await column.getByText('✓ as the document declares').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
      const box = await column.locator('.column').boundingBox();
      const text = await page.locator('[data-section-id$="/getcurrentuser"] [data-testid="middle-panel"]').first().boundingBox();
      if (box === null || text === null) throw new Error('The column or the text is not shown.');
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      for (const panel of await column.locator('.panel').all()) {
        const cut = await panel.evaluate((element) =>
          [...element.querySelectorAll('button, select, .badge, h3')]
            .filter((one) => one.scrollWidth > one.clientWidth + 1)
            .map((one) => one.outerHTML),
        );
        expect(cut).toEqual([]);
      }
      if (width < 1200) {
        expect(box.y).toBeGreaterThan(text.y);
        return;
      }
      // Beside the text, and in view wherever the text is scrolled to.
      expect(box.x).toBeGreaterThanOrEqual(text.x + text.width);
      await page.mouse.move(text.x + 20, text.y + 20);
      await page.mouse.wheel(0, 300);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
      const after = await column.locator('.column').boundingBox();
      expect(after?.y).toBeGreaterThan(0);
      expect(after?.y).toBeLessThan(height / 3);
    },
  );

  test('the request is there in eight languages, for the address that it calls, and the choice holds for the next operation', async () => {
    const column = await opened();
    const live = await shared.portal.live('e-scheduling');
    const code = column.getByRole('region', { name: /^getCurrentUser in/ });
    const languages = column.getByLabel('Language');
    expect(await languages.locator('option').count()).toBe(8);
    for (const [language, text, word] of [
      ['curl', 'curl', 'curl'],
      ['client', 'createSchedulingClient', 'import'],
      ['python', 'requests.get(', 'get'],
      ['go', 'http.NewRequest', 'package'],
    ] as const) {
      await languages.selectOption(language);
      await expect.poll(() => code.innerText()).toContain(text);
      expect(await code.innerText(), language).toContain(live);
      expect(await code.innerText(), language).not.toContain('pat_');
      expect(await code.locator('.code-word, .code-name').allInnerTexts(), language).toContain(word);
    }
    await page.goto(`${shared.portal.url}/e-scheduling/index.html#/users/getuser`);
    await page.reload();
    await expect
      .poll(() => columnOf(page, 'getUser').getByRole('region', { name: 'getUser in Go' }).innerText())
      .toContain('http.NewRequest');
  });

  test('a credential is chosen once: the console has it too, and no other tab', async () => {
    const column = await opened();
    await column.locator('.who summary').click();
    await column.getByLabel('Credential for personalToken').selectOption({ label: 'Felix Brandt, an ordinary member' });
    await expect.poll(() => column.locator('.who summary').innerText()).toContain('Felix Brandt');
    await column.getByRole('link', { name: 'Open in the console' }).click();
    await page.getByRole('heading', { level: 1, name: 'Read the user of the token' }).waitFor();
    expect(await page.getByLabel('personalToken', { exact: true }).inputValue()).toMatch(/^pat_NorthlightFelix/);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('pat_');
  });

  test('in a window of 1440 pixels, the fields of the console are at least 280 pixels wide', async () => {
    for (const operation of ['listScheduledEvents', 'createWebhookSubscription']) {
      page = await show(`${shared.portal.url}/console.html#/e-scheduling/${operation}`, [1440, 900, 'light']);
      await page.locator('.request .entry .input').first().waitFor();
      for (const details of await page.locator('.request details').all())
        await details.evaluate((element) => element.setAttribute('open', ''));
      const fields = page.locator('.request .entry .input:visible');
      const widths = await fields.evaluateAll((inputs) => inputs.map((input) => input.getBoundingClientRect().width));
      expect(widths.length).toBeGreaterThan(3);
      expect(Math.min(...widths)).toBeGreaterThanOrEqual(280);
    }
  });

  test.each(sampleOf(WEBHOOKS, 1))(
    'the webhook $operation has the request that arrives and the responses that it may get, in place of the panel of Redocly, and nothing to send',
    async ({ place, operation, title, head: expected, example }) => {
      page = await show(`${shared.portal.url}/${place}`, [1440, 900, 'light']);
      const column = columnOf(page, operation);
      const head = column.getByRole('region', { name: `Head of ${operation}` });
      await head.waitFor();
      expect(await head.innerText()).toMatch(expected);
      await column.getByLabel(`Example of ${operation}`).selectOption({ label: example.name });
      await expect.poll(() => column.getByRole('region', { name: `Body of ${operation}` }).innerText()).toContain(example.part);
      expect(await column.getByRole('tab').allInnerTexts()).toEqual(['2XX', '401']);
      await column.getByRole('tab', { name: '401' }).click();
      await column.getByRole('region', { name: `Example of 401 to ${operation}` }).waitFor();
      expect(await column.getByRole('button', { name: 'Send', exact: true }).count()).toBe(0);
      const section = page.locator('[data-item-kind]').filter({ has: column });
      expect(await section.locator('[data-testid="right-panel"]').count()).toBeGreaterThan(0);
      expect(await section.locator('[data-testid="right-panel"]:visible').count()).toBe(0);
      expect(await axeFindings(page, `octavo-column[data-operation="${operation}"]`)).toEqual([]);
      expect(faults).toEqual([]);
      await column.getByRole('link', { name: 'Send it to a receiver of yours' }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    },
  );

  // A quick run has no document with callbacks.
  test.runIf(IS_DEEP)('below the responses of an operation stand the requests of its callbacks', async () => {
    page = await show(`${shared.portal.url}/f-instalments/index.html#/payments/createpayment`, [1440, 900, 'light']);
    const column = columnOf(page, 'createPayment');
    const request = column.getByRole('region', { name: 'Request of the callback paymentChanged' });
    await request.waitFor();
    expect(await request.innerText()).toMatch(
      /ipn_callback_url[\s\S]*GET \/your\/receiver\?pid=payment_\w+ HTTP\/1\.1\nX-Alma-Signature: /,
    );
    const response = column.getByRole('region', { name: 'Response to the callback paymentChanged' });
    expect(await response.getByRole('tab').allInnerTexts()).toEqual(['2XX', '401']);
    expect(await axeFindings(page)).toEqual([]);
  });
}
