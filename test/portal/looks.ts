// Pages of the portal at three widths, light and dark: nothing is cut off, lies on something else or scrolls sideways, and axe finds nothing. Each is
// also kept as a picture in `.octavo/looks`, for a review.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import type { DevPortal } from '../support/dev-portal.ts';
import { root } from '../support/documents.ts';
import { byEffort } from '../support/effort.ts';
import { layoutFaults } from '../support/layout.ts';

interface Opened {
  readonly portal: DevPortal;
  readonly browser: Browser;
}

interface Looked {
  readonly path: string;
  /** What is there when the page can be read. */
  readonly ready: string;
  readonly act?: (page: Page) => Promise<unknown>;
}

const COLUMN = 'octavo-column button.primary';

const PAGES: Readonly<Record<string, Looked>> = {
  home: { path: '', ready: '[data-place="live"]:not([hidden])' },
  introduction: { path: 'e-scheduling/index.html', ready: '#redoc h1, #redoc h2' },
  operation: { path: 'e-scheduling/index.html#/users/getcurrentuser', ready: COLUMN },
  sent: {
    path: 'e-scheduling/index.html#/webhook-subscriptions/createwebhooksubscription',
    ready: COLUMN,
    act: async (page) => {
      const column = page.locator('octavo-column[data-operation="createWebhookSubscription"]');
      await column.getByText('Values: those of the example').click();
      await column.locator('.request-form').waitFor();
    },
  },
  console: { path: 'console.html#/e-scheduling/createWebhookSubscription', ready: '.request-form' },
  sandbox: { path: 'sandbox.html#/requests', ready: '.view h1' },
  schema: { path: 'e-scheduling/schemas/EventType.html', ready: 'main h1' },
  statements: { path: 'statements.html', ready: 'main h1' },
  changelog: { path: 'changelog.html', ready: 'main h1' },
  search: {
    path: 'nowhere.html',
    ready: '#search-button',
    act: async (page) => {
      await page.keyboard.press('/');
      await page.locator('.search-dialog[open] input').fill('webhook');
      await page.locator('#search-results a').first().waitFor();
    },
  },
};

const WIDTHS = [1440, 1024, 390] as const;
const MODES = ['light', 'dark'] as const;
type Look = readonly [name: string, width: number, mode: (typeof MODES)[number]];

const ALL: readonly Look[] = Object.keys(PAGES).flatMap((name) =>
  WIDTHS.flatMap((width) => MODES.map((mode): Look => [name, width, mode])),
);
const FEW: readonly Look[] = [
  ['home', 1024, 'dark'],
  ['console', 390, 'light'],
];

/** A page with each fault, so that what finds none can find one. */
const BROKEN = `<body style="margin:0">
<p style="width:60px; white-space:nowrap; overflow:hidden">This line is longer than its box</p>
<p style="height:10px; overflow:hidden">This text<br>has two lines</p>
<p style="margin-left:-90px; width:80px">Out of it</p>
<button style="width:30px; padding:0; overflow-wrap:anywhere">Broken</button><br>
<button style="margin-top:40px">One</button><button style="margin-left:-30px">Other</button>
<p style="width:3000px">A wide page</p>`;

/** Declares the tests, in the portal of this repository. */
export function describeLooks(shared: Opened): void {
  const folder = path.join(root, '.octavo/looks');
  beforeAll(() => void mkdirSync(folder, { recursive: true }));

  test('a page with faults: each is found', async () => {
    const page = await shared.browser.newPage();
    await page.setContent(BROKEN);
    expect(await layoutFaults(page)).toEqual([
      expect.stringMatching(/^the page scrolls sideways by \d+ pixels$/),
      expect.stringMatching(/This line is longer.* is cut off: it is 60 of \d+ pixels wide$/),
      expect.stringMatching(/This text.* is cut off: it is 10 of \d+ pixels high$/),
      expect.stringMatching(/Out of it.* stands out of the window/),
      expect.stringMatching(/A wide page.* stands out of the window/),
      'the word "Broken" of a button or mark is broken',
      expect.stringMatching(/One.* lies on .*Other/),
    ]);
    await page.close();
  });

  test.each(byEffort({ quick: FEW, deep: ALL }))('%s, %i pixels wide, %s', async (name, width, colorScheme) => {
    const looked = PAGES[name];
    const page = await shared.browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    try {
      await page.goto(`${shared.portal.url}/${looked?.path}`);
      await page
        .locator(looked?.ready ?? 'main')
        .first()
        .waitFor();
      await looked?.act?.(page);
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: path.join(folder, `${name}-${width}-${colorScheme}.png`) });
      expect(await layoutFaults(page)).toEqual([]);
      expect(await axeFindings(page)).toEqual([]);
    } finally {
      await page.close();
    }
  });
}
