// The console in Chromium, under `octavo dev` on a small project: fill, send live and to the mock, read the verdict, break it, and what is kept.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFindings } from '../../support/axe.ts';
import { chromiumPath, launch } from '../../support/chromium.ts';
import { type DevPortal, startDev } from '../../support/dev-portal.ts';
import { root } from '../../support/documents.ts';
import { byEffort, IS_DEEP, sampleOf } from '../../support/effort.ts';
import { reusedPage } from '../../support/reused-page.ts';

const folder = path.join(root, '.octavo/tmp/console-workshop');

let dev: DevPortal | undefined;
let browser: Browser;
let portal = '';
let live = '';

// Chromium may be missing; ../../support/chromium.ts then prints a line that says so.
describe.skipIf(chromiumPath === undefined)('the console', { timeout: 200_000 }, () => {
  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    cpSync(path.join(import.meta.dirname, 'workshop'), folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    dev = await startDev(folder);
    portal = dev.url;
    live = await dev.live('workshop');
    browser = await launch();
  }, 200_000);
  afterAll(async () => {
    await browser?.close();
    await dev?.close();
  });

  const { fresh } = reusedPage(
    () => browser,
    async (page) => {
      page.on('pageerror', (error) => expect.fail(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') expect.fail(message.text());
      });
    },
  );
  /** A page of the console without anything kept, which fails the test where a script or the policy of the page does. */
  async function open(hash: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const page = await fresh();
    await page.emulateMedia({ colorScheme });
    await page.goto(`${portal}/console.html${hash}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }
  const send = (page: Page): Promise<void> => page.getByRole('button', { name: 'Send', exact: true }).click();
  const field = (page: Page, pointer: string): Locator => page.locator(`[data-field="${pointer}"]`);
  const verdict = (page: Page): Locator => page.locator('.answer-head');

  test('a form is filled with the example and a credential that works, and the live service answers', async () => {
    const page = await open('#/workshop/getTool');
    await expect.poll(() => page.getByTestId('url').innerText()).toBe(`${live}/tools/1`);
    expect(await page.getByLabel('key', { exact: true }).inputValue()).toBe('open-sesame');
    expect(await field(page, '/path/id').innerText()).toContain('The number of the tool.');
    await send(page);
    await page.getByText('as the document declares').waitFor();
    expect(await verdict(page).innerText()).toMatch(/200 OK[\s\S]*ms[\s\S]*bytes[\s\S]*✓ as the document declares/);
    expect(await page.locator('.body-lines').innerText()).toContain('"name": "plane"');
  });

  test('the console of the only document begins with its first operation that reads, in place of a list with one entry', async () => {
    const page = await open('');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Read a tool');
    expect(await page.locator('.welcome').count()).toBe(0);
  });

  test.runIf(IS_DEEP)('an address may give values of the path', async () => {
    const page = await open('#/workshop/getTool?path.id=2');
    await expect.poll(() => page.getByTestId('url').innerText()).toBe(`${live}/tools/2`);
    await page.getByText('the request is valid').waitFor();
  });

  test.runIf(IS_DEEP)('a list is written in the style of its parameter', async () => {
    const page = await open('#/workshop/getTool');
    await page.getByRole('button', { name: 'Add tags' }).click();
    for (const [index, word] of ['old', 'sharp'].entries()) {
      await page.getByRole('button', { name: 'Add an item to tags' }).click();
      await field(page, `/query/tags/${index}`).getByRole('textbox').fill(word);
    }
    await expect.poll(() => page.getByTestId('url').innerText()).toBe(`${live}/tools/1?tags=old%7Csharp`);
  });

  test('a response that is not as declared shows its faults at their lines', async () => {
    const page = await open('#/workshop/getTool');
    await field(page, '/path/id').getByRole('textbox').fill('2');
    await send(page);
    await page.getByText('not as the document declares').waitFor();
    const faulty = await page.locator('.body-lines .faulty').allInnerTexts();
    expect(faulty.map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
      '"weight": "heavy", /weight must be a number, but is a string.',
      '"owner": {} /owner/name is missing.',
    ]);
  });

  test('a request that is not as declared is marked at its field, and can still be sent', async () => {
    const page = await open('#/workshop/getTool');
    await field(page, '/path/id').getByRole('textbox').fill('0');
    await page.getByText('✗ 1 fault').waitFor();
    expect(await field(page, '/path/id').locator('.fault').innerText()).toBe('Must be at least 1.');
    await send(page);
    await expect.poll(() => verdict(page).innerText()).toContain('404');
  });

  test('Ctrl+Enter sends what was typed last, before the page is painted again', async () => {
    const page = await open('#/workshop/getTool');
    await page.getByText('the request is valid').waitFor();
    await page.evaluate(async () => {
      const input = document.querySelector<HTMLInputElement>('[data-field="/path/id"] input');
      if (input === null) throw new Error('The form has no field of the id.');
      input.value = '2';
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      // The component is drawn again in a microtask; a paint needs a task.
      for (let turns = 0; turns < 10; turns++) await Promise.resolve();
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }));
    });
    await page.getByText('not as the document declares').waitFor();
  });

  test('what is typed while the JSON editor loads stays, and so does the focus', async () => {
    const page = await open('#/workshop/createTool');
    let load = (): void => {};
    const isAsked = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route('**/chunks/codemirror-*.js', async (route) => {
      await isAsked;
      await route.continue();
    });
    await page.getByRole('tab', { name: 'JSON' }).click();
    const plain = page.locator('.json-editor textarea');
    await plain.fill('{ "kind": "hand", "name": "rasp" }');
    await plain.focus();
    load();
    await page.locator('.editor[data-loaded=true]').waitFor();
    const editor = page.getByRole('textbox', { name: 'JSON of the body' });
    expect(await editor.innerText()).toContain('rasp');
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' ');
    expect(await editor.innerText()).toContain('"rasp" } ');
  });

  test('the mock answers beside the live service, and nothing goes to the server of the document without a question', async () => {
    const page = await open('#/workshop/getTool');
    await page.getByLabel('Server').selectOption({ label: await optionOf(page, 'Mock') });
    await send(page);
    await page.getByText('as the document declares').waitFor();
    expect(await page.locator('.body-lines').innerText()).toContain('Mira');
    await page.getByLabel('Server').selectOption({ label: await optionOf(page, 'workshop.example') });
    await send(page);
    const dialog = page.getByRole('dialog');
    expect(await dialog.innerText()).toContain('The request goes to https://workshop.example. It holds the credentials for key.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  async function optionOf(page: Page, start: string): Promise<string> {
    const labels = await page.getByLabel('Server').locator('option').allInnerTexts();
    return labels.find((label) => label.startsWith(start)) ?? '';
  }

  test('a body with branches: another branch, JSON with completion, and 64-bit integers digit for digit', async () => {
    const page = await open('#/workshop/createTool');
    expect(await page.getByLabel('Kind of body').locator('option:checked').innerText()).toBe('hand');
    expect(await field(page, '/body/serial').getByRole('textbox').inputValue()).toBe('9007199254740993');
    await send(page);
    await expect.poll(() => page.locator('.body-lines').innerText()).toContain('"serial": 9007199254740993');
    await page.getByLabel('Kind of body').selectOption('power');
    await field(page, '/body/volts').getByRole('textbox').fill('0');
    await page.getByText('✗').first().waitFor();
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.locator('.editor[data-loaded=true]').waitFor();
    const editor = page.getByRole('textbox', { name: 'JSON of the body' });
    await expect.poll(() => page.locator('.cm-lintRange-error').allInnerTexts()).toEqual(['0']);
    await editor.fill('{ "kind": "hand", "name": "plane", "grip": ');
    await editor.press('Control+Space');
    await page.locator('.cm-tooltip-autocomplete').getByText('"rubber"').click();
    await editor.press('End');
    await page.keyboard.type('}');
    await page.getByText('✓ the request is valid').waitFor();
    await page.getByRole('tab', { name: 'Form' }).click();
    expect(await field(page, '/body/grip').getByRole('combobox').locator('option:checked').innerText()).toBe('rubber');
  });

  test.runIf(IS_DEEP)('an example of the document by its name', async () => {
    const page = await open('#/workshop/createTool');
    await page.getByLabel('Example of the body').selectOption('drill');
    expect(await field(page, '/body/volts').getByRole('textbox').inputValue()).toBe('18');
  });

  test.runIf(IS_DEEP)('a file in a form', async () => {
    const page = await open('#/workshop/addPicture');
    await send(page);
    await expect.poll(() => verdict(page).innerText()).toContain('204');
    await page.getByText('as the document declares').waitFor();
  });

  test('items of a stream as they come, until it is stopped', async () => {
    const page = await open('#/workshop/followChanges');
    await send(page);
    await expect.poll(() => page.locator('.items li').count()).toBeGreaterThan(3);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('stopped').waitFor();
    const count = await page.locator('.items li').count();
    await page.waitForTimeout(200);
    expect(await page.locator('.items li').count()).toBe(count);
  });

  test('code of each language has the request, with credentials only when asked', async () => {
    const page = await open('#/workshop/createTool');
    await page.getByRole('tab', { name: 'Code' }).click();
    const code = page.locator('.code-view pre');
    for (const [language, text] of [
      ['curl', `--header 'x-key: '"$KEY"`],
      ['client', 'await client.tools.create('],
      ['fetch', 'fetch('],
      ['python', 'requests.post('],
      ['go', 'http.NewRequest('],
      ['java', 'HttpRequest.newBuilder()'],
      ['php', 'curl_init('],
      ['csharp', 'new HttpClient()'],
    ] as const) {
      await page.getByLabel('Language').selectOption(language);
      await expect.poll(() => code.innerText()).toContain(text);
      expect(await code.innerText()).toContain('9007199254740993');
      expect(await code.innerText()).not.toContain('open-sesame');
    }
    await page.getByLabel('Language').selectOption('curl');
    await page.getByLabel('with credentials').check();
    await expect.poll(() => code.innerText()).toContain('open-sesame');
  });

  test.runIf(IS_DEEP)('the history keeps requests without credentials, and a link carries one', async () => {
    const page = await open('#/workshop/getTool');
    await field(page, '/path/id').getByRole('textbox').fill('2');
    await send(page);
    await page.getByText('not as the document declares').waitFor();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('open-sesame');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('open-sesame');
    await field(page, '/path/id').getByRole('textbox').fill('7');
    await page.getByRole('tab', { name: 'History' }).click();
    const entry = page.locator('.history-list a').first();
    const link = (await entry.getAttribute('href')) ?? '';
    expect(atob(/r=([\w-]+)/.exec(link)?.[1] ?? '')).toBe('{"server":"live","input":{"path":{"id":2}}}');
    await entry.click();
    await expect.poll(() => field(page, '/path/id').getByRole('textbox').inputValue()).toBe('2');
    const other = await open(link);
    expect(await field(other, '/path/id').getByRole('textbox').inputValue()).toBe('2');
  });

  test('a webhook is signed and delivered to an address of this machine', async () => {
    const page = await open('#/workshop/webhook/toolMoved');
    await page.getByLabel('Address').fill(`${new URL(live).origin}/hook`);
    await page.getByLabel('Secret').fill('shared');
    await page.getByRole('button', { name: 'Send the payload' }).click();
    const delivered = await page.getByRole('region', { name: "The receiver's response" }).innerText();
    expect(delivered).toMatch(/"signature":"t=\d+,v1=[0-9a-f]{64}"/);
    expect(delivered).toContain('{\\"id\\":1}');
  });

  test('a socket: messages are made in a form, what comes is checked, replies are sent, and it stays open', async () => {
    const page = await open('#/workshop/socket/bench');
    await page.getByLabel('room').fill('3');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    const texts = () => page.locator('.socket-messages li').allInnerTexts();
    await expect.poll(async () => (await texts()).length).toBe(3);
    expect((await texts()).join('\n')).toMatch(/pong[\s\S]*sent[\s\S]*pong[\s\S]*received[\s\S]*\/v1\/bench\/3/);
    await field(page, '/word').getByRole('textbox').fill('wrong');
    await page.getByRole('button', { name: 'Send the message' }).click();
    await expect.poll(async () => (await texts())[0]).toContain('✗ /kind is missing.');
    await page.getByRole('link', { name: 'Add a tool' }).click();
    await page.getByRole('heading', { level: 1, name: 'Add a tool' }).waitFor();
    await page.getByRole('link', { name: 'Talk to the bench' }).click();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await expect.poll(async () => (await texts())[0]).toContain('Closed with 1005');
    expect(await texts()).toHaveLength(7);
  });

  test('nothing of a document runs, and its markup is text', async () => {
    const page = await open('#/workshop/getTool');
    await page.getByText('globalThis.PWNED').first().waitFor();
    expect(await page.evaluate(() => 'PWNED' in globalThis)).toBe(false);
    expect(await page.locator('.docs script, .docs img').count()).toBe(0);
    expect(await page.locator('.docs em').first().innerText()).toBe('one');
    expect(await page.locator('.docs td').count()).toBe(4);
  });

  test.runIf(IS_DEEP)('the keyboard alone opens an operation, changes a field and sends', async () => {
    const page = await open('#/workshop/getTool');
    const filter = page.getByLabel('Filter operations');
    await filter.focus();
    await page.keyboard.type('add a tool');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Add a tool' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('as the document declares').waitFor();
    await page.getByRole('tab', { name: 'Response' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Code');
  });

  describe.each(sampleOf(['dark', 'light'] as const, 1))('axe finds nothing, %s', (colorScheme) => {
    const pages = [
      ['an operation', '#/workshop/getTool'],
      ['a webhook', '#/workshop/webhook/toolMoved'],
      ['a body', '#/workshop/createTool'],
      ['a socket', '#/workshop/socket/bench'],
      ['nothing chosen', ''],
    ] as const;
    // A body has all that is beside an operation.
    const few = pages.filter(([name]) => name === 'a body' || name === 'nothing chosen');
    test.each(byEffort<readonly (typeof pages)[number][]>({ quick: few, deep: pages }))('%s', async (_, hash) => {
      const page = await open(hash, colorScheme);
      const check = async (): Promise<void> => expect(await axeFindings(page)).toEqual([]);
      await check();
      if (!hash.includes('Tool') || hash.includes('webhook')) return;
      await send(page);
      await verdict(page).getByText('ms').waitFor();
      await check();
      if (hash.includes('create')) await page.getByRole('tab', { name: 'JSON' }).click();
      for (const side of ['Code', 'History', 'Documentation']) {
        await page.getByRole('tab', { name: side }).click();
        await check();
      }
    });
  });

  test.runIf(IS_DEEP)('while a document has errors, each page says where, and shows the last version without', async () => {
    const file = path.join(folder, 'workshop.yaml');
    const source = readFileSync(file, 'utf8');
    const page = await open('#/workshop/getTool');
    const home = await browser.newPage({ colorScheme: 'dark' });
    await home.goto(`${portal}/`);
    const lines = source.split('\n').length;
    writeFileSync(file, `${source.trimEnd()}\n    Broken: { $ref: '#/components/schemas/Nothing' }\n`);
    try {
      for (const shown of [page, home]) {
        const banner = shown.locator('.broken-documents');
        await banner.getByText('The pages of workshop show its last version without errors.').waitFor({ timeout: 60_000 });
        expect(await banner.locator('code').innerText()).toMatch(new RegExp(`(?:^|/)workshop\\.yaml:${lines}:\\d+$`));
        expect(await axeFindings(shown)).toEqual([]);
      }
      expect(await home.getByText('Read a tool').count()).toBeGreaterThan(0);
    } finally {
      writeFileSync(file, source);
    }
    await page.locator('.broken-documents p').waitFor({ state: 'detached', timeout: 60_000 });
  });

  if (IS_DEEP)
    test('a live service that dies: nothing goes to the mock until the reader chooses it, also after the page is loaded again', async () => {
      const module = path.join(folder, 'serve.ts');
      const source = readFileSync(module, 'utf8');
      const page = await open('#/workshop/getTool');
      const sendButton = page.getByRole('button', { name: 'Send', exact: true });
      const isOf = (start: string) =>
        page
          .getByLabel('Server')
          .evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text ?? '')
          .then((text) => text.startsWith(start));
      await expect.poll(() => isOf('Live')).toBe(true);
      writeFileSync(module, "export default () => {\n  throw new Error('The workshop is closed.');\n};\n");
      try {
        const notice = page.getByText('The live service does not run: The workshop is closed. Choose another server');
        await notice.waitFor({ timeout: 60_000 });
        expect([await sendButton.isDisabled(), await isOf('Live · does not run')]).toEqual([true, true]);
        await page.reload();
        await notice.waitFor();
        expect(await axeFindings(page)).toEqual([]);
        await page.getByLabel('Server').selectOption({ label: await optionOf(page, 'Mock') });
        await send(page);
        await verdict(page).getByText('ms').waitFor();
        // An operation that was not open before begins with the mock, and says so.
        await page.goto(`${portal}/console.html#/workshop/createTool`);
        await page.getByText('No live service runs: The workshop is closed. Requests go to the mock.').waitFor();
      } finally {
        writeFileSync(module, source);
      }
      const other = await open('#/workshop/getTool');
      await other.getByLabel('Server').locator('option', { hasText: 'Live · http' }).waitFor({ state: 'attached', timeout: 60_000 });
    });
});
