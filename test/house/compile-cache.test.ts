// What runs of the tests keep for the next ones has a bound.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { boundCompileCache } from '../support/compile-cache.ts';

const folder = mkdtempSync(join(tmpdir(), 'octavo-bound-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('compiled modules of all versions of Node.js are removed where they are too many', () => {
  const cache = join(folder, 'cache');
  boundCompileCache(cache, 2);
  for (const name of ['v24-a/1', 'v24-a/2', 'v26-b/3']) {
    mkdirSync(join(cache, name, '..'), { recursive: true });
    writeFileSync(join(cache, name), '');
  }
  boundCompileCache(cache, 3);
  expect(existsSync(join(cache, 'v24-a/1'))).toBe(true);
  boundCompileCache(cache, 2);
  expect(existsSync(cache)).toBe(false);
});
