// The links of the static site: each leads to a file that is there, in pages and in Markdown, and none begins at the root of a host.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { builtSite, services } from './support.ts';

let site: string;
let names: readonly string[];
beforeAll(async () => {
  site = await builtSite();
  names = readdirSync(site, { recursive: true, encoding: 'utf8' });
});

const read = (name: string): string => readFileSync(join(site, name), 'utf8');

/** The files that do not exist, as `page -> link`. */
function missing(endings: RegExp, links: RegExp, ignored: RegExp): string[] {
  const pages = names.filter((name) => endings.test(name));
  expect(pages.length).toBeGreaterThan(0);
  return pages.flatMap((name) =>
    [...read(name).matchAll(links)].flatMap(([, link = '']) => {
      if (ignored.test(link)) return [];
      const target = decodeURIComponent(link.replaceAll('&amp;', '&').replace(/[?#].*$/, ''));
      return target === '' || existsSync(join(site, normalize(join(dirname(name), target)))) ? [] : [`${name} -> ${link}`];
    }),
  );
}

test('in pages', () => {
  expect(missing(/\.html$/, /<(?:a|link|script|img)\b[^>]*?\s(?:href|src)="([^"]*)"/g, /^(?:https?:|mailto:|data:|#)/)).toEqual([]);
});

test('in Markdown and llms.txt', () => {
  // The links of a document's own prose lead where its author says.
  const own = /^(?:operations\/|schemas\/|index\.md$|openapi\.|\.\.\/(?:schemas\/|openapi))/;
  expect(missing(/\.md$/, /\]\(([^)\s]+)\)/g, new RegExp(`^(?!${own.source.slice(1)})`))).toEqual([]);
  expect(missing(/^llms\.txt$/, /\]\(([^)\s]+)\)/g, /^https?:/)).toEqual([]);
});

test('no page asks for anything at the root of a host', () => {
  const rooted = names.filter((name) => name.endsWith('.html')).filter((name) => /\s(?:href|src)="\//.test(read(name)));
  expect(rooted).toEqual([]);
});

test('each document, operation and schema has a page in Markdown, which its overview lists', () => {
  for (const { id, title, version, operations, schemas } of services) {
    const overview = read(`${id}/index.md`);
    expect(overview).toContain(`# ${title} ${version}\n`);
    expect(read('llms.txt')).toContain(`(${id}/index.md)`);
    for (const { name } of operations) expect(overview).toContain(`(operations/${name}.md)`);
    for (const { name } of schemas) {
      if (name === undefined) continue;
      expect(overview).toContain(`(schemas/${encodeURIComponent(name)}.md)`);
      expect(read(`${id}/schemas/${name}.md`)).toContain(`# ${name}\n`);
    }
  }
  const schema = read('h-email/schemas/LikelyEmail.md');
  expect(schema).toContain('## Fields');
  expect(schema).toContain('- `linkedin_url`: ');
  expect(schema).toContain('## Example');
});

test('statements and the changelog are there in Markdown too, and llms.txt and their pages lead to it', () => {
  for (const [name, says] of [
    ['statements', /^- \*\*H2\*\*: .* Answered by \[GET \/domain-search\]\(h-email\/operations\/searchDomain\.md\)/m],
    ['changelog', /^# Changelog\n/],
  ] as const) {
    expect(read('llms.txt')).toContain(`](${name}.md)`);
    expect(read(`${name}.html`)).toContain(`<link rel="alternate" type="text/markdown" href="${name}.md"`);
    expect(says.test(read(`${name}.md`))).toBe(true);
    expect(missing(new RegExp(`^${name}\\.md$`), /\]\(([^)\s]+)\)/g, /^https?:/)).toEqual([]);
  }
});
