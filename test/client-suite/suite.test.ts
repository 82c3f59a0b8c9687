// Runs the client suite in Node, and in a page and a worker of Chromium.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ClientOptions, FetchHandler } from '@octavo/runtime';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launch } from '../support/chromium.ts';
import { bundleSuite, generateService } from './build.ts';
import { type Context, cases, type Outcome } from './cases.ts';
import { handlers, security } from './handlers.ts';
import { type Listening, listen, listenAsService } from './server.ts';
import { serverCases } from './server-cases.ts';

const folder = await generateService();
const module = (await import(pathToFileURL(join(folder, 'index.ts')).href)) as {
  readonly createEchoClient: (options: ClientOptions) => ReturnType<Context['client']>;
  readonly createEchoServer: (handlers: object, options: object) => FetchHandler;
};

let service: Listening;
beforeAll(async () => {
  service = await listenAsService(module.createEchoServer(handlers, { security }));
});
afterAll(() => service.close());

describe('in Node', () => {
  test.each(cases)('$name', ({ run }) => {
    const baseUrl = `${service.url}/v1`;
    return run({ place: 'node', baseUrl, client: (options) => module.createEchoClient({ baseUrl, ...options }) });
  });
});

describe('the server in Node', () => {
  test.each(serverCases)('$name', ({ run }) => run(`${service.url}/v1`));
});

describe('bundles', () => {
  test.each(['browser', 'neutral'] as const)(
    'the bundle for the platform %s contains no Node module and no server code',
    async (platform) => {
      const { text, metafile } = await bundleSuite(platform);
      const [output] = Object.values(metafile.outputs);
      expect(output?.imports).toEqual([]);
      expect(text).not.toMatch(/\bfrom\s*["']node:|\brequire\(|\bBuffer\b/);
      // openapi-fetch checks whether `process` exists.
      expect(text.match(/^.*\bprocess\b.*$/gm)?.filter((line) => !line.includes('typeof process === "object" &&')) ?? []).toEqual([]);
      const used = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
      const files = used.map(([file]) => file.replace(/.*?\/(?=runtime\/)/, ''));
      expect(files).toContain('runtime/client/transport.ts');
      for (const file of [
        'node',
        'server',
        'server-core',
        'cors',
        'router',
        'receive',
        'respond',
        'authorize',
        'verify-signature',
        'webhooks',
        'formats',
      ])
        expect(files).not.toContain(`runtime/${file}.ts`);
    },
  );
});

describe.skipIf(chromiumPath === undefined)('in Chromium', () => {
  let site: Listening;
  let browser: Browser;
  const outcomes = new Map<string, readonly Outcome[]>();

  beforeAll(async () => {
    const { text } = await bundleSuite('browser');
    site = await listen((request, response) => {
      const script = request.url === '/suite.js';
      response.writeHead(200, { 'content-type': script ? 'text/javascript' : 'text/html; charset=utf-8' });
      response.end(script ? text : '<!doctype html><title>Suite</title><script type="module" src="/suite.js"></script>');
    });
    browser = await launch();
    const page = await browser.newPage();
    await page.goto(site.url);
    await page.waitForFunction('typeof runSuite === "function"');
    const url = JSON.stringify(`${service.url}/v1`);
    outcomes.set('page', await page.evaluate<readonly Outcome[]>(`runSuite(${url})`));
    const inWorker = `new Promise((resolve, reject) => {
      const worker = new Worker('/suite.js', { type: 'module' });
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = (event) => reject(new Error(event.message));
      worker.postMessage(${url});
    })`;
    outcomes.set('worker', await page.evaluate<readonly Outcome[]>(inWorker));
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  describe.each(['page', 'worker'])('in a %s', (place) => {
    test.each(cases)('$name', ({ name }) => {
      expect(outcomes.get(place)?.find((outcome) => outcome.name === name)).toEqual({ name });
    });
  });
});
