// Every code of a problem is explained in docs/problems.md, and nothing is explained there that does not exist.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const documented = new Set(
  [...readFileSync(join(root, 'docs/problems.md'), 'utf8').matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map((match) => match[1] ?? ''),
);

function sources(...folders: string[]): string {
  return folders
    .flatMap((folder) => readdirSync(join(root, 'generator', folder)).map((name) => join(root, 'generator', folder, name)))
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
}

/** Words with a hyphen that are no codes. */
const others = new Set(['js-yaml', 'accept-encoding', 'content-encoding']);

test('the codes of the loader', () => {
  const used = [...sources('load').matchAll(/'([a-z0-9]+(?:-[a-z0-9]+)+)'/g)]
    .map((match) => match[1] ?? '')
    .filter((word) => !others.has(word));
  expect(used.length).toBeGreaterThan(60);
  expect([...new Set(used)].filter((code) => !documented.has(code))).toEqual([]);
});

test('the codes of the model and of generation', () => {
  const used = [...sources('model', '.').matchAll(/\bcode: '([a-z0-9-]+)',\s*severity/g)].map((match) => match[1] ?? '');
  expect(used.length).toBeGreaterThan(10);
  expect([...new Set(used)].filter((code) => !documented.has(code))).toEqual([]);
});

test('nothing else is documented', () => {
  const text = sources('load', 'model', '.');
  expect([...documented].filter((code) => !text.includes(`'${code}'`))).toEqual([]);
});
