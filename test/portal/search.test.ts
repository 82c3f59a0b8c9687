// The search of the portal in Chromium, from files: what it finds, how fast, and where its results lead.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launch } from '../support/chromium.ts';
import { byEffort } from '../support/effort.ts';
import { builtSite, open } from './support.ts';

/** How often each query is searched for. */
const ROUNDS = byEffort({ quick: 2, deep: 5 });

// Without Chromium there is nothing to search in.
describe.skipIf(chromiumPath === undefined)('the search', () => {
  let browser: Browser;
  let site: string;
  let page: Page;
  beforeAll(async () => {
    [browser, site] = await Promise.all([launch(), builtSite()]);
    ({ page } = await open(browser, join(site, 'index.html')));
    await page.keyboard.press('/');
    await page.waitForSelector('.search-dialog[open]');
  });
  afterAll(async () => {
    await browser?.close();
  });

  test('two strokes, before the search is loaded, open one dialog', async () => {
    const { page: other } = await open(browser, join(site, 'statements.html'));
    await other.evaluate(() => {
      for (let strokes = 0; strokes < 2; strokes++) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
    });
    await other.locator('.search-dialog[open]').first().waitFor();
    await other.locator('.search-head input').first().fill('account');
    await other.locator('.results li').first().waitFor();
    expect(await other.locator('.search-dialog').count()).toBe(1);
    expect(await other.locator('script[src$="search.js"], script[src$="search-data.js"]').count()).toBe(2);
    await other.close();
  });

  const rows = (): Promise<string[]> => page.locator('#search-results li').allInnerTexts();
  const said = (): Promise<string> => page.locator('.search-dialog .hint').innerText();
  const ask = async (query: string): Promise<void> => {
    await page.fill('.search-head input', query);
    // The index is built once, when the search is first opened.
    await expect.poll(said).not.toContain('Loading');
  };

  /** Reads the searched text once: a measure of how fast the machine is at the moment. */
  const READING = `(() => {
    const start = performance.now();
    octavoSearch.entries.filter((entry) => JSON.stringify(entry).toLowerCase().includes('nowhere'));
    return performance.now() - start;
  })()`;

  test.each([
    ['an operation by its path', 'email-finder', '/email-finder'],
    ['an operation by its name', 'terminate connections', 'terminate_connections'],
    ['an operation by a field of its answer', 'expires_in', '/oauth2/v2/tokeninfo'],
    ['an operation by an error', '451', '/email-verifier'],
    ['an operation of the largest document', 'reposting users', '/2/tweets/{id}/retweeted_by'],
    ['an operation by words of its path', 'strategy ios analog', '/device/strategy/ios/analogOutputs'],
    ['an operation by a misspelt word', 'conections', '/2/connections/all'],
    ['an operation by a question', 'how do I find the email of a person?', '/email-finder'],
    ['an operation by a misspelt question', 'how to verifi an adress', '/email-verifier'],
    ['a statement', 'numeric quota', 'A10'],
    ['a schema by its name', 'EmailFinderResponse', 'EmailFinderResponse'],
    ['a field of a schema', 'linkedin_url', 'LikelyEmail.linkedin_url'],
  ])('finds %s quickly', async (_, query, wanted) => {
    await ask(query);
    await expect.poll(rows).toEqual(expect.arrayContaining([expect.stringContaining(wanted)]));
    // The fastest of several searches, relative to reading the searched text once, so that other load on the machine does not count.
    const searches: number[] = [];
    const readings: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await page.fill('.search-head input', '');
      await page.fill('.search-head input', query);
      searches.push(Number(await page.locator('#search-results').getAttribute('data-milliseconds')));
      readings.push(await page.evaluate(READING));
    }
    expect(Math.min(...searches) / Math.min(...readings)).toBeLessThan(40);
  });

  test.each([
    ['findEmail', 'Find a person'],
    ['finDEMail', 'Find a person'],
    ['POST /v1/message/sms', '/v1/message/sms'],
    ['sendSms', 'Send an SMS'],
    ['get  /v2/account', 'Read the account'],
    ['/email-finder', 'Find a person'],
  ])('shows the operation that %s spells in full first', async (query, wanted) => {
    await ask(query);
    await expect.poll(async () => (await rows())[0]).toMatch(/^(GET|POST)/);
    expect((await rows())[0]).toContain(wanted);
  });

  test('matches words in any order, and leaves out words of questions', async () => {
    const found: string[][] = [];
    for (const query of ['post message sms', 'sms post message', 'how to post a message with SMS']) {
      await ask(query);
      found.push((await rows()).sort());
    }
    expect(found[0]?.join()).toContain('/v1/message/sms');
    expect(found[1]).toEqual(found[0]);
    expect(found[2]).toEqual(found[0]);
  });

  test('shows 50 results at first, says how many there are, and shows all', async () => {
    await ask('id');
    expect(await said()).toMatch(/^The first 50 of \d{3,} results\. Show all$/);
    expect((await rows()).length).toBe(50);
    await page.getByRole('button', { name: 'Show all' }).click();
    expect((await rows()).length).toBeGreaterThan(100);
    expect(await said()).toBe(`${(await rows()).length} results.`);
  });

  test('says when no result has all words, and when there is none', async () => {
    await ask('invoice qqqqzzzz webhook');
    expect(await said()).toMatch(/^No result has all of these words\. /);
    await ask('qqqqzzzz');
    expect(await said()).toBe('No results for “qqqqzzzz”.');
  });

  test('keys alone lead to the field of a schema, and back to the results', async () => {
    const { page: own } = await open(browser, join(site, 'statements.html'));
    await own.keyboard.press('/');
    await own.waitForSelector('.search-dialog[open]');
    await own.keyboard.type('linkedin_url likely');
    await expect.poll(() => own.locator('#search-results li').count()).toBeGreaterThan(0);
    await expect.poll(() => own.locator('#search-results li').first().innerText()).toContain('LikelyEmail');
    await own.keyboard.press('ArrowDown');
    await own.keyboard.press('Enter');
    await own.waitForURL(/h-email\/schemas\/LikelyEmail\.html/);
    expect(await own.locator('[id="linkedin_url"]').innerText()).toContain('linkedin_url');
    await own.goBack();
    await expect.poll(() => own.locator('.search-head input').inputValue()).toBe('linkedin_url likely');
    await expect.poll(() => own.locator('#search-results li').count()).toBeGreaterThan(0);
    await own.keyboard.press('Escape');
    expect(await own.locator('.search-dialog[open]').count()).toBe(0);
    await own.close();
  });
});
