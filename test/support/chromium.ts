// Finds Debian's Chromium, which playwright-core drives. Where it is missing, the page tests are skipped with a line that says so.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const candidates = [process.env.CHROMIUM_PATH ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of the installed Chromium, or `undefined`. */
export const chromiumPath: string | undefined = candidates.find((path) => path !== '' && existsSync(path));

if (chromiumPath === undefined)
  console.warn('No Chromium on this machine: the page tests are skipped. Install `chromium`, or set CHROMIUM_PATH.');

/** Timeout in milliseconds for waiting in a page. In CI, a test that waited in vain has a second try. */
const LIMIT = 30_000;

export async function launch(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('No Chromium on this machine.');
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    timeout: LIMIT,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
  browser.on('context', (context) => context.setDefaultTimeout(LIMIT));
  return browser;
}
