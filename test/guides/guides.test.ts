// Each page of docs/guides/, pasted into an empty folder: its commands run, its snippets type-check, run where it says, and print the text below
// them. A quick run type-checks all snippets, and runs some.
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cors, type FetchHandler } from '@octavo/runtime';
import { nodeListener, serve } from '@octavo/runtime/node';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import rules from '../../biome.json' with { type: 'json' };
import { octavo } from '../cli/run.ts';
import { type Listening, listen } from '../client-suite/server.ts';
import { type AuthServer, CLIENT, startServer } from '../oauth/server.ts';
import { chromiumPath, launch } from '../support/chromium.ts';
import { byEffort, IS_DEEP, sampleOf } from '../support/effort.ts';
import { packed } from '../support/packed.ts';
import { checkProject, typesIn } from '../support/type-check.ts';
import {
  type Addresses,
  asInGuides,
  folderOf,
  INDEX,
  type Place,
  pageTexts,
  readGuides,
  root,
  runFiles,
  type Snippet,
  writeProject,
  writeSnippet,
  writeVerbatim,
} from './project.ts';
import { bundle, type Command, runNode, runPage, startNode } from './run.ts';

const texts = pageTexts();
const guides = readGuides(texts);
const octavoBin = join(root, 'generator/bin/octavo.js');
/** The pages with something to run besides the index, which is the beginning of each. */
const pages = [...texts.keys()].filter(
  (page) => page !== INDEX && [...guides.snippets, ...guides.commands].some((one) => one.page === page),
);
const of = (...places: Place[]): [string, Snippet][] =>
  guides.snippets
    .filter(({ place, output }) => places.includes(place) && (place !== 'node' || output !== undefined))
    .map((snippet) => [`${snippet.at} ${snippet.file}`, snippet]);
const pathOf = ({ page, file }: Snippet): string => join(folderOf(page), file);

/** Runs a command line of a page in this process, where the modules of octavo are loaded already. */
async function runOctavo(page: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Command> {
  const { code, stdout, stderr } = await octavo(args, { cwd: folderOf(page), env: { NO_COLOR: '1', FORCE_COLOR: '0', ...env } });
  return { code, printed: `${stdout}${stderr}` };
}

/** Commands that do not end by themselves, or that need a server; they have tests of their own. */
const SERVING = ['conform', 'proxy', 'dev', 'mock', 'mcp'];

/**
 * The declarations of the packages as `paths` of a tsconfig.json. A compiler reads them in place of the sources, as that of a user does: these take
 * four times as long.
 */
const declared = () => typesIn(packed().folder, ['runtime', 'generator', 'services', 'generated']);

/** Lets the commands that read the code of a page read declarations. */
function readDeclarations(page: string): void {
  const file = join(folderOf(page), 'tsconfig.json');
  const settings = JSON.parse(readFileSync(file, 'utf8')) as { readonly compilerOptions?: object };
  writeFileSync(file, JSON.stringify({ ...settings, compilerOptions: { ...settings.compilerOptions, paths: declared() } }));
}

let addresses: Addresses;
let library: FetchHandler;
let host: Listening;
let login: AuthServer;
let env: Readonly<Record<string, string>>;
const close: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  host = await listen((request, response) => nodeListener(library)(request, response));
  login = await startServer();
  close.push(host.close, login.close);
  addresses = { library: host.url, login: login.url, mock: '' };
  env = { LIBRARY_CLIENT_ID: CLIENT.clientId, LIBRARY_CLIENT_SECRET: CLIENT.clientSecret };
  const run = async (page: string): Promise<void> => {
    const commands = guides.commands.filter((command) => command.page === page);
    if (commands.some(({ line }) => / --callers | rename /.test(line))) readDeclarations(page);
    for (const { at, line } of commands) {
      const [npx, program, ...args] = line.split(' ');
      if (npx !== 'npx' || program !== 'octavo' || SERVING.includes(args[0] ?? '')) continue;
      const { code, printed } = await runOctavo(page, args);
      expect(code, `${at}: ${line}\n${printed}`).toBe(0);
    }
  };
  writeProject(guides, INDEX, addresses);
  await run(INDEX);
  for (const page of pages) {
    writeProject(guides, page, addresses);
    for (const name of ['api', '.octavo']) cpSync(join(folderOf(INDEX), name), join(folderOf(page), name), { recursive: true });
    await run(page);
  }
});
afterAll(() => Promise.all(close.map((end) => end())));

/** Starts a new library server for a test. */
beforeEach(async () => {
  const { createLibrary } = (await import(pathToFileURL(join(folderOf('server.md'), 'library.ts')).href)) as {
    createLibrary: () => FetchHandler;
  };
  library = cors(createLibrary(), { origins: '*' });
});

test('every snippet is run', () => {
  expect(guides.faults).toEqual([]);
  // The commands read the configuration, octavo dev runs what serves the library, and the generated test reads its settings.
  const read = ['octavo.config.ts', 'dev.ts', 'conformance/library.ts'];
  for (const page of texts.keys()) {
    const own = guides.snippets.filter((snippet) => snippet.page === page);
    const run = runFiles(own);
    const idle = own.filter(({ file }) => !run.has(file) && !read.includes(file));
    expect(idle.map(({ at, file }) => `${at} ${file}: never run`)).toEqual([]);
    const names = own.map(({ file }) => file);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  }
});

test('each page says what it needs: which packages to install, and that the library must run', () => {
  expect(guides.shared.map(({ file }) => file)).toEqual(['library.ts', 'node.ts']);
  const installs = (page: string): string[] =>
    guides.commands
      .filter((command) => command.page === page)
      .flatMap(({ line }) => /^npm install (?:-D )?(.*)$/.exec(line)?.[1]?.split(' ') ?? []);
  for (const page of pages) {
    const installed = new Set([...installs(INDEX), ...installs(page)]);
    const own = guides.snippets.filter((snippet) => snippet.page === page);
    for (const { at, text } of own) {
      const imported = [...text.matchAll(/from '((?:@[^/']+\/)?[^./'@][^/']*)[^']*'/g)].map(([, name = '']) => name);
      const missing = imported.filter((name) => !name.startsWith('node:') && !installed.has(name));
      expect(missing, `${at} imports packages that no command of ${page} or ${INDEX} installs`).toEqual([]);
    }
    const calls = own.some(({ file, text }) => !/\.test\.tsx?$/.test(file) && text.includes("baseUrl: 'http://127.0.0.1:3000"));
    if (calls) expect(texts.get(page), `${page} calls the library, and does not say how to start it`).toContain('node node.ts');
  }
});

test('a snippet that would not be run is detected', () => {
  const page = [
    '```ts file=idle.ts\nexport const idle = 1;\n```',
    '```ts file=used.ts\nexport const used = 1;\n```',
    "```ts file=run.ts\nimport { used } from './used.ts';\nconsole.log(used);\n```\n\n```text output\n1\n```",
    '```ts\nconst lost = 1;\n```',
    '```js file=old.js\n```',
    '```text\nsaid by whom?\n```',
  ];
  const { snippets, faults } = readGuides(new Map([['a.md', page.join('\n\n')]]));
  expect([...runFiles(snippets)].sort()).toEqual(['run.ts', 'used.ts']);
  expect(faults).toEqual([
    'a.md:18: no file name, so it is never run',
    'a.md:22: cannot run js',
    'a.md:25: neither output, page nor printed',
  ]);
});

test('quoted documents and configuration match the files', () => {
  const files = [...guides.files, ...guides.snippets].map(({ text }) => text);
  const quotes = [...pageTexts()].flatMap(([page, text]) =>
    [...text.matchAll(/^> `(.*)`$/gm)].map(([, quote = '']) => [page, quote] as const),
  );
  expect(quotes.length).toBeGreaterThan(0);
  for (const [page, quote] of quotes)
    expect(
      files.some((text) => text.includes(quote)),
      `${page}: ${quote}`,
    ).toBe(true);
});

test('commands run octavo or install packages that this repository has', () => {
  for (const { at, line } of guides.commands) {
    const [, packages] = /^npm install (?:-D )?(.*)$/.exec(line) ?? [];
    if (packages === undefined) expect(line, at).toMatch(/^npx octavo(?: \w|-services$)/);
    for (const name of packages?.split(' ') ?? []) expect(existsSync(join(root, 'node_modules', name)), `${at}: ${name}`).toBe(true);
  }
});

test('the document of the guides is generated completely and has no lint findings', async () => {
  for (const page of sampleOf([INDEX, 'numbers-and-dates.md'], 1)) {
    for (const args of [['generate', '--check', '--strict'], ['lint']]) {
      const { code, printed } = await runOctavo(page, args);
      expect(code, printed).toBe(0);
      expect(printed).not.toMatch(/left-out|warning/);
    }
  }
});

test('the projects of all pages type-check with the tsconfig.json of the guides', () => {
  // One program for all pages takes about as long as one for a single page, since most of its files are shared.
  const paths = declared();
  const include = pages.map((page) => `../${basename(folderOf(page))}/**/*`);
  expect(checkProject(folderOf(INDEX), { extends: './tsconfig.json', compilerOptions: { paths }, include })).toBe('');
});

test('all snippets pass biome', async () => {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  // The rules of the repository, but for the one that makes biome read the whole of it.
  const { linter, formatter, javascript } = rules;
  const suspicious = { ...linter.rules.suspicious, noImportCycles: 'off' };
  const config = { formatter, javascript, linter: { ...linter, rules: { ...linter.rules, suspicious } } };
  writeFileSync(join(folderOf(INDEX), 'biome.json'), JSON.stringify(config));
  const args = ['check', '--error-on-warnings', `--config-path=${folderOf(INDEX)}`, writeVerbatim(guides)];
  const { code, printed } = await runNode(folderOf(INDEX), [biome, ...args]);
  expect(code, printed).toBe(0);
});

describe('in Node', () => {
  const all = of('node').filter(([, { page }]) => page !== 'mock.md');
  test.each(sampleOf(all, 2))('%s', async (_, { page, file, output = '' }) => {
    const { code, printed } = await runNode(folderOf(page), [file], env);
    expect(asInGuides(printed, addresses)).toBe(output);
    expect(code).toBe(0);
  });
});

describe('as a server', () => {
  // Another process may take the port before the snippet does.
  test.each(sampleOf(of('serves'), 1))('%s', { retry: 2 }, async (_, snippet) => {
    const own = { ...addresses, library: await freeAddress() };
    writeSnippet(snippet, own);
    const started = startNode(folderOf(snippet.page), [snippet.file], env);
    try {
      const line = await started.printedLine(/^The library is .*\n/m);
      expect(asInGuides(line, own)).toBe('The library is at http://127.0.0.1:3000\n');
      const url = own.library;
      const response = await fetch(`${url}/v1/books/tide-clock`);
      expect(await response.json()).toMatchObject({ title: 'The Tide Clock' });
    } finally {
      started.stop();
    }
    await started.ended;
  });
});

async function freeAddress(): Promise<string> {
  const probe = await serve(async () => new Response());
  await probe.close();
  return probe.url;
}

describe('as tests', () => {
  const tested = pages.filter((page) => of('test').some(([, snippet]) => snippet.page === page));
  test.each(sampleOf(tested, 1))('%s', async (page) => {
    const files = of('test').flatMap(([, snippet]) => (snippet.page === page ? snippet.file : []));
    const args = [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--root',
      folderOf(page),
      '--no-isolate',
      '--maxWorkers=1',
      ...files,
    ];
    const { code, printed } = await runNode(folderOf(page), args, env);
    expect(code, printed).toBe(0);
    for (const file of files) expect(printed).toContain(file);
  });
});

// The tests of the command line run these commands in each run.
test.runIf(IS_DEEP)('octavo mock answers as the guide says', async () => {
  const started = startNode(folderOf('mock.md'), [octavoBin, 'mock', 'library.yaml', '--port', '0']);
  try {
    const [mock = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(await started.printedLine(/^library .*\n/m)) ?? [];
    const [snippet] = guides.snippets.filter(({ page }) => page === 'mock.md');
    if (snippet === undefined) throw new Error('mock.md has no snippet');
    writeSnippet(snippet, { ...addresses, mock });
    const { code, printed } = await runNode(folderOf('mock.md'), [snippet.file]);
    expect([printed, code]).toEqual([snippet.output, 0]);
    expect((await fetch(`${mock}/mock/library/v1/books?limit=101`)).status).toBe(400);
    const [, logged = ''] = /^ {4}(mock: .*)$/m.exec(texts.get('mock.md') ?? '') ?? [];
    await started.printedLine(logged);
  } finally {
    started.stop();
  }
  await started.ended;
});

test('octavo conform finds that the library has not implemented all operations', async () => {
  const [{ line } = { line: '' }] = guides.commands.filter(
    ({ page, line }) => page === 'conformance.md' && line.startsWith('npx octavo conform '),
  );
  const args = line.replace('http://127.0.0.1:3000', addresses.library).split(' ').slice(2);
  const fewer = byEffort({ quick: ['--most', '5', '--random', '1', '--no-sequences'], deep: [] });
  const { code, printed } = await runOctavo('conformance.md', [...args, ...fewer], { LIBRARY_STAFF: 'lamp-oil' });
  expect(printed).toMatch(/^no-server-error: [\s\S]*?\n {2}the same at \d+ more places: .*importLoans/m);
  expect(printed).not.toContain('lamp-oil');
  expect(code).toBe(1);
});

test('octavo conform passes in the job of the guide, with its configuration', async () => {
  const [{ text } = { text: '' }] = guides.files.filter(({ file }) => file === '.github/workflows/conform.yml');
  const [line = ''] = /npx octavo conform .*/.exec(text) ?? [];
  const args = [
    ...line.split(' ').slice(2),
    '--target',
    addresses.library,
    '--random',
    '1',
    '--most',
    byEffort({ quick: '20', deep: '60' }),
  ];
  const { code, printed } = await runOctavo('conform-in-ci.md', args, { LIBRARY_STAFF: 'lamp-oil' });
  expect(printed).toMatch(/: no findings, \d+ waived\./);
  expect(code, printed).toBe(0);
  const junit = readFileSync(join(folderOf('conform-in-ci.md'), 'conform.xml'), 'utf8');
  expect(junit).toContain('<testcase');
  expect(junit).not.toContain('lamp-oil');
  const unasked = await runOctavo(
    'conform-in-ci.md',
    args.filter((arg) => arg !== '--allow-writes'),
    { LIBRARY_STAFF: 'lamp-oil' },
  );
  expect(unasked.code, unasked.printed).toBe(2);
});

test.runIf(IS_DEEP)('octavo proxy listens until it is stopped, or until its command ends', async () => {
  const [forever = [], once = []] = guides.commands
    .filter(({ line }) => line.startsWith('npx octavo proxy '))
    .map(({ line }) => [octavoBin, ...line.replace('http://127.0.0.1:3000', addresses.library).split(' ').slice(2)]);
  const started = startNode(folderOf('proxy.md'), [...forever, '--port', '0']);
  try {
    const [address = ''] = /http:\S+\/v1/.exec(await started.printedLine(/http:\/\/127\.0\.0\.1:\d+\/v1/)) ?? [];
    expect(await (await fetch(`${address}/books/tide-clock`)).json()).toMatchObject({ title: 'The Tide Clock' });
  } finally {
    started.stop();
  }
  await started.ended;
  const call = "fetch(process.env.OCTAVO_PROXY_URL + '/books/tide-clock').then((response) => response.text())";
  const { code, printed } = await runNode(folderOf('proxy.md'), [...once.slice(0, once.indexOf('--') + 1), process.execPath, '-e', call]);
  expect(code, printed).toBe(0);
});

test.runIf(IS_DEEP)('octavo dev runs the implementation, and prints what the guide says', async () => {
  const started = startNode(folderOf('dev.md'), [octavoBin, 'dev', '--port', '0', '--no-open']);
  await started.printedLine(/Ready in/);
  started.stop();
  const { printed } = await started.ended;
  const origins = ['docs +(\\S+)/', '(http://[^ /]+)/mock/', 'library +(\\S+)/v1'].map((line) => new RegExp(line).exec(printed)?.[1] ?? '');
  const shown = ['4000', '4001', '4010'].reduce(
    (text, port, index) => text.replaceAll(origins[index] ?? '', `http://127.0.0.1:${port}`),
    printed,
  );
  expect(shown.replaceAll('  (building)', '')).toContain(guides.printed.join(''));
});

test.runIf(IS_DEEP)('the commands of the example for CI succeed', async () => {
  const [{ text } = { text: '' }] = guides.files.filter(({ file }) => file === '.github/workflows/test.yml');
  const commands = [...text.matchAll(/^ +- run: (.*)$/gm)].map(([, command = '']) => command);
  expect(commands).toEqual(['npm ci', expect.stringMatching(/^npx octavo /), expect.stringMatching(/^npx vitest /)]);
  const scripts: Readonly<Record<string, string>> = { octavo: 'generator/bin/octavo.js', vitest: 'node_modules/vitest/vitest.mjs' };
  for (const command of commands.slice(1)) {
    const [, program = '', ...args] = command.split(' ');
    const { code, printed } = await runNode(folderOf('conformance.md'), [join(root, scripts[program] ?? ''), ...args]);
    expect(code, printed).toBe(0);
    if (program === 'vitest') expect(printed).toContain('api/library/conformance.test.ts');
  }
});

describe.skipIf(chromiumPath === undefined)('in Chromium', () => {
  let browser: Browser;
  let script = '';
  let site: Listening;
  beforeAll(async () => {
    browser = await launch();
    site = await listen((request, response) => {
      const wanted = request.url === '/script.js' ? script : '<!doctype html><title>Guide</title><body><div id="root"></div>';
      const start = place === 'worker' ? 'new Worker("/script.js", { type: "module" })' : 'import("/script.js")';
      response.writeHead(200, { 'content-type': request.url === '/script.js' ? 'text/javascript' : 'text/html; charset=utf-8' });
      response.end(request.url === '/script.js' ? wanted : `${wanted}<script type="module">${start}</script>`);
    });
    close.push(() => browser.close(), site.close);
  });
  let place: Place = 'browser';

  const inLibrary = of('browser', 'worker').filter(([, { page }]) => page !== 'backend.md');
  test.each(sampleOf(inLibrary, 1))('%s', async (_, snippet) => {
    const { output = '', shown = '', click } = snippet;
    place = snippet.place;
    script = await bundle(pathOf(snippet));
    const done = (run: { printed: string; shown: string }) => run.printed.length >= output.length && run.shown.trim() === shown.trim();
    const run = await runPage(browser, site.url, click, done);
    expect(asInGuides(run.printed, addresses)).toBe(output);
    expect(run.shown?.trim()).toBe(shown.trim());
  });

  test('the page of backend.md creates, lists and deletes against a mock that remembers', async () => {
    const started = startNode(folderOf('backend.md'), [octavoBin, 'mock', '--port', '0']);
    const page = await browser.newPage();
    try {
      const [mock = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(await started.printedLine(/^library .*\n/m)) ?? [];
      const [snippet] = guides.snippets.filter((one) => one.page === 'backend.md' && one.place === 'browser');
      if (snippet === undefined) throw new Error('backend.md has no page');
      writeSnippet(snippet, { ...addresses, mock });
      place = 'browser';
      script = await bundle(pathOf(snippet));
      await page.goto(site.url);
      const rows = page.getByRole('listitem');
      const discard = page.getByRole('button', { name: 'Discard Night Ferry' });
      await page.getByText('The Tide Clock').first().waitFor();
      const before = await rows.count();
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await discard.waitFor();
      expect(await rows.count()).toBe(before + 1);
      await page.reload();
      await discard.click();
      await discard.waitFor({ state: 'detached' });
      expect(await rows.count()).toBe(before);
      await page.reload();
      await page.getByText('The Tide Clock').first().waitFor();
      expect(await rows.count()).toBe(before);
    } finally {
      await page.close();
      started.stop();
    }
    await started.ended;
  });
});
