// Each component of docs/frameworks.md, compiled by its framework and opened in Chromium: its real adapter takes what `query.ts` has, pages a list,
// changes it, fetches it again, and shows a declared error. The compiler judges what each adapter infers.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cors, type FetchHandler } from '@octavo/runtime';
import { nodeListener } from '@octavo/runtime/node';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Listening, listen } from '../client-suite/server.ts';
import { OPTIONS } from '../emit/service.ts';
import { service } from '../model/support.ts';
import { chromiumPath, launch } from '../support/chromium.ts';
import { sampleOf } from '../support/effort.ts';
import { emit } from '../support/emit.ts';
import { fencesOf } from '../support/fences.ts';
import { checkProject, runtimeTypes } from '../support/type-check.ts';
import { bundleProgram } from './bundle.ts';

const root = resolve(import.meta.dirname, '../..');
/** Inside the repository, so that the runtime resolves. */
const folder = join(root, '.octavo/tmp/frameworks');
const modules = join(import.meta.dirname, 'node_modules');
const isInstalled = existsSync(modules);
if (!isInstalled) console.warn('The tests with frameworks are skipped. Run `npm --prefix test/frameworks ci` to install them.');

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const snippets = (page: string) => fencesOf(read(page)).flatMap(({ info, text }) => ({ file: info.get('file') ?? '', text }));
const FRAMEWORKS = ['react', 'preact', 'vue', 'svelte', 'solid', 'angular', 'swr', 'colada'];
/** How the compiler reads the JSX of a framework that is not React. */
const JSX: Readonly<Record<string, string>> = { 'preact/Shelf.tsx': 'preact', 'solid/Shelf.tsx': 'solid-js' };

const PAGE = '<!doctype html><title>Shelf</title><body><div id="root"></div><script type="module">';
const START = "import { mount } from '/script.js'; mount(document.getElementById('root'));</script>";

let library: Listening;
beforeAll(async () => {
  if (!isInstalled) return;
  let handler: FetchHandler;
  library = await listen((request, response) => nodeListener(handler)(request, response));
  rmSync(folder, { recursive: true, force: true });
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text.replaceAll('http://127.0.0.1:3000', library.url));
  };
  const built = await service(read('docs/guides/library.yaml'), {}, 'library');
  for (const [file, text] of emit(built, { ...OPTIONS, query: true })) write(`api/library/${file}`, text);
  for (const { file, text } of snippets('docs/frameworks.md')) {
    const pragma = JSX[file] === undefined ? '' : `/** @jsxImportSource ${JSX[file]} */\n`;
    write(file, pragma + text);
  }
  for (const { file, text } of snippets('docs/guides/server.md')) if (file === 'library.ts') write(file, text);
  cpSync(join(import.meta.dirname, 'programs'), join(folder, 'programs'), { recursive: true });
  symlinkSync(modules, join(folder, 'node_modules'), 'junction');
  const { createLibrary } = (await import(pathToFileURL(join(folder, 'library.ts')).href)) as { createLibrary: () => FetchHandler };
  fresh = () => {
    handler = cors(createLibrary(), { origins: '*' });
  };
});
let fresh: () => void;
afterAll(() => library?.close());

test('the page has a component for each adapter', () => {
  const components = snippets('docs/frameworks.md').flatMap(({ file }) => (file.includes('/') ? [file.split('/')[0]] : []));
  expect(components.toSorted()).toEqual(FRAMEWORKS.toSorted());
});

test.skipIf(!isInstalled)('each adapter infers the data and the errors of the document', () => {
  const compilerOptions = {
    jsx: 'react-jsx',
    module: 'ESNext',
    moduleResolution: 'bundler',
    experimentalDecorators: true,
    paths: runtimeTypes(),
  };
  const include = ['**/*.tsx', 'angular/*.ts', 'programs/types.ts'];
  expect(checkProject(folder, { compilerOptions, include, exclude: ['node_modules'] })).toBe('');
});

describe.skipIf(!isInstalled || chromiumPath === undefined)('in Chromium', () => {
  let browser: Browser;
  let site: Listening;
  let script = '';
  beforeAll(async () => {
    browser = await launch();
    site = await listen((request, response) => {
      const isScript = request.url === '/script.js';
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' });
      response.end(isScript ? script : PAGE + START);
    });
  });
  afterAll(() => Promise.all([browser?.close(), site?.close()]));

  test.each(sampleOf(FRAMEWORKS, 4))('%s pages a list, changes it, fetches it again, and shows a declared error', async (framework) => {
    fresh();
    script = await bundleProgram(folder, framework);
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    try {
      await page.goto(site.url);
      const titles = (): Promise<string> =>
        page.evaluate<string>("[...document.querySelectorAll('li, p')].map((one) => one.innerText).join(' | ')");
      const shows = (text: string) => expect.poll(titles, { message: faults.join('\n') }).toBe(text);
      await shows('The Night Bakery | Quiet Engines');
      await page.getByRole('button', { name: 'More' }).click();
      await shows('The Night Bakery | Quiet Engines | Salt and Thread | Small Maps');
      await page.getByRole('button', { name: 'Add' }).click();
      await shows('Amber Rooms | The Night Bakery | Quiet Engines | Salt and Thread');
      await page.getByRole('button', { name: 'Add' }).click();
      await shows('Amber Rooms | The Night Bakery | Quiet Engines | Salt and Thread | The library has this book already.');
      expect(faults).toEqual([]);
    } finally {
      await page.close();
    }
  });
});
