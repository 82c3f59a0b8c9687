// Books, moves and cancels a lesson in Chromium, as a person does, on a wide and on a narrow screen.

import { createSchedulingClient } from '@octavo/interfaces/e-scheduling';
import { unwrap } from '@octavo/runtime';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { tokens } from '../../../services/e-scheduling/seed.ts';
import { createSandbox } from '../../../services/index.ts';
import { chromiumPath, launch } from '../../support/chromium.ts';

// Where Chromium is not installed, the helper prints a line that says so.
describe.skipIf(chromiumPath === undefined)('the booking page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  test.each([
    ['wide', 1200],
    ['narrow', 360],
  ])('books, moves and cancels a lesson on a %s screen', async (_name, width) => {
    const sandbox = await createSandbox({ services: ['e-scheduling'], at: 'story' });
    onTestFinished(() => sandbox.close());
    const { baseUrl } = await sandbox.listen('e-scheduling');
    const client = createSchedulingClient({ baseUrl, credentials: { personalToken: tokens.member } });
    const statuses = async () => {
      const { collection } = unwrap(await client.listScheduledEvents({ query: { invitee_email: 'mo.ito@example.com' } }), 200);
      return collection.map(({ status }) => status);
    };
    const context = await browser.newContext({ viewport: { width, height: 800 }, javaScriptEnabled: false });
    onTestFinished(() => context.close());
    const tab = await context.newPage();
    const heading = () => tab.locator('h1').textContent();

    await tab.goto(`${baseUrl}/book/northlight-felix`);
    await tab.getByRole('link', { name: 'First lesson' }).click();
    expect(await heading()).toBe('First lesson with Felix Brandt');
    const box = await tab.locator('form').boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    await tab.getByLabel('Your name').fill('Mo <Ito>');
    await tab.getByLabel('Your email address').fill('mo.ito@example.com');
    await tab.getByLabel('Have you played before?').selectOption('Yes, as a child');
    await tab.getByRole('button', { name: 'Book' }).click();
    expect(await heading()).toBe('You are booked');
    expect(await statuses()).toEqual(['active']);

    await tab.getByRole('link', { name: 'Reschedule' }).click();
    await tab.getByRole('button', { name: 'Move the booking' }).click();
    expect(await heading()).toBe('The booking is moved');
    expect(await statuses()).toEqual(['canceled', 'active']);

    const { collection } = unwrap(
      await client.listScheduledEvents({ query: { invitee_email: 'mo.ito@example.com', status: 'active' } }),
      200,
    );
    const uuid = collection[0]?.uri.split('/').at(-1) ?? '';
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
});
