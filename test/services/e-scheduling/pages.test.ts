// Books, moves and cancels a lesson in Chromium, as a person does, on a wide and on a narrow screen.

import { createSchedulingClient } from '@octavo/interfaces/e-scheduling';
import { unwrap } from '@octavo/runtime';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { tokens } from '../../../services/e-scheduling/seed.ts';
import { createSandbox } from '../../../services/index.ts';
import { chromiumPath, launch } from '../../support/chromium.ts';
import { sampleOf } from '../../support/effort.ts';

// Where Chromium is not installed, the helper prints a line that says so.
describe.skipIf(chromiumPath === undefined)('the booking page', () => {
  let browser: Browser;
  /** One for all tests: a new one takes longer than most of them. */
  let tab: Page;
  beforeAll(async () => {
    browser = await launch();
    tab = await browser.newPage({ javaScriptEnabled: false });
  });
  afterAll(() => browser.close());

  async function open(width: number) {
    const sandbox = await createSandbox({ services: ['e-scheduling'], at: 'story' });
    onTestFinished(() => sandbox.close());
    const { baseUrl } = await sandbox.listen('e-scheduling');
    const client = createSchedulingClient({ baseUrl, credentials: { personalToken: tokens.owner } });
    await tab.setViewportSize({ width, height: 800 });
    /** Nothing is wider than the screen. */
    const fits = async () => expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    /** What is booked by people with this address, and with whom. */
    const booked = async (invitee_email: string) => {
      const query = { organization: `${baseUrl}/api/v2/organizations/NGHCEBDAFHBDCAGE`, invitee_email };
      return unwrap(await client.listScheduledEvents({ query }), 200).collection;
    };
    return { baseUrl, client, tab, fits, booked, heading: () => tab.locator('h1').textContent() };
  }

  const SCREENS: readonly (readonly [name: string, width: number])[] = [
    ['narrow', 390],
    ['wide', 1280],
  ];

  test.each(sampleOf(SCREENS, 1))('books, moves and cancels a lesson on a %s screen', async (_name, width) => {
    const { baseUrl, client, tab, fits, booked, heading } = await open(width);
    const statuses = async () => (await booked('mo.ito@example.com')).map(({ status }) => status);

    await tab.goto(`${baseUrl}/book/northlight-felix`);
    await tab.getByRole('link', { name: 'First lesson' }).click();
    expect(await heading()).toBe('First lesson with Felix Brandt');
    await fits();
    await tab.getByLabel('Your name').fill('Mo <Ito>');
    await tab.getByLabel('Your email address').fill('mo.ito@example.com');
    await tab.locator('.times label').nth(3).click();
    await tab.getByLabel('Yes, as a child').check();
    await tab.getByRole('button', { name: 'Book' }).click();
    expect(await heading()).toBe('You are booked');
    expect(await statuses()).toEqual(['active']);

    await tab.getByRole('link', { name: 'Reschedule' }).click();
    await tab.locator('summary').nth(1).click();
    await tab.locator('details[open] .times label').first().click();
    await tab.getByRole('button', { name: 'Move the booking' }).click();
    expect(await heading()).toBe('The booking is moved');
    expect(await statuses()).toEqual(['canceled', 'active']);

    const [event] = (await booked('mo.ito@example.com')).filter(({ status }) => status === 'active');
    const uuid = event?.uri.split('/').at(-1) ?? '';
    const [invitee] = unwrap(await client.listInvitees({ path: { uuid } }), 200).collection;
    expect(invitee?.name).toBe('Mo <Ito>');
    await tab.goto(invitee?.cancel_url ?? '');
    await tab.getByLabel('Reason').fill('An exam');
    await tab.getByRole('button', { name: 'Cancel the booking' }).click();
    expect(await heading()).toBe('The booking is cancelled');
    expect(unwrap(await client.getScheduledEvent({ path: { uuid } }), 200).resource.cancellation).toEqual({
      canceled_by: 'Mo <Ito>',
      reason: 'An exam',
      canceler_type: 'invitee',
    });
  });

  test.each(sampleOf(SCREENS, 1))('answers a routing form and books what it leads to on a %s screen', async (_name, width) => {
    const { baseUrl, tab, fits, booked, heading } = await open(width);
    await tab.goto(`${baseUrl}/book/forms/QFHADCEBGHFADBCE`);
    await fits();
    await tab.getByLabel('Cello').check();
    await tab.getByRole('button', { name: 'Continue' }).click();
    expect(await heading()).toBe('First lesson with Felix Brandt');
    await tab.getByRole('link', { name: 'Later days' }).click();
    await tab.locator('.times label').first().click();
    await tab.getByLabel('Your name').fill('Mo Ito');
    await tab.getByLabel('Your email address').fill('mo.ito@example.com');
    await tab.getByLabel('Never').check();
    await tab.getByLabel('Guests').fill('ann at home');
    await tab.getByRole('button', { name: 'Book' }).click();
    expect(await tab.getByRole('alert').textContent()).toBe('This is not an email address: ann at home');
    await fits();
    // What was entered is still there.
    await tab.getByLabel('Guests').fill('ann@example.com');
    await tab.getByRole('button', { name: 'Book' }).click();
    expect(await heading()).toBe('You are booked');
    await fits();
    expect(await booked('mo.ito@example.com')).toMatchObject([{ name: 'First lesson', event_guests: [{ email: 'ann@example.com' }] }]);
  });
});
