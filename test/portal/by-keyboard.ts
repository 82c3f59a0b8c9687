// The portal by keyboard alone: the way of a request from the search to a repeated delivery, and Tab through each view. The walk uses keys alone; a
// view may be brought to what its picture shows by clicks before Tab goes through it.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import type { DevPortal } from '../support/dev-portal.ts';
import { byEffort, IS_DEEP } from '../support/effort.ts';
import { enter, structureFaults, tabFaults, tabTo } from '../support/keyboard.ts';
import { causeTraffic } from '../support/portal-traffic.ts';
import { VIEWS } from '../support/portal-views.ts';

/** Declares the tests; both are there when they begin. */
export function describeByKeyboard(opened: { readonly portal: DevPortal; readonly browser: Browser }): void {
  async function openPage(path: string, width = 1280): Promise<Page> {
    const page = await opened.browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(`${opened.portal.url}/${path}`);
    return page;
  }

  let stop: () => void;
  beforeAll(async () => {
    stop = await causeTraffic(opened.portal);
  });
  afterAll(() => stop?.());

  test('an operation is found, changed and sent, read in the log, and a webhook is delivered again', async () => {
    const page = await openPage('');
    await page.locator('[data-place="live"]:not([hidden])').first().waitFor();
    // The search leads to the reference, and from there to the console.
    await page.keyboard.press('/');
    await page.locator('#search-results').waitFor({ state: 'attached' });
    await page.keyboard.type('search a domain');
    await page.locator('#search-results a', { hasText: 'Search a domain' }).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/h-email\/(?:index\.html)?#/);
    const section = page.locator(`[data-section-id="${new URL(page.url()).hash.slice(1)}"]`);
    await enter(page, section.getByRole('link', { name: 'Try it in the console' }));
    await page.getByRole('heading', { level: 1, name: 'Search a domain' }).waitFor();
    await page.getByText('the request is valid').waitFor();

    // A field is changed; what is wrong is said before it is sent.
    await tabTo(page, page.getByLabel('limit'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('900');
    await page.getByText('✗ 1 fault').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.locator('.answer').getByText('400').first().waitFor();

    // The response is read: its parts with the arrows, its body as an area that takes the focus.
    await tabTo(page, page.getByRole('tab', { name: 'Body' }));
    await page.keyboard.press('ArrowRight');
    await page.getByRole('columnheader', { name: 'Header' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await tabTo(page, page.getByRole('region', { name: 'Body of the response' }));
    expect(await page.locator('.body-lines').innerText()).toContain('must be at most 100');

    // The log of the sandbox says which line of the schema is broken.
    await enter(page, page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Sandbox' }), 'Shift+Tab');
    await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor();
    await enter(page, page.getByRole('button', { name: /domain-search.*refused/ }).first());
    await expect.poll(() => page.locator('.broken').first().innerText()).toContain('"maximum": 100');

    // The clock moves a day; the delivery that waited is tried again, and then by hand.
    const views = page.getByRole('navigation', { name: 'Views of the sandbox' });
    await enter(page, views.getByRole('link', { name: 'Clock' }), 'Shift+Tab');
    await page.getByRole('heading', { level: 1, name: 'Clock' }).waitFor();
    await enter(page, page.getByRole('button', { name: '+ 1 day' }));
    await page.getByText('The clock goes to').waitFor();
    await enter(page, page.getByRole('button', { name: 'Move the clock' }));
    await page.getByText('The clock was moved.').waitFor();
    await enter(page, views.getByRole('link', { name: 'Deliveries' }), 'Shift+Tab');
    await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
    await enter(page, page.getByRole('button', { name: /invitee\.canceled/ }).first());
    await page.getByRole('heading', { name: 'Attempts' }).waitFor();
    await enter(page, page.getByRole('button', { name: 'Send again' }));
    await page.getByText('The delivery is sent again.').waitFor();
    await page.close();
  });

  // The reference is Redocly's page, whose order of focus and headings is its own.
  const views = VIEWS.filter(({ name }) => name !== 'reference' && name !== 'search');

  // `pages.test.ts` goes through the home page, the first of them, in each run.
  test.each(byEffort({ quick: views.slice(-1), deep: views }).map((view) => [view.name, view] as const))(
    'Tab goes through the view %s',
    async (_, view) => {
      const page = await openPage(view.path);
      await page.locator(view.ready).first().waitFor();
      await page.getByText('Loading…').first().waitFor({ state: 'hidden' });
      await view.act?.(page);
      // A pointer that rests on something may show a note above what has the focus.
      await page.mouse.move(2, 798);
      await page.waitForTimeout(500);
      expect([...(await axeFindings(page)), ...(await structureFaults(page)), ...(await tabFaults(page))]).toEqual([]);
      await page.close();
    },
  );

  test.runIf(IS_DEEP)('the link to the content skips the navigation, and keeps the place of an app', async () => {
    for (const path of ['', 'console.html#/h-email/findEmail', 'sandbox.html#/clock']) {
      const page = await openPage(path);
      await page.locator('main h1').waitFor();
      // The clock is loaded after its heading is there.
      await expect.poll(() => page.getByText('Loading…').count()).toBe(0);
      await enter(page, page.getByRole('link', { name: 'Skip to content' }));
      await page.keyboard.press('Tab');
      const place = await page.evaluate(() => ({
        isInside: document.activeElement?.closest('#content, #main') !== null,
        isNavigation: document.activeElement?.closest('nav') !== null,
        hash: location.hash,
      }));
      expect([path, place]).toEqual([path, { isInside: true, isNavigation: false, hash: new URL(path, 'http://x').hash }]);
      await page.close();
    }
  });

  test('a view that was chosen has the focus, so that Tab goes on in it', async () => {
    const page = await openPage('sandbox.html#/requests');
    await enter(page, page.getByRole('link', { name: 'Snapshots' }));
    await page.getByRole('heading', { level: 1, name: 'Snapshots' }).waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('form') !== null)).toBe(true);
    await page.close();
  });

  test('dialogs give the focus back, by Escape and by their button', async () => {
    const page = await openPage('sandbox.html#/snapshots');
    const reset = page.getByRole('button', { name: 'Reset everything' });
    const hasFocus = () => reset.evaluate((element) => element === document.activeElement);
    await enter(page, reset);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(hasFocus).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Cancel' }));
    await expect.poll(hasFocus).toBe(true);
    const search = page.getByRole('button', { name: 'Search' });
    await enter(page, search, 'Shift+Tab');
    await page.getByRole('dialog', { name: 'Search' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => search.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.close();
  });

  test('the menu of narrow windows closes when the focus leaves it, and by Escape', async () => {
    const page = await openPage('', 390);
    const button = page.getByRole('button', { name: 'Menu' });
    await enter(page, button);
    await tabTo(page, page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Console' }));
    await page.keyboard.press('Escape');
    expect(await button.evaluate((element) => [element === document.activeElement, element.getAttribute('aria-expanded')])).toEqual([
      true,
      'false',
    ]);
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Search' }));
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await page.close();
  });
}
