// Holds the files of the site to their compressed copies: each has its own, and few are made at once.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSiteFiles } from '../../generator/docs/site-files.ts';

const { compressing } = vi.hoisted(() => ({ compressing: { now: 0, most: 0 } }));

vi.mock('node:zlib', async (importOriginal) => {
  const original = await importOriginal<typeof zlib>();
  const brotliCompress = (bytes: Buffer, options: zlib.BrotliOptions, done: (error: Error | null, result: Buffer) => void): void => {
    compressing.now++;
    compressing.most = Math.max(compressing.most, compressing.now);
    original.brotliCompress(bytes, options, (error, result) => {
      compressing.now--;
      done(error, result);
    });
  };
  return { ...original, brotliCompress };
});

test('a site of hundreds of files compresses at most four at once, and all of them', async () => {
  const out = temporaryFolder();
  const files = createSiteFiles(out);
  const text = (index: number): string => `page ${index} `.repeat(1000);
  const names = Array.from({ length: 300 }, (_, index) => `operations/${index}.md`);
  for (const [index, name] of names.entries()) files.put(name, text(index));
  expect(await files.finish()).toEqual([...names].sort());
  for (const [index, name] of names.entries()) {
    expect(zlib.brotliDecompressSync(readFileSync(path.join(out, `${name}.br`))).toString()).toBe(text(index));
    expect(zlib.gunzipSync(readFileSync(path.join(out, `${name}.gz`))).toString()).toBe(text(index));
  }
  expect(compressing.most).toBeLessThanOrEqual(4);
});

test('a page that gets small has no compressed copies any more', async () => {
  const out = temporaryFolder();
  const files = createSiteFiles(out);
  files.put('index.html', 'large '.repeat(1000));
  files.put('index.html', 'small');
  await files.finish();
  expect(existsSync(path.join(out, 'index.html.br'))).toBe(false);
  expect(existsSync(path.join(out, 'index.html.gz'))).toBe(false);
});

test('a site for this machine alone has no compressed copies, and keeps none of an older text', async () => {
  const out = temporaryFolder();
  const published = createSiteFiles(out);
  for (const name of ['kept.html', 'changed.html']) published.put(name, 'large '.repeat(1000));
  await published.finish();
  const own = createSiteFiles(out, { hasCopies: false });
  own.put('kept.html', 'large '.repeat(1000));
  own.put('changed.html', 'other '.repeat(1000));
  own.put('new.html', 'large '.repeat(1000));
  expect(await own.finish()).toEqual(['changed.html', 'kept.html', 'new.html']);
  expect(readdirSync(out).toSorted()).toEqual(['changed.html', 'kept.html', 'kept.html.br', 'kept.html.gz', 'new.html']);
});

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-site-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
