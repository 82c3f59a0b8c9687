// Several versions of one document: the switch, the card of the newest one, the pages that compare two, and what the configuration may say.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadProject } from '../../generator/config/config.ts';
import { buildDocs } from '../../generator/docs/index.ts';
import { read } from '../../generator/run/pipeline.ts';

const folder = mkdtempSync(join(tmpdir(), 'octavo-versions-'));
const site = join(folder, 'site');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = (name: string): string => readFileSync(join(site, name), 'utf8');

function write(file: string, version: string, names: readonly string[], required: readonly string[]): void {
  const parameters = required.map((name) => ({ name, in: 'query', required: true, schema: { type: 'string' } }));
  const paths = names.map((name) => [
    `/${name}`,
    { get: { operationId: name, summary: `Read <b>${name}</b>`, parameters, responses: { 204: { description: 'Fine.' } } } },
  ]);
  writeFileSync(
    join(folder, file),
    JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version }, paths: Object.fromEntries(paths) }),
  );
}

const configure = (documents: string): void =>
  writeFileSync(join(folder, 'octavo.config.ts'), `export default {\n  documents: ${documents},\n};\n`);
const VERSIONS = `['shop.json', { input: 'shop-2.json', versionOf: 'shop' }, { input: 'shop-1.json', versionOf: 'shop' }]`;

beforeAll(async () => {
  write('shop-1.json', '1.0', ['orders', 'carts'], []);
  write('shop-2.json', '2.0', ['orders', 'carts', 'prices'], []);
  write('shop.json', '3.0', ['orders', 'prices'], ['currency']);
  configure(VERSIONS);
  const project = await loadProject({ cwd: folder });
  const documents = await Promise.all(
    project.documents.map(async (document) => {
      const { description, service } = await read(project, document);
      if (description === undefined || service === undefined) throw new Error(document.id);
      return { description, service, ...(document.versionOf === undefined ? {} : { versionOf: document.versionOf }) };
    }),
  );
  await buildDocs({ documents, out: site, root: folder, clientModule: () => 'x', runtime: 'x', isPlain: true, hasCopies: false });
});

test('the home page has a card for the newest version, with its older ones and what has changed since', () => {
  const home = page('index.html');
  expect([...home.matchAll(/class="card service" id="([^"]*)"/g)].map(([, id]) => id)).toEqual(['shop']);
  expect(home).toContain('This portal documents 1 service with 2 operations');
  expect(home).toContain('<title>Shop</title>');
  expect(home).toContain('<a href="shop-1/index.html">1.0</a> (<a href="shop/changes-since-shop-1.html">changes since</a>)');
  expect(home).not.toContain('class="versions"');
});

test('each reference has a switch to the others, and the menu names their versions', () => {
  const reference = page('shop-2/index.html');
  const [menu = ''] = /<details class="versions">.*?<\/details>/.exec(reference) ?? [];
  expect(menu).toContain('<summary aria-label="Version 2.0">2.0</summary>');
  expect([...menu.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    '../shop/index.html',
    '../shop-2/index.html',
    '../shop-1/index.html',
    '../shop/changes-since-shop-2.html',
  ]);
  expect(menu).toContain('<a href="../shop-2/index.html" aria-current="true">2.0</a>');
  expect(reference).toContain('>Shop 1.0</a>');
});

test('each comparison is there in Markdown, and llms.txt names it', () => {
  const markdown = page('shop/changes-since-shop-1.md');
  expect(markdown).toMatch(/^# Shop: from 1\.0 to .*\n\nThe versions: \[1\.0\]\(\.\.\/shop-1\/index\.md\), /);
  expect(markdown).toMatch(/^- breaking: `\w+`: /m);
  expect(page('shop/changes-since-shop-1.html')).toContain('href="changes-since-shop-1.md"');
  expect(page('llms.txt')).toContain('](shop/changes-since-shop-1.md)');
});

test('there is a page for each two versions, which says what was added, changed and removed, and who must act', () => {
  for (const [after, before] of [
    ['shop', 'shop-2'],
    ['shop', 'shop-1'],
    ['shop-2', 'shop-1'],
  ]) {
    expect(existsSync(join(site, `${after}/changes-since-${before}.html`))).toBe(true);
  }
  const compared = page('shop/changes-since-shop-1.html');
  const section = (title: string): string => new RegExp(`<h2>${title} <small>.*?</section>`).exec(compared)?.[0] ?? '';
  expect(section('Removed')).toContain('href="../shop-1/index.html#/other/carts"');
  expect(section('Added')).toContain('href="../shop/index.html#/other/prices"');
  expect(section('Changed operations')).toMatch(
    /breaking<\/span> <code>orders<\/code>: <span>query parameter <code>currency<\/code> is new and required/,
  );
  expect(compared).toContain('Callers of 2 operations must act');
  expect(compared).not.toContain('<b>');
  expect(page('shop-2/changes-since-shop-1.html')).toContain('What worked with the older version works with the newer one.');
});

test.each([
  [
    `['shop.json', { input: 'shop-1.json', versionOf: 'shopp' }]`,
    /octavo\.config\.ts:2:52: `documents\[1\]\.versionOf` names `shopp`, and no document has that name\./,
  ],
  [`['shop.json', { input: 'shop-1.json', versionOf: 'shop-1' }]`, /names `shop-1`, the document itself\./],
  [
    `[...${VERSIONS}, { input: 'shop-0.json', versionOf: 'shop-1' }]`,
    /`documents\[3\]\.versionOf` names `shop-1`, an older version itself\./,
  ],
])('%s is refused', async (documents, want) => {
  configure(documents);
  await expect(loadProject({ cwd: folder })).rejects.toThrow(want);
});
