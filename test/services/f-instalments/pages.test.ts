// Pays on the hosted page in Chromium, as shoppers do, on a wide and on a narrow screen: each way through it, and each reason why it is closed.

import { createInstalmentsClient, type NewPayment } from '@octavo/interfaces/f-instalments';
import { unwrap } from '@octavo/runtime';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { keys } from '../../../services/f-instalments/seeds/seed.ts';
import { createSandbox } from '../../../services/index.ts';
import { chromiumPath, launch } from '../../support/chromium.ts';
import { sampleOf } from '../../support/effort.ts';
import { listenFor } from '../../support/receiver.ts';
import { customer, shopOf } from './shop.ts';

// Where Chromium is not installed, the helper prints a line that says so.
describe.skipIf(chromiumPath === undefined)('the payment page', () => {
  let browser: Browser;
  /** One for all tests: a new one takes longer than most of them. */
  let tab: Page;
  beforeAll(async () => {
    browser = await launch();
    tab = await browser.newPage({ javaScriptEnabled: false });
  });
  afterAll(() => browser.close());

  async function open(width = 1280) {
    const sandbox = await createSandbox({ services: ['f-instalments'], at: 'story' });
    onTestFinished(() => sandbox.close());
    const { baseUrl } = await sandbox.listen('f-instalments');
    const client = createInstalmentsClient({ baseUrl, credentials: { InstalmentsAuth: keys.fernAndOak } });
    // The shop, to which shoppers come back.
    const shop = await listenFor((request, response) => {
      response.setHeader('content-type', 'text/html').end(`<h1>The shop: ${request.url}</h1>`);
    });
    await tab.setViewportSize({ width, height: 800 });
    async function pay(details: Partial<NewPayment['payment']> = {}, person: NewPayment['customer'] | null = customer) {
      const payment = {
        purchase_amount: 45_900,
        installments_count: 4,
        return_url: `${shop}/done`,
        customer_cancel_url: `${shop}/basket`,
        failure_return_url: `${shop}/other`,
        ...details,
      };
      const made = unwrap(await client.createPayment({ body: { payment, ...(person === null ? {} : { customer: person }) } }), 200);
      await tab.goto(made.url);
      return made.id;
    }
    const heading = () => tab.locator('h1').textContent();
    const confirm = () => tab.getByRole('button', { name: 'Confirm' }).click();
    const text = () => tab.locator('main').innerText();
    return { ...shopOf(sandbox, client), sandbox, tab, pay, heading, confirm, text };
  }

  const SCREENS: readonly (readonly [name: string, width: number])[] = [
    ['narrow', 390],
    ['wide', 1280],
  ];
  test.each(sampleOf(SCREENS, 1))('is confirmed on a %s screen, fits it, and leads back to the shop', async (_name, width) => {
    const { tab, pay, heading, confirm, read, text } = await open(width);
    const id = await pay();
    expect(await heading()).toBe('Pay Fern & Oak in 4 instalments');
    expect(await text()).toContain('465.89 €');
    const scrolled = await tab.locator('html').evaluate((page) => page.scrollWidth);
    expect(scrolled).toBeLessThanOrEqual(width);
    await confirm();
    expect(await heading()).toBe(`The shop: /done?pid=${id}`);
    expect((await read(id)).state).toBe('in_progress');
    await tab.goto((await read(id)).url);
    expect(await text()).toMatch(/Thank you, this payment is confirmed\.[\s\S]*1 April 2026, paid\s+121\.64 €/);
    await tab.getByRole('link', { name: 'Back to Fern & Oak' }).click();
    expect(await heading()).toBe(`The shop: /done?pid=${id}`);
  });

  test('asks for the details that are missing, and says which address is wrong', async () => {
    const { tab, pay, heading, confirm, read } = await open();
    const id = await pay({}, null);
    await tab.getByLabel('First name').fill('<b>Noé</b>');
    await tab.getByLabel('Last name').fill('Petit');
    await tab.getByLabel('Telephone number').fill('+33639980000');
    await tab.getByLabel('Email address').fill('noe@nowhere');
    await confirm();
    expect(await tab.getByRole('alert').textContent()).toBe('This is not an email address.');
    expect(await tab.getByLabel('First name').inputValue()).toBe('<b>Noé</b>');
    await tab.getByLabel('Email address').fill('noe@example.com');
    await confirm();
    expect(await heading()).toBe(`The shop: /done?pid=${id}`);
    expect((await read(id)).customer).toMatchObject({ first_name: '<b>Noé</b>', email: 'noe@example.com' });
  });

  test('refuses a shopper, and leads them to other ways to pay', async () => {
    const { tab, pay, heading, confirm, read, text } = await open();
    const id = await pay({}, { ...customer, email: 'noe+refused@example.com' });
    await confirm();
    expect(await heading()).toBe(`The shop: /other?pid=${id}`);
    await tab.goto((await read(id)).url);
    expect(await text()).toContain('This payment was refused.');
    expect(await tab.getByRole('button').count()).toBe(0);
  });

  test('is left without paying by the link to the shop', async () => {
    const { tab, pay, heading, read } = await open();
    const id = await pay();
    await tab.getByRole('link', { name: 'Cancel' }).click();
    expect(await heading()).toBe(`The shop: /basket?pid=${id}`);
    expect((await read(id)).state).toBe('not_started');
  });

  test('tells that the card was declined, and can be confirmed again', async () => {
    const { tab, pay, heading, confirm, act } = await open();
    const id = await pay();
    await act('set-card', { payment: id, works: false });
    await confirm();
    expect(await tab.getByRole('alert').textContent()).toBe('The card was declined.');
    await act('set-card', { payment: id, works: true });
    await confirm();
    expect(await heading()).toBe(`The shop: /done?pid=${id}`);
  });

  test('is closed when its time has passed, also for a form that was opened before', async () => {
    const { pay, confirm, later, text, tab } = await open();
    await pay({ expires_after: 3_600 });
    await later(1);
    await confirm();
    expect(await text()).toContain('The time to pay has passed.');
    await tab.reload();
    expect(await text()).toContain('The time to pay has passed.');
  });

  test('is closed when the shop has cancelled, and when the shop captures later', async () => {
    const { pay, confirm, client, text, tab, read } = await open();
    const id = await pay();
    await client.cancelPayment({ path: { id } });
    await tab.reload();
    expect(await text()).toContain('The shop has cancelled this payment.');
    const later = await pay({ capture_method: 'manual', installments_count: 1, deferred_days: 30 });
    expect(await text()).toContain('The shop charges you later, such as when it ships.');
    await confirm();
    await tab.goto((await read(later)).url);
    expect(await text()).toContain('You are accepted. The shop charges the first instalment later.');
  });

  test('does not take a form that it did not make', async () => {
    const { tab, pay, confirm, read } = await open();
    const other = await pay();
    const id = await pay();
    const form = await tab.locator('[name=token]').getAttribute('value');
    await tab.goto((await read(other)).url);
    const page = (await read(other)).url;
    const body = (token: string) => ({ form: { token } });
    for (const token of ['', form ?? '', `${Date.now() + 1_000}.x`]) {
      const answer = await tab.request.post(page, body(token));
      expect([answer.status(), await answer.text()]).toEqual([403, expect.stringContaining('The form is too old. Please confirm again.')]);
    }
    expect((await read(other)).state).toBe('not_started');
    await confirm();
    expect([(await read(other)).state, (await read(id)).state]).toEqual(['in_progress', 'not_started']);
  });

  test('does not exist for an unknown payment', async () => {
    const { tab, pay, heading } = await open();
    await pay();
    const answer = await tab.goto(`${new URL(tab.url()).origin}/pay/payment_none`);
    expect([answer?.status(), await heading()]).toEqual([404, 'No such payment']);
  });
});
