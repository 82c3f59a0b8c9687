// Runs a generated mock server in Mock Service Worker's worker in Chromium: the page calls an address without a server and gets examples.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Listening, listen } from '../client-suite/server.ts';
import { chromiumPath, launch } from '../support/chromium.ts';

const root = resolve(import.meta.dirname, '../..');

const PAGE = `
import { setupWorker } from 'msw/browser';
import { createEmailClient } from '@octavo/interfaces/h-email';
import { mockEmailServer } from '@octavo/interfaces/h-email/examples';
import { toMswHandlers } from '@octavo/runtime/msw';

const server = mockEmailServer({ getAccount: () => ({ status: 401, body: { errors: [{ id: 'authentication_failed', code: 401, details: 'mine' }] } }) }, { seed: 1 });
const worker = setupWorker(...toMswHandlers(server));
await worker.start({ quiet: true });
const client = createEmailClient({ credentials: { bearer: 'any' } });
globalThis.answers = [await client.verifyEmail({ query: { email: 'ann@example.com' } }), await client.getAccount()];
`;

describe.skipIf(chromiumPath === undefined)('in Chromium', () => {
  let site: Listening;
  beforeAll(async () => {
    const stdin = { contents: PAGE, resolveDir: join(root, 'test'), loader: 'ts' } as const;
    const { outputFiles } = await build({ stdin, bundle: true, write: false, format: 'esm', platform: 'browser', logLevel: 'silent' });
    const files: Readonly<Record<string, string>> = {
      '/page.js': outputFiles[0]?.text ?? '',
      '/mockServiceWorker.js': readFileSync(join(root, 'node_modules/msw/lib/mockServiceWorker.js'), 'utf8'),
    };
    site = await listen((request, response) => {
      const script = files[request.url ?? ''];
      response.writeHead(200, { 'content-type': script === undefined ? 'text/html' : 'text/javascript' });
      response.end(script ?? '<!doctype html><title>Mock</title><script type="module" src="/page.js"></script>');
    });
  });
  afterAll(() => site?.close());

  test('handlers come first, then examples', async () => {
    const browser = await launch();
    try {
      const page = await browser.newPage();
      await page.goto(site.url);
      await page.waitForFunction('globalThis.answers !== undefined', undefined, { timeout: 120_000 });
      const [verified, account] = await page.evaluate<{ status: number; body: object }[]>('JSON.parse(JSON.stringify(globalThis.answers))');
      expect(verified).toMatchObject({ status: 200, body: { data: {}, meta: {} } });
      expect(account).toMatchObject({ status: 401, body: { errors: [{ details: 'mine' }] } });
    } finally {
      await browser.close();
    }
  });
});
