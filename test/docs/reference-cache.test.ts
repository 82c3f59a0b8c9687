// The cache of the pages that Redocly builds: what it builds again, what it keeps, and several processes at once.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cachedPage } from '../../generator/docs/reference/reference-cache.ts';

let folder: string;
let built: string[];
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'octavo-references-')), 'orders');
  built = [];
});
afterEach(() => rmSync(dirname(folder), { recursive: true, force: true }));

const page = (...input: string[]): Promise<string> =>
  cachedPage(folder, input, async () => {
    built.push(input.join());
    return `<p>${input.join()}</p>`.repeat(1000);
  });
const entries = (): string[] => readdirSync(folder).sort();

test('a page is built once for the same version, options and document', async () => {
  const first = await page('2.77.0', 'orders');
  expect(await page('2.77.0', 'orders')).toBe(first);
  expect(await page('2.78.0', 'orders')).not.toBe(first);
  expect(await page('2.77.0', 'orders, changed')).not.toBe(first);
  expect(built).toEqual(['2.77.0,orders', '2.78.0,orders', '2.77.0,orders, changed']);
  expect(await page('2.77.0', 'orders')).toBe(first);
  expect(built.length).toBe(3);
});

test('parts of the input are not mistaken for each other', async () => {
  await page('a', 'bc');
  await page('ab', 'c');
  expect(built.length).toBe(2);
});

test.each([
  ['truncated', (whole: Buffer) => whole.subarray(0, whole.length - 20)],
  [
    'with another byte',
    (whole: Buffer) => Buffer.concat([whole.subarray(0, 40), Buffer.from([(whole[40] ?? 0) ^ 255]), whole.subarray(41)]),
  ],
  ['empty', () => Buffer.alloc(0)],
  ['with other content', () => Buffer.from('<p>')],
])('an entry %s is built again, and then read', async (_, damage) => {
  const first = await page('orders');
  const file = join(folder, entries()[0] ?? '');
  writeFileSync(file, damage(readFileSync(file)));
  expect(await page('orders')).toBe(first);
  expect(built.length).toBe(2);
  expect(await page('orders')).toBe(first);
  expect(built.length).toBe(2);
});

test('runs at the same time all get the page, and leave one entry and no other file', async () => {
  const pages = await Promise.all(Array.from({ length: 8 }, () => page('orders')));
  expect(new Set(pages).size).toBe(1);
  expect(entries().length).toBe(1);
  expect(await page('orders')).toBe(pages[0]);
});

test('the last used pages are kept, and Git ignores them', async () => {
  for (const text of ['a', 'b', 'c', 'd', 'a', 'e', 'f']) {
    await page(text);
    const newest = Math.max(...entries().map((name) => statSync(join(folder, name)).mtimeMs));
    // The times of files may be as coarse as a few milliseconds.
    await expect.poll(() => Date.now()).toBeGreaterThan(newest + 20);
  }
  expect(entries().length).toBe(4);
  built = [];
  await page('a');
  expect(built).toEqual([]);
  expect(readFileSync(join(dirname(folder), '.gitignore'), 'utf8')).toBe('*\n');
});

test('where nothing can be written, a page is built each time', async () => {
  writeFileSync(folder, 'a file in place of the folder');
  const first = await page('orders');
  expect(await page('orders')).toBe(first);
  expect(built.length).toBe(2);
});
