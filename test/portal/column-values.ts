// Values of one's own in the column of an operation: typed and checked there, sent, shown as code, kept over a reload, and taken to the console.
import type { Browser, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import type { DevPortal } from '../support/dev-portal.ts';
import { IS_DEEP } from '../support/effort.ts';
import { reusedPage } from '../support/reused-page.ts';

interface Opened {
  readonly portal: DevPortal;
  readonly browser: Browser;
}

const OPERATION = 'e-scheduling/index.html#/users/getuser';
const send = (column: Locator): Promise<void> => column.getByRole('button', { name: 'Send', exact: true }).click();

/** Declares the tests, in the portal of this repository. */
export function describeValues(shared: Opened): void {
  const { show, faults } = reusedPage(() => shared.browser);
  let page: Page;
  /** Opens the form in the column of an operation. */
  const opened = async (path: string, operation: string, width = 1440): Promise<Locator> => {
    page = await show(`${shared.portal.url}/${path}`, [width, 900, 'light']);
    const column = page.locator(`octavo-column[data-operation="${operation}"]`);
    await column.locator('.values > summary').click();
    await column.locator('.request-form').waitFor();
    return column;
  };

  test('stay open where the column is put elsewhere, are sent, shown as code, kept over a reload, taken to the console, and given up', async () => {
    const column = await opened(OPERATION, 'getUser');
    const code = column.getByRole('region', { name: 'getUser in curl' });
    const before = await code.innerText();
    // So does Redocly, while it adds what stands above.
    await column.evaluate((element) => element.parentElement?.insertBefore(element, element.nextSibling));
    await column.getByLabel('uuid').fill('another-user');
    await expect.poll(() => code.innerText()).toContain('/users/another-user');
    expect(await column.getByRole('region', { name: 'Send getUser' }).innerText()).toContain('with your values');
    await send(column);
    await column.getByText('404 Not Found').waitFor();
    // The page is loaded again, too, where the reader comes back from the console.
    if (IS_DEEP) await page.reload();
    await expect.poll(() => column.getByLabel('uuid').inputValue()).toBe('another-user');
    await column.getByRole('link', { name: 'Open in the console' }).click();
    await page.getByRole('heading', { level: 1, name: 'Read a user' }).waitFor();
    expect(await page.getByLabel('uuid').inputValue()).toBe('another-user');
    await page.goBack();
    await expect.poll(() => column.getByLabel('uuid').inputValue()).toBe('another-user');
    await column.getByRole('button', { name: 'Back to the example' }).click();
    await expect.poll(() => code.innerText()).toBe(before);
    await send(column);
    await column.getByText('200 OK').waitFor();
    await page.reload();
    await column.getByText('Values: those of the example').waitFor();
    expect(faults).toEqual([]);
  });

  test('are checked as they are typed, and Ctrl+Enter sends them; a slash in a field is typed', async () => {
    const column = await opened('e-scheduling/index.html#/scheduled-events/listscheduledevents', 'listScheduledEvents');
    const count = column.getByLabel('count', { exact: false }).first();
    if (!(await count.isVisible())) await column.locator('.optional > summary').first().click();
    await count.fill('1000');
    await column.getByText('Values: your own, 1 fault').waitFor();
    expect(await column.locator('.entry .fault', { hasText: 'at most 100' }).count()).toBe(1);
    await count.press('Control+Enter');
    await column.getByText('400 Bad Request').waitFor();
    const organization = column.getByLabel('organization', { exact: false }).first();
    await organization.fill('');
    await organization.press('/');
    expect(await organization.inputValue()).toBe('/');
    expect(await page.locator('dialog[open]').count()).toBe(0);
  });

  test('of a body are edited as JSON too, and fit in a window of 390 pixels', async () => {
    const path = 'e-scheduling/index.html#/webhook-subscriptions/createwebhooksubscription';
    const column = await opened(path, 'createWebhookSubscription', 390);
    // On a busy machine, the styles of the form and the repairs of Redocly's page come after the form.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await expect.poll(() => axeFindings(page, 'octavo-column[data-operation="createWebhookSubscription"]')).toEqual([]);
    await column.getByRole('tab', { name: 'JSON' }).click();
    const editor = column.getByRole('textbox', { name: 'JSON of the body' });
    await column.locator('.editor[data-loaded="true"]').waitFor();
    await editor.fill('{ "url": 1 }');
    await column.getByText(/Values: your own, \d faults/).waitFor();
    await expect.poll(() => column.getByRole('region', { name: 'createWebhookSubscription in curl' }).innerText()).toContain('"url": 1');
  });
}
