// Finds Debian's Chromium, which playwright-core drives: the one without windows first, since a page takes it half of the processor's time. Where
// both are missing, the page tests are skipped with a line that says so. The test files of a process share one: its start takes as much of the
// processor as most pages do.
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

const PROGRAMS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const candidates = [process.env.CHROMIUM_PATH ?? '', ...PROGRAMS.map((name) => `/usr/bin/${name}`)];

/** Path of the installed Chromium, or `undefined`. */
export const chromiumPath: string | undefined = candidates.find((path) => path !== '' && existsSync(path));

if (chromiumPath === undefined)
  console.warn('No Chromium on this machine: the page tests are skipped. Install `chromium-headless-shell`, or set CHROMIUM_PATH.');

/** Timeout in milliseconds for waiting in a page. In CI, a test that waited in vain has a second try. */
const LIMIT = 30_000;

/**
 * What the tests need none of. Chromium has one list of this name, so this one repeats Playwright's, except for what concerns other browsers. The
 * last three start processes with each page, for a list of addresses that no test sees and for a next page: they took two thirds of the processor's
 * time of a page.
 */
const FEATURES_OFF = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/**
 * A script runs for a second and then its page goes: the compilers that make it faster take a quarter of the processor's time of a page of Redocly,
 * and so do collections of garbage that is gone with the page.
 */
const SCRIPT_FLAGS = '--js-flags=--no-opt --no-maglev --min-semi-space-size=32 --max-semi-space-size=64';

let shared: Promise<Browser> | undefined;

/** Ends with this process, as vitest ends it; a program that runs without vitest ends it by `close`. */
export async function launch(): Promise<Browser> {
  if (process.env.VITEST === undefined) return await start();
  // A page may have brought it down.
  if (shared !== undefined && !(await shared).isConnected()) shared = undefined;
  shared ??= start();
  return ownPart(await shared);
}

/** A browser as if it were another one: it has the pages that were opened by it, and `close` closes them. */
function ownPart(browser: Browser): Browser {
  const own = new Set<BrowserContext>();
  const part = Object.create(browser) as Browser;
  // Playwright's `newPage` calls it too.
  part.newContext = async (options) => {
    const context = await browser.newContext(options);
    own.add(context);
    context.once('close', () => own.delete(context));
    return context;
  };
  part.contexts = () => [...own];
  part.close = async () => void (await Promise.all([...own].map((context) => context.close())));
  return part;
}

async function start(): Promise<Browser> {
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
      SCRIPT_FLAGS,
      `--disable-features=${FEATURES_OFF}`,
    ],
  });
  browser.on('context', (context) => context.setDefaultTimeout(LIMIT));
  return browser;
}
