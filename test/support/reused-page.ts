// One page of a browser for the tests of a group. To start a page and load Redocly's script in it takes more of the processor's time than most of
// these tests do, so in a quick run they go on in the page of the test before. In a deep run each has a page of its own.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach } from 'vitest';
import { IS_DEEP } from './effort.ts';

export type Look = readonly [width: number, height: number, scheme: 'light' | 'dark'];

const DESK: Look = [1280, 900, 'light'];

export interface ReusedPage {
  /** The page as if it were new: it is nowhere, and has nothing kept. */
  fresh(): Promise<Page>;
  /** Goes to an address, as wide and as dark as it is there: `look` or a light page of 1280 × 900. */
  show(url: string, look?: Look): Promise<Page>;
  /** What the page wrote to the console as errors since it was last shown, and what it threw. */
  readonly faults: readonly string[];
  /** The addresses that it asked for since it was last shown. */
  readonly requests: readonly string[];
}

/**
 * For the tests of the group that is being declared.
 * @param browser is there when they begin
 * @param begin is called with each new page before it goes anywhere
 */
export function reusedPage(browser: () => Browser, begin?: (page: Page) => Promise<unknown>): ReusedPage {
  let page: Page | undefined;
  const faults: string[] = [];
  const requests: string[] = [];
  const close = async (): Promise<void> => {
    await page?.close();
    page = undefined;
  };
  afterEach(() => (IS_DEEP ? close() : page?.unrouteAll({ behavior: 'wait' })));
  afterAll(close);

  const openPage = async (): Promise<Page> => {
    const opened = await browser().newPage();
    opened.on('request', (request) => requests.push(request.url()));
    opened.on('pageerror', (error) => faults.push(error.message));
    opened.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await begin?.(opened);
    return opened;
  };
  const look = async ([width, height, colorScheme]: Look): Promise<Page> => {
    page ??= await openPage();
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    faults.length = 0;
    requests.length = 0;
    return page;
  };
  return {
    faults,
    requests,
    async fresh() {
      if (page !== undefined) await forget(page);
      return await look(DESK);
    },
    async show(url, as = DESK) {
      const shown = await look(as);
      await shown.goto(url);
      return shown;
    },
  };
}

async function forget(page: Page): Promise<void> {
  if (page.url().startsWith('http')) {
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  }
  await page.context().clearCookies();
  await page.goto('about:blank');
}
