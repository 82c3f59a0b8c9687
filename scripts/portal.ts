// Looks at each view of the portal, as `npm start` shows it, in Chromium: takes the pictures of docs/screenshots/portal-*.png, and prints the tables
// of docs/portal.md: what axe finds in both themes, what views weigh, and when they answer. `npm run screenshots -- portal` runs it.
import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { axeFindings } from '../test/support/axe.ts';
import { launch } from '../test/support/chromium.ts';
import { repositoryProject, startDev } from '../test/support/dev-portal.ts';
import { causeTraffic } from '../test/support/portal-traffic.ts';
import { DARK, NARROW, type Shot, VIEWS, type View, WIDE } from '../test/support/portal-views.ts';

const folder = resolve(import.meta.dirname, '../docs/screenshots');

interface Opened {
  readonly page: Page;
  readonly milliseconds: number;
  readonly files: readonly Buffer[];
}

/** Opens a view in a context without a cache. Returns the milliseconds until it can be used, and the bytes of what was loaded. */
async function open(browser: Browser, url: string, { path, ready }: View, { width, theme }: Shot): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width, height: width === 390 ? 844 : 700 }, colorScheme: theme });
  const bodies: Promise<Buffer | undefined>[] = [];
  page.on('response', (response) => {
    // The events of the dev server do not end, and its status is no file.
    if (!response.url().includes('/-/') && response.url().startsWith(url)) bodies.push(response.body().catch(() => undefined));
  });
  const start = performance.now();
  await page.goto(`${url}/${path}`);
  await page.locator(ready).first().waitFor();
  const milliseconds = performance.now() - start;
  const files = (await Promise.all(bodies)).filter((body) => body !== undefined);
  return { page, milliseconds, files };
}

/** Opens a view as `open` does, and does there what its reader does. */
async function visit(browser: Browser, url: string, view: View, shot: Shot): Promise<Page> {
  const { page } = await open(browser, url, view, shot);
  await page.getByText('Loading…').first().waitFor({ state: 'hidden' });
  await view.act?.(page);
  await page.waitForTimeout(500);
  return page;
}

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(0);

async function withPortal(work: (browser: Browser, url: string) => Promise<void>): Promise<void> {
  const portal = await startDev(repositoryProject('screenshots'), { hasReferences: true });
  const stop = await causeTraffic(portal);
  const browser = await launch();
  try {
    await work(browser, portal.url);
  } finally {
    stop();
    await browser.close();
    await portal.close();
  }
}

/** Takes the pictures of all views, and prints a line of the table for each. */
export async function lookAtPortal(): Promise<void> {
  await withPortal(async (browser, url) => {
    console.log(
      `Load of the machine: ${loadavg()
        .map((load) => load.toFixed(1))
        .join(', ')}\n`,
    );
    console.log('| view | axe, light | axe, dark | kB | kB gzipped | usable after, ms |\n|---|---:|---:|---:|---:|---:|');
    for (const view of VIEWS) {
      for (const shot of view.shots) {
        const page = await visit(browser, url, view, shot);
        await page.screenshot({ path: join(folder, `portal-${view.name}-${shot.width === 390 ? 'narrow' : 'wide'}.png`) });
        await page.close();
      }
      const found: number[] = [];
      for (const shot of [WIDE, DARK]) {
        const page = await visit(browser, url, view, shot);
        found.push((await axeFindings(page)).length);
        await page.close();
      }
      const { page, milliseconds, files } = await open(browser, url, view, WIDE);
      await page.close();
      const raw = files.reduce((sum, file) => sum + file.length, 0);
      const packed = files.reduce((sum, file) => sum + gzipSync(file).length, 0);
      console.log(`| ${view.name} | ${found.join(' | ')} | ${kilobytes(raw)} | ${kilobytes(packed)} | ${milliseconds.toFixed(0)} |`);
    }
  });
}

/** Writes pictures of whole views to a folder, wide and narrow, light and dark; only of those whose names have one of the words. */
export async function lookAtAll(into: string, words: readonly string[]): Promise<void> {
  mkdirSync(into, { recursive: true });
  const wanted = VIEWS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  await withPortal(async (browser, url) => {
    for (const view of wanted) {
      for (const shot of [WIDE, NARROW]) {
        const page = await visit(browser, url, view, shot);
        for (const theme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: theme });
          await page.waitForTimeout(200);
          await page.screenshot({ path: join(into, `${view.name}-${shot.width}-${theme}.png`), fullPage: true });
        }
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        if (excess > 0) console.log(`${view.name} is ${excess} px wider than a window of ${shot.width} px.`);
        await page.close();
      }
    }
  });
}
