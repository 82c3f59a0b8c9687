// Checks that lock files pin all that `npm ci` fetches, including Node for the npm scripts: a hash for each package, no install script, and a link
// that npm 10 does not remove.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  /** True for a workspace, which is not fetched. */
  readonly link?: boolean;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly hasInstallScript?: boolean;
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
};
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { readonly packages: Readonly<Record<string, Locked>> };

test.each(Object.entries(manifest.optionalDependencies))('%s is locked to version %s with a hash, for one platform', (name, version) => {
  const locked = lock.packages[`node_modules/${name}`];
  expect(locked?.version).toBe(version);
  expect(locked?.integrity).toMatch(/^sha512-/);
  expect([locked?.os].flat()).toHaveLength(1);
  expect([locked?.cpu].flat()).toHaveLength(1);
  expect(name).toMatch(/^node-/);
});

test.each(['.', 'bench', 'test/frameworks', 'test/fuzz', 'test/runtimes'])('every package in the lock file of %s has a hash', (folder) => {
  const { packages } = JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8')) as typeof lock;
  const fetched = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && link !== true);
  expect(fetched.length).toBeGreaterThan(0);
  for (const [path, { integrity }] of fetched) expect(integrity, path).toMatch(/^sha512-/);
});

test('every package with an install script is named in allowScripts, and none may run it', () => {
  const scripted = Object.entries(lock.packages).filter(([, locked]) => locked.hasInstallScript === true);
  // The workspace root is '': its postinstall is scripts/link-node.mjs.
  const names = scripted.map(([path]) => path.replace(/^.*node_modules\//, '')).filter((name) => name !== '');
  expect(names.toSorted()).toEqual(Object.keys(manifest.allowScripts).toSorted());
  expect(Object.values(manifest.allowScripts)).not.toContain(true);
});

// The tests use shell scripts as executables, which Windows cannot start.
describe.skipIf(process.platform === 'win32')('link-node.mjs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-link-node-'));
  const target = `node-${process.platform}-${process.arch}`;
  const link = join(folder, 'node_modules/.bin/node');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs the script in a project that holds one package with this executable. */
  function run(name: string, executable: string): { status: number | null; stderr: string } {
    const bin = join(folder, 'node_modules', name, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'node'), executable);
    chmodSync(join(bin, 'node'), 0o755);
    return spawnSync(process.execPath, [join(root, 'scripts/link-node.mjs'), folder], { encoding: 'utf8' });
  }

  test('creates the link that npm 10 omits', () => {
    expect(run(target, '#!/bin/sh\n')).toMatchObject({ status: 0, stderr: '' });
    expect(readlinkSync(link)).toBe(`../${target}/bin/node`);
    expect(run(target, '#!/bin/sh\n')).toMatchObject({ status: 0, stderr: '' });
  });

  test('removes the link to a Node that does not start, and says which Node is required', () => {
    const { status, stderr } = run(target, '#!/no/such/loader\n');
    expect(status).toBe(0);
    expect(stderr).toBe(
      `${target.slice(5)}: the Node of ${target} does not start here. The npm scripts run on your own Node, which must be 24.18 or newer; this is ${process.versions.node}.\n`,
    );
    expect(existsSync(link)).toBe(false);
  });

  test('removes a broken link when no Node is pinned for the platform', () => {
    rmSync(join(folder, 'node_modules'), { recursive: true });
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    symlinkSync('../node/bin/node', link);
    expect(run('node-other-x64', '#!/bin/sh\n').stderr).toContain(`${target.slice(5)}: package-lock.json pins no Node for it.`);
    expect(() => readlinkSync(link)).toThrow('ENOENT');
  });
});
