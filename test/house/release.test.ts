// Checks the preconditions of a release: changesets name public packages, each package has a changelog, and versions follow docs/versioning.md.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { runsCodeOf } from '../../generator/base/runtime-version.ts';
import { packages as built } from '../../scripts/build.ts';
import { releaseProblems } from '../../scripts/check-release.ts';
import { publicPackagesOf, workspacesOf } from '../../scripts/workspaces.ts';

const root = resolve(import.meta.dirname, '../..');

const packages = publicPackagesOf(root);
const names = packages.map(({ manifest }) => manifest.name);

const changesets = readdirSync(join(root, '.changeset')).filter((name) => name.endsWith('.md') && name !== 'README.md');

test.each(packages)('$folder has a changelog with its name and version', ({ folder, manifest: { name, version } }) => {
  const changelog = readFileSync(join(root, folder, 'CHANGELOG.md'), 'utf8');
  expect(changelog.split('\n')[0]).toBe(`# ${name}`);
  expect(changelog).toContain(`\n## ${version}\n`);
});

test('the build makes every public package, the workflow publishes each after those that it needs, and docs/versioning.md names it', () => {
  expect([...built].sort()).toEqual(packages.map(({ folder }) => folder).sort());
  const workflow = readFileSync(join(root, '.github/workflows/publish.yml'), 'utf8');
  const patterns = /for tarball in (.+); do/.exec(workflow)?.[1]?.split(' ') ?? [];
  const versioning = readFileSync(join(root, 'docs/versioning.md'), 'utf8').match(/^## The packages\n.*?(?=^## )/ms)?.[0];
  const published = packages.map(({ manifest: { name, version, dependencies = {} } }) => {
    expect(versioning).toContain(`\`${name}\``);
    const tarball = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
    const places = patterns.flatMap((pattern, index) => (matchesGlob(tarball, pattern) ? [index] : []));
    expect(places, `${tarball} in ${patterns.join(' ')}`).toHaveLength(1);
    return { name, place: places[0] ?? 0, needs: Object.keys(dependencies) };
  });
  expect(patterns).toHaveLength(packages.length);
  for (const { name, place, needs } of published) {
    for (const other of published) if (needs.includes(other.name)) expect(other.place, `${other.name} before ${name}`).toBeLessThan(place);
  }
});

test('every changeset names public packages and describes the change', () => {
  for (const file of changesets) {
    const text = readFileSync(join(root, '.changeset', file), 'utf8');
    const [, head = '', body = ''] = /^---\n(.*?)---\n(.*)$/s.exec(text) ?? [];
    const lines = head.trim().split('\n').filter(Boolean);
    for (const line of lines) {
      const [, name] = /^"(.+)": (?:patch|minor|major)$/.exec(line) ?? [];
      expect(names, `${file}: ${line}`).toContain(name);
    }
    // `npx changeset --empty` writes one without a package, for a change that users do not notice.
    if (lines.length > 0) expect(body.trim(), file).toMatch(/\.$/);
  }
});

test('a release gives octavo and its runtime the same version, and the interfaces a range that includes it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-release-'));
  try {
    for (const file of ['package.json', 'package-lock.json', '.changeset'])
      cpSync(join(root, file), join(folder, file), { recursive: true });
    for (const workspace of workspacesOf(root)) {
      mkdirSync(join(folder, workspace.folder), { recursive: true });
      for (const file of ['package.json', 'CHANGELOG.md'].map((name) => join(workspace.folder, name))) {
        if (existsSync(join(root, file))) cpSync(join(root, file), join(folder, file));
      }
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const run = (command: string, ...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
      expect(status, `${stdout}${stderr}`).toBe(0);
    };
    run('git', 'init', '--quiet');
    const changeset = join(root, 'node_modules/@changesets/cli/bin.js');
    run(process.execPath, changeset, 'version');

    const after = new Map(publicPackagesOf(folder).map((workspace) => [workspace.folder, workspace.manifest]));
    const runtime = after.get('runtime')?.version ?? '';
    expect(after.get('generator')?.version).toBe(runtime);
    const range = after.get('generated')?.dependencies?.['@octavo/runtime'] ?? '';
    expect(range[0]).toBe('^');
    expect(runsCodeOf(range.slice(1), runtime), `${range} and ${runtime}`).toBe(true);
    for (const { folder: name, manifest } of packages) {
      const changelog = readFileSync(join(folder, name, 'CHANGELOG.md'), 'utf8');
      expect(changelog).toContain(`\n## ${manifest.version}\n`);
      expect(changelog).toContain(`\n## ${after.get(name)?.version}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the publish workflow stops for a pending changeset, another repository, or outdated versions in the lock file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-check-release-'));
  const put = (file: string, content: unknown) =>
    writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
  try {
    for (const name of ['.changeset', 'runtime', 'notes']) mkdirSync(join(folder, name));
    put('package.json', { workspaces: ['runtime', 'notes'] });
    put('notes/package.json', { name: 'notes', version: '1.0.0', private: true });
    put('.changeset/README.md', '# Changesets');
    const repository = { type: 'git', url: 'git+https://github.com/ann/octavo.git', directory: 'runtime' };
    put('runtime/package.json', { name: '@octavo/runtime', version: '0.2.0', repository });
    put('package-lock.json', { packages: { runtime: { version: '0.2.0' } } });
    expect(releaseProblems(folder, 'ann/octavo')).toEqual([]);
    expect(releaseProblems(folder, 'ben/octavo')).toEqual([
      'runtime/package.json does not name this repository. Write: "repository": {"type":"git","url":"git+https://github.com/ben/octavo.git","directory":"runtime"}',
    ]);

    put('.changeset/open.md', '---\n"@octavo/runtime": patch\n---\n\nMore.\n');
    put('package-lock.json', { packages: { runtime: { version: '0.1.0' } } });
    expect(releaseProblems(folder, 'ann/octavo')).toEqual([
      'These changesets are in no version yet: open.md. Run `npx changeset version` and commit what it writes.',
      'package-lock.json has another version of @octavo/runtime than runtime/package.json. Run `npm install --package-lock-only`.',
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
