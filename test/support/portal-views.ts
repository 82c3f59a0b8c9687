// The views of the portal, as pictures and measurements take them: where each is, and what a reader does there first.
import type { Page } from 'playwright-core';

export interface View {
  readonly name: string;
  readonly path: string;
  /** What is there when the view can be used. */
  readonly ready: string;
  /** The pictures of docs/screenshots; none where another picture shows as much. */
  readonly shots: readonly Shot[];
  /** What a reader does before the picture is taken. */
  readonly act?: ((page: Page) => Promise<unknown>) | undefined;
}

export interface Shot {
  readonly width: 1280 | 390;
  readonly theme: 'light' | 'dark';
}

export const WIDE: Shot = { width: 1280, theme: 'light' };
export const DARK: Shot = { width: 1280, theme: 'dark' };
export const NARROW: Shot = { width: 390, theme: 'light' };
const NIGHT: Shot = { width: 390, theme: 'dark' };

const sandbox = (name: string, shots: readonly Shot[], act?: View['act']): View => ({
  name: `sandbox-${name}`,
  path: `sandbox.html#/${name}`,
  ready: '.view h1',
  shots,
  act,
});

/** A page of an operation; `find` names it in the address. */
const operation = (name: string, find: string, shots: readonly Shot[], act?: View['act']): View => ({
  name: `console${name}`,
  path: `console.html#/${find}`,
  ready: '.send-bar .url code',
  shots,
  act,
});

async function openSearch(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await page
    .getByRole('textbox', { name: 'Search' })
    .or(page.getByRole('combobox', { name: 'Search' }))
    .fill('webhook subscripton');
  await page.locator('.results li').first().waitFor();
}

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.locator('.answer .badge').first().waitFor();
}

/** The column comes after the text. */
const showColumn = (page: Page): Promise<void> => page.locator('octavo-column button.primary').first().waitFor();

/** Sends a request whose response is a stream, and waits for its first item. The mock has one at once; the service waits for a post. */
async function follow(page: Page): Promise<void> {
  const servers = page.getByLabel('Server');
  await servers.selectOption({ label: await servers.locator('option', { hasText: 'Mock' }).first().innerText() });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('tab', { name: 'Items' }).waitFor();
}

const showTab = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name, exact: true }).click();

async function writeJson(page: Page): Promise<void> {
  await showTab(page, 'JSON');
  await page.locator('.editor[data-loaded=true]').waitFor();
}

/** Sends a request that the service refuses, so that the answer has faults to mark. */
async function sendWrong(page: Page): Promise<void> {
  await page.getByLabel('limit').fill('900');
  await page.getByText('✗ 1 fault').waitFor();
  await send(page);
}

async function readHistory(page: Page): Promise<void> {
  await send(page);
  await showTab(page, 'History');
}

/** The attempts and the check of the signature are below the list's head. */
async function readDelivery(page: Page): Promise<void> {
  await page.locator('.log-row').first().click();
  const signature = page.getByRole('region', { name: 'Signature', exact: true });
  await signature.getByRole('status').waitFor();
  await page.locator('.log-details').evaluate((details) => window.scrollTo(0, details.getBoundingClientRect().top + window.scrollY - 120));
}

/** Opens a push message of the seeds, so that the phone is seen. */
async function readMessage(page: Page): Promise<void> {
  await page.locator('.log-row', { hasText: 'Vier neue Gedichtbände' }).first().click();
  const phone = page.locator('.phone');
  await phone.waitFor();
  await phone.evaluate((shown) => window.scrollTo(0, shown.getBoundingClientRect().top + window.scrollY - 140));
}

async function connect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.locator('.socket-messages li').first().waitFor();
}

/** The views of the console that need more than an address. */
const CONSOLE: readonly View[] = [
  { name: 'console-welcome', path: 'console.html', ready: '.welcome h1', shots: [] },
  operation('', 'h-email/findEmail', [WIDE, NIGHT]),
  operation('-body', 'f-instalments/createPayment', []),
  operation('-json', 'f-instalments/createPayment', [], writeJson),
  operation('-answer', 'h-email/findEmail', [], send),
  operation('-faults', 'h-email/searchDomain', [], sendWrong),
  operation('-code', 'h-email/findEmail', [], (page) => showTab(page, 'Code')),
  operation('-history', 'h-email/findEmail', [], readHistory),
  operation('-stream', 'b-microblog/openFilteredStream', [], follow),
  { name: 'console-webhook', path: 'console.html#/d-events/webhook/channelEvents', ready: '.operation-head h1', shots: [] },
  { name: 'console-socket', path: 'console.html#/d-events/socket/channels', ready: '.operation-head h1', shots: [], act: connect },
];

export const VIEWS: readonly View[] = [
  { name: 'home', path: '', ready: '[data-place="live"]:not([hidden])', shots: [WIDE, NIGHT] },
  ...CONSOLE,
  sandbox('requests', [WIDE, NARROW], (page) => page.locator('.log-row', { hasText: 'limit=900' }).first().click()),
  sandbox('deliveries', [WIDE, NARROW], readDelivery),
  sandbox('messages', [WIDE, NIGHT], readMessage),
  sandbox('clock', [WIDE], (page) => page.getByRole('button', { name: '+ 1 week' }).click()),
  sandbox('states', [DARK], (page) => page.getByLabel('Kind').selectOption({ label: 'Payments of f-instalments' })),
  sandbox('actions', [NARROW]),
  sandbox('faults', [DARK]),
  sandbox('keys', [NIGHT]),
  sandbox('data', [WIDE]),
  sandbox('connections', [NARROW]),
  sandbox('snapshots', [NIGHT]),
  { name: 'search', path: '', ready: '#search-button', shots: [NIGHT], act: openSearch },
  { name: 'schema', path: 'h-email/schemas/LikelyEmail.html', ready: 'main h1', shots: [WIDE] },
  { name: 'reference', path: 'h-email/index.html#/discovery/findemail', ready: '#redoc h2', shots: [DARK, NARROW], act: showColumn },
  { name: 'not-found', path: 'nowhere.html', ready: 'main h1', shots: [NARROW] },
  { name: 'statements', path: 'statements.html', ready: 'main h1', shots: [NIGHT] },
  { name: 'changelog', path: 'changelog.html', ready: 'main h1', shots: [NARROW] },
];
