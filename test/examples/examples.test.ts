// The examples work as their readmes say: the commands are run as written, in the checkout and with the packed packages. A quick run tries one
// of them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launch } from '../support/chromium.ts';
import { IS_DEEP } from '../support/effort.ts';
import { type Place, places, readmeOf, run, start } from './project.ts';

/** The address that the readmes name. */
const ADDRESS = 'http://127.0.0.1:3000';

describe.each(Object.entries(places))('%s', (_, open) => {
  let place: Place;
  beforeAll(() => {
    place = open();
  });
  afterAll(() => place?.close());

  test.runIf(IS_DEEP)('hono-server answers each request as its readme says', async () => {
    const folder = place.prepare('hono-server');
    expectToTypeCheck(folder);
    const [command, started, ...requests] = readmeOf('hono-server');
    expect(command?.text).toBe('npm start\n');
    const { program, url, line } = await start(folder);
    try {
      expect(`${line.replace(url, ADDRESS)}\n`).toBe(started?.text);
      expect(requests.length).toBe(10);
      for (let index = 0; index < requests.length; index += 2) {
        const [request, response] = requests.slice(index, index + 2);
        const answer = await curl(request?.text.replace(ADDRESS, url) ?? '');
        if (response?.language === 'text') expect(`${answer}\n`).toBe(response.text);
        else expect(JSON.parse(answer)).toMatchObject(JSON.parse(response?.text ?? ''));
      }
    } finally {
      await program.stop();
    }
    await expect(fetch(url)).rejects.toThrow();
  });

  test.runIf(IS_DEEP)('recipe-box answers each request as its readme says, and octavo conform finds nothing', async () => {
    const folder = place.prepare('recipe-box');
    expectToTypeCheck(folder);
    const [command, started, ...rest] = readmeOf('recipe-box');
    const [conforming, found] = rest.splice(-2);
    expect(command?.text).toBe('npm start\n');
    const { program, url, line } = await start(folder);
    try {
      expect(`${line.replace(url, ADDRESS)}\n`).toBe(started?.text);
      expect(rest.length).toBe(6);
      for (let index = 0; index < rest.length; index += 2) {
        const [request, response] = rest.slice(index, index + 2);
        expect(JSON.parse(await curl(request?.text.replace(ADDRESS, url) ?? ''))).toMatchObject(JSON.parse(response?.text ?? ''));
      }
      const { code, printed } = run(conforming?.text.trim() ?? '', folder, { PORT: new URL(url).port });
      expect(printed).toContain(found?.text.trim());
      expect(code, printed).toBe(0);
    } finally {
      await program.stop();
    }
  });

  test.runIf(IS_DEEP)('webhook-receiver accepts a signed webhook and rejects a forged one', async () => {
    const folder = place.prepare('webhook-receiver');
    expectToTypeCheck(folder);
    const [command, started, sending, sent, received] = readmeOf('webhook-receiver');
    expect(command?.text).toBe('npm start\n');
    const { program, url, line } = await start(folder);
    try {
      expect(`${line.replace(url, ADDRESS)}\n`).toBe(started?.text);
      const { code, printed } = run(sending?.text ?? '', folder, { PORT: new URL(url).port });
      expect(code, printed).toBe(0);
      expect(printed).toContain(sent?.text ?? '');
    } finally {
      const { stdout } = await program.stop();
      expect(stdout.slice(stdout.indexOf(line) + line.length + 1)).toBe(received?.text);
    }
  });

  test.skipIf(chromiumPath === undefined)('browser-client shows in Chromium what its readme says', async () => {
    const folder = place.prepare('browser-client');
    expectToTypeCheck(folder);
    const [command, started, empty, known, stopped] = readmeOf('browser-client');
    expect(command?.text).toBe('npm start\n');
    const { program, url, line } = await start(folder);
    const browser = await launch();
    try {
      expect(`${line.replace(url, ADDRESS)}\n`).toBe(started?.text);
      const page = await browser.newPage();
      await page.goto(url);
      const entries = page.getByRole('listitem');
      const message = async (): Promise<string> => `${await page.getByRole('status').textContent()}\n`;
      const write = async (guest: string, sentence: string): Promise<void> => {
        await page.getByLabel('Your name').fill(guest);
        await page.getByLabel('A sentence').fill(sentence);
        await page.getByRole('button').click();
      };

      await expect.poll(() => entries.allTextContents()).toEqual(['Ruth: The lighthouse was worth the stairs.']);
      await page.getByRole('button').click();
      await expect.poll(message).toBe(empty?.text);
      await write('Mira', 'We will come again.');
      await expect.poll(() => entries.allTextContents()).toContain('Mira: We will come again.');
      expect(await message()).toBe('\n');
      await write('Mira', 'And bring our friends.');
      await expect.poll(message).toBe(known?.text);
      await program.stop();
      await write('Jonas', 'Too late.');
      await expect.poll(message).toBe(stopped?.text);
    } finally {
      await browser.close();
      await program.stop();
    }
  });
});

function expectToTypeCheck(folder: string): void {
  const { code, printed } = run('npm run typecheck', folder);
  expect(code, printed).toBe(0);
}

/** Sends the request of a `curl` command in a readme; returns the response body. */
async function curl(command: string): Promise<string> {
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
  const init: { method?: string; headers: Record<string, string>; body?: string } = { headers: {} };
  let url = '';
  expect(words.shift()).toBe('curl');
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-X') init.method = words.shift() ?? '';
    else if (word === '-H') {
      const [, name = '', value = ''] = /^(.+?): (.*)$/.exec(words.shift() ?? '') ?? [];
      init.headers[name] = value;
    } else if (word === '--json') {
      init.headers['content-type'] = 'application/json';
      init.body = words.shift() ?? '';
    } else url = word;
  }
  return (await fetch(url, init)).text();
}
