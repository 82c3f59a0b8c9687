// The changelog between git tags: what changed from tag to tag, what is not tagged yet, and what the page says where there are no tags.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadProject } from '../../generator/config/config.ts';
import { changelogPage } from '../../generator/docs/changelog-page.ts';
import { changelogMarkdown } from '../../generator/docs/markdown/changes-markdown.ts';
import { createChangelogReader } from '../../generator/run/changelog.ts';

const folder = mkdtempSync(join(tmpdir(), 'octavo-changelog-'));
const git = (...args: string[]): void => {
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', '-c', 'tag.gpgSign=false', ...args], {
    cwd: folder,
    stdio: 'ignore',
  });
};
const frame = { title: 'Shop', services: [], pages: new Set<never>(), isDev: false };

function write(version: string, paths: readonly string[]): void {
  const operation = (name: string): object => ({ get: { operationId: name, responses: { 200: { description: 'Fine.' } } } });
  const entries = paths.map((name) => [`/${name}`, operation(name)]);
  writeFileSync(
    join(folder, 'shop.json'),
    JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version }, paths: Object.fromEntries(entries) }, null, 2),
  );
}

beforeAll(() => {
  writeFileSync(join(folder, 'octavo.config.ts'), `export default { documents: ['shop.json'], out: 'generated' };\n`);
  git('init', '-b', 'main');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = async () => await createChangelogReader().read(await loadProject({ cwd: folder }));

test('without tags, the page says so, and how to compare two versions', async () => {
  write('1', ['orders', 'carts']);
  git('add', '.');
  git('commit', '-m', 'One');
  const changelog = await read();
  expect(changelog).toEqual({ reason: 'The repository of this project has no tags yet.' });
  expect(changelogPage(changelog, frame)).toContain('octavo diff HEAD~1:openapi.yaml openapi.yaml');
});

test('each tag is compared with the one before, and the files on disk with the last', async () => {
  git('tag', 'v1');
  write('2', ['orders', 'prices']);
  git('add', '.');
  // The tags are ordered by their time, in seconds.
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', 'commit', '-m', 'Two'], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, GIT_COMMITTER_DATE: '2036-01-01T00:00:00Z' },
  });
  git('tag', 'v2');
  write('3', ['orders', 'prices', 'returns']);
  const changelog = await read();
  if ('reason' in changelog) throw new Error(changelog.reason);
  expect(
    changelog.versions.map(({ tag, documents }) => [
      tag,
      documents.flatMap(({ changes = [] }) => changes.map(({ kind, operation }) => `${kind} ${operation}`)),
    ]),
  ).toEqual([
    [undefined, ['compatible returns']],
    ['v2', ['breaking carts', 'compatible prices']],
  ]);
  const page = changelogPage(changelog, frame);
  expect(page).toContain('<h2>Not yet tagged</h2>');
  expect(page).toContain('<h2>v2 <small>2036-01-01</small></h2>');
  expect(page).toContain('1 breaking change');
  expect(changelogMarkdown(changelog)).toContain(
    '## v2 (2036-01-01)\n\n### [Shop](shop/index.md)\n\n- breaking: `carts`: `GET /carts` was removed\n- compatible: `prices`: `GET /prices` is new',
  );
});
