// Other tools handle a document with streams: the reference is built, and Redocly accepts the OpenAPI 3.2 keywords.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildDocs } from '../../generator/docs/index.ts';
import { read } from '../../generator/run/pipeline.ts';
import { FEEDS } from './feeds.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'octavo-feeds-'));
const file = join(folder, 'feeds.json');
writeFileSync(file, JSON.stringify(FEEDS));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the reference shows how to read the stream', async () => {
  const { description, service } = await read({ root: folder, allowRemote: [], strict: true }, { file, name: 'Feeds' });
  if (description === undefined || service === undefined) throw new Error('the document does not load');
  const out = join(folder, 'site');
  const options = { root, clientModule: () => './feeds', runtime: '@octavo/runtime', hasCopies: false };
  await buildDocs({ ...options, documents: [{ description, service }], out });
  const shown = readFileSync(join(out, 'feeds', 'reference.js'), 'utf8');
  expect(shown).toContain('for await (const item of unwrap(result, 200)) console.log(item);');
});

test('Redocly finds no keyword outside the standard', () => {
  const cli = join(root, 'node_modules/.bin/redocly');
  const { status, stdout, stderr } = spawnSync(cli, ['lint', file, '--extends=spec'], { encoding: 'utf8', cwd: folder });
  expect(status, stdout + stderr).toBe(0);
});
