// Pages of documentation in Chromium, by Octavo and by its peers from npm: time to text, time to a search result, bytes and memory.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { load } from 'js-yaml';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launch } from '../test/support/chromium.ts';
import { large, root } from './documents.ts';
import { rounds } from './effort.ts';
import { median } from './measure.ts';
import { end, start } from './processes.ts';

const folder = join(root, '.octavo/bench/pages');

interface Document {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The beginning of the description: a page that shows it shows text. */
  readonly first: string;
  /** What a reader types, and the result that is meant. */
  readonly query: string;
  readonly wanted: string;
}

interface Peer {
  readonly name: string;
  /** The page of a document, relative to its folder. */
  readonly page: (id: string) => string;
  /** Opens the search and gives what to type into; absent for a page without a search. */
  readonly search?: (page: Page) => Promise<void>;
  /** The elements of the results. */
  readonly results?: string;
}

const PEERS: readonly Peer[] = [
  {
    name: 'Octavo',
    page: (id) => `site/${id}/index.html`,
    search: async (page) => {
      await page.keyboard.press('/');
      await page.waitForSelector('.search-dialog[open]', { timeout: PATIENCE });
    },
    results: '#search-results li',
  },
  {
    name: 'Redoc 2.5.4',
    page: () => 'redoc.html',
    search: async (page) => await page.click('input.search-input', { timeout: PATIENCE }),
    results: '[data-role="search:results"] li',
  },
  {
    name: 'Scalar 1.76.0',
    page: () => 'scalar.html',
    search: async (page) => {
      await page.keyboard.press('Control+k');
      await page.waitForSelector('[role="dialog"] input', { timeout: PATIENCE });
    },
    results: '[role="dialog"] [role="option"]',
  },
  // Its filter looks for names of tags alone.
  { name: 'Swagger UI 5.35.0', page: () => 'swagger.html' },
];

interface Seen {
  text: number;
  search: number;
  kilobytes: number;
  megabytes: number;
}

/** The longest wait for a text, a silent network or a result; one that takes longer is `NaN`. */
const PATIENCE = 120_000;
/** The longest visit of a page. A script that computes for minutes answers nothing, and its browser is ended. */
const VISIT = 300_000;

/** Opens a page in a browser of its own: what one page leaves running takes no time of the next one. */
async function measure(peer: Peer, origin: string, document: Document): Promise<Seen> {
  const seen: Seen = { text: Number.NaN, search: Number.NaN, kilobytes: Number.NaN, megabytes: Number.NaN };
  const browser = await launch();
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((done) => {
    timer = setTimeout(done, VISIT);
  });
  // At the limit, the measurement that waits has no value; those before it stand.
  const visiting = visit(browser, peer, origin, document, seen).catch((error: unknown) => {
    if (browser.isConnected()) throw error;
  });
  await Promise.race([visiting, limit]);
  clearTimeout(timer);
  await browser.close();
  return seen;
}

async function visit(browser: Browser, peer: Peer, origin: string, { id, first, query, wanted }: Document, seen: Seen): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const bytes = await countBytes(session);
  const began = performance.now();
  await page.goto(`${origin}/${id}/${peer.page(id)}`, { waitUntil: 'commit' });
  seen.text = await shows(page, visibleText(first), began);
  await page.waitForLoadState('networkidle', { timeout: PATIENCE }).catch(() => undefined);
  seen.kilobytes = bytes() / 1e3;
  seen.megabytes = await heapOf(session);
  seen.search = await searchTime(page, peer, query, wanted);
}

/** Looks for a text that is shown, up to the first place. `innerText` would lay out the whole page each time, which is what is measured. */
function visibleText(text: string): string {
  return `(() => {
  if (document.body === null) return false;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (node.data.includes(${JSON.stringify(text)}) && !/^(?:SCRIPT|STYLE)$/.test(node.parentElement.tagName) && node.parentElement.checkVisibility()) return true;
  }
  return false;
})()`;
}

/** From the first key of the query to the result: what the search must load for it counts. */
async function searchTime(page: Page, { search, results }: Peer, query: string, wanted: string): Promise<number> {
  if (search === undefined || results === undefined) return Number.NaN;
  try {
    const began = performance.now();
    await search(page);
    await page.keyboard.insertText(query);
    const found = `[...document.querySelectorAll(${JSON.stringify(results)})].some((one) => one.textContent.includes(${JSON.stringify(wanted)}))`;
    return await shows(page, found, began);
  } catch {
    return Number.NaN;
  }
}

/** Asks the page again and again from outside: the policy of a page may forbid the code that Playwright would wait with inside it. */
async function shows(page: Page, condition: string, began: number): Promise<number> {
  while (performance.now() - began < PATIENCE) {
    if (await page.evaluate(condition)) return performance.now() - began;
    await sleep(50);
  }
  return Number.NaN;
}

async function countBytes(session: CDPSession): Promise<() => number> {
  let sum = 0;
  await session.send('Network.enable');
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    sum += encodedDataLength;
  });
  return () => sum;
}

/** The objects of the page that are in use, MB. */
async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** Serves the files compressed, as a static host does: each is compressed once. */
async function serve(): Promise<{ readonly server: Server; readonly origin: string }> {
  const known = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const name = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname));
    try {
      const body = known.get(name) ?? gzipSync(readFileSync(join(folder, name)));
      known.set(name, body);
      const type = TYPES[extname(name)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'content-encoding': 'gzip' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A page that shows `openapi.json` by the standalone script of a peer, as its own guide writes it. */
function peerPages(): Readonly<Record<string, string>> {
  const page = (head: string, body: string): string =>
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API</title>${head}</head><body>${body}</body></html>`;
  const scalar = { url: 'openapi.json', withDefaultFonts: false, telemetry: false, proxyUrl: '' };
  return {
    'redoc.html': page('', '<redoc spec-url="openapi.json"></redoc><script src="../redoc.js"></script>'),
    'scalar.html': page(
      '',
      `<div id="app"></div><script src="../scalar.js"></script><script>Scalar.createApiReference('#app', ${JSON.stringify(scalar)})</script>`,
    ),
    'swagger.html': page(
      '<link rel="stylesheet" href="../swagger.css">',
      `<div id="app"></div><script src="../swagger.js"></script><script>SwaggerUIBundle({ url: 'openapi.json', dom_id: '#app', filter: true })</script>`,
    ),
  };
}

function prepare(documents: readonly Document[]): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const modules = join(import.meta.dirname, 'node_modules');
  cpSync(join(modules, 'redoc/bundles/redoc.standalone.js'), join(folder, 'redoc.js'));
  cpSync(join(modules, '@scalar/api-reference/dist/browser/standalone.js'), join(folder, 'scalar.js'));
  cpSync(join(modules, 'swagger-ui-dist/swagger-ui-bundle.js'), join(folder, 'swagger.js'));
  cpSync(join(modules, 'swagger-ui-dist/swagger-ui.css'), join(folder, 'swagger.css'));
  for (const { id, text } of documents) {
    const own = join(folder, id);
    mkdirSync(own);
    writeFileSync(join(own, 'openapi.json'), text);
    writeFileSync(join(own, `${id}.json`), text);
    writeFileSync(join(own, 'octavo.config.mjs'), `export default { documents: ['${id}.json'] };\n`);
    for (const [name, page] of Object.entries(peerPages())) writeFileSync(join(own, name), page);
  }
}

async function buildSite(id: string): Promise<void> {
  const child = start([join(root, 'generator/bin/octavo.js'), 'docs', '--out', 'site'], { cwd: join(folder, id), stdio: 'ignore' });
  const code = await new Promise((done) => child.once('exit', done));
  await end(child);
  if (code !== 0) throw new Error(`octavo docs of ${id} ended with ${code}`);
}

const scheduling = JSON.stringify(load(readFileSync(join(root, 'specs/e-scheduling.yaml'), 'utf8')));
const documents: readonly Document[] = [
  { id: 'scheduling', title: 'e-scheduling, 50 operations', text: scheduling, ...queryOf(scheduling, 'cancel') },
  { id: 'large', title: large.title, text: readFileSync(large.file, 'utf8'), ...queryOf(readFileSync(large.file, 'utf8'), 'create') },
];

/** The first words of the description, and the summary of the last operation that begins with a verb, which a reader looks for. */
function queryOf(text: string, verb: string): Pick<Document, 'first' | 'query' | 'wanted'> {
  const { info, paths } = JSON.parse(text) as {
    readonly info: { readonly title: string; readonly description?: string };
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary?: string }>>>>;
  };
  // Without marks: some pages show others in their place.
  const [first = info.title] = /[\w ]{10,60}/.exec(info.description ?? '') ?? [];
  const summaries = Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ summary }) => summary ?? []));
  const wanted = summaries.findLast((summary) => summary.toLowerCase().startsWith(verb)) ?? summaries.at(-1) ?? '';
  return { first, query: wanted, wanted };
}

prepare(documents);
for (const { id } of documents) await buildSite(id);
const { server, origin } = await serve();
for (const document of documents) {
  const seen = new Map<string, Seen[]>(PEERS.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds(3); round++) {
    for (const peer of PEERS) {
      const all = seen.get(peer.name) ?? [];
      // A page that showed no text within the limit will not the next time, and would take minutes for it.
      if (all.some(({ text }) => Number.isNaN(text))) continue;
      const one = await measure(peer, origin, document);
      all.push(one);
      console.error(
        `${document.title}, ${peer.name}: ${Object.values(one)
          .map((value) => value.toFixed(0))
          .join(', ')}`,
      );
    }
  }
  const rows = PEERS.map(({ name }) => {
    const figure = (value: (one: Seen) => number): string => {
      const middle = median((seen.get(name) ?? []).map(value));
      return Number.isNaN(middle) ? '–' : Math.round(middle).toLocaleString('en-US');
    };
    return `| ${name} | ${figure(({ text }) => text)} | ${figure(({ search }) => search)} | ${figure(({ kilobytes }) => kilobytes)} | ${figure(({ megabytes }) => megabytes)} |`;
  });
  console.log(
    [
      `### Pages of ${document.title}, in Chromium`,
      '',
      '| page | text after, ms | search result after, ms | kB transferred | MB in use |',
      '|---|---:|---:|---:|---:|',
      ...rows,
      '',
    ].join('\n'),
  );
}
server.close();
