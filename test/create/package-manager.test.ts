// `npm create octavo` under each package manager: which one it takes, what it writes for it, and its messages where it cannot go on.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addPackages } from '../../create-octavo/manifest.ts';
import { packageManagerIn, writeSettings } from '../../create-octavo/package-manager.ts';
import { packagesOf } from '../../create-octavo/packages.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'octavo-create-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const put = (name: string, content: string): void => writeFileSync(join(folder, name), content);
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('the package manager is', () => {
  test.each([
    ['npm/11.19.1 node/v24.21.0 linux x64 workspaces/false', 'npm'],
    ['pnpm/12.21.0 npm/? node/? linux x64', 'pnpm'],
    ['yarn/1.22.22 npm/? node/v24.21.0 linux x64', 'yarn'],
    ['yarn/4.18.1 npm/? node/v24.21.0 linux x64', 'yarn'],
    ['bun/1.4.5 npm/? node/v24.3.0 linux x64', 'bun'],
    ['', 'npm'],
  ])('the one that runs this: %j is %s', async (userAgent, agent) => {
    vi.stubEnv('npm_config_user_agent', userAgent);
    expect(await packageManagerIn(folder)).toBe(agent);
  });

  test.each([
    ['package-lock.json', '{}', 'npm'],
    ['pnpm-lock.yaml', '', 'pnpm'],
    ['yarn.lock', '', 'yarn'],
    ['bun.lock', '', 'bun'],
    ['package.json', '{ "packageManager": "pnpm@12.21.0" }', 'pnpm'],
    ['package.json', '{ "packageManager": "yarn@4.18.1" }', 'yarn@berry'],
  ])('that of the project: %s with %j is %s, whichever runs this', async (name, content, agent) => {
    vi.stubEnv('npm_config_user_agent', 'bun/1.4.5 npm/? node/v24.3.0 linux x64');
    put(name, content);
    expect(await packageManagerIn(folder)).toBe(agent);
  });
});

describe('a new project', () => {
  const registry = packagesOf('/project');
  const tarballs = packagesOf('/project', { octavo: '/packs/octavo-0.1.0.tgz', runtime: '/packs/octavo-runtime-0.1.0.tgz' });

  test('npm and pnpm run no install script that only reports statistics', () => {
    addPackages(folder, registry, 'npm');
    expect(JSON.parse(read('package.json'))).toMatchObject({ allowScripts: { '@scarf/scarf': false } });
    writeSettings(folder, 'npm', registry, 'npm/11.19.1');
    expect(existsSync(join(folder, 'pnpm-workspace.yaml'))).toBe(false);
    writeSettings(folder, 'pnpm', registry, 'pnpm/12.21.0');
    expect(read('pnpm-workspace.yaml')).toBe("allowBuilds:\n  '@scarf/scarf': false\n");
  });

  test('what a project says about install scripts is kept', () => {
    put('package.json', '{ "allowScripts": { "@scarf/scarf": true, "esbuild": true } }');
    addPackages(folder, registry, 'npm');
    expect(JSON.parse(read('package.json'))).toMatchObject({ allowScripts: { '@scarf/scarf': true, esbuild: true } });
    put('pnpm-workspace.yaml', 'packages: [api]\n');
    const member = join(folder, 'api');
    mkdirSync(member);
    for (const place of [folder, member]) writeSettings(place, 'pnpm', registry, 'pnpm/12.21.0');
    expect([read('pnpm-workspace.yaml'), existsSync(join(member, 'pnpm-workspace.yaml'))]).toEqual(['packages: [api]\n', false]);
  });

  test.each([
    ['yarn', 'yarn/1.22.22 npm/?', undefined],
    ['yarn', 'yarn/4.18.1 npm/?', 'nodeLinker: node-modules\n'],
    ['npm', 'npm/11.19.1', undefined],
  ] as const)('%s as %j: .yarnrc.yml is %j', (agent, userAgent, content) => {
    writeSettings(folder, agent, registry, userAgent);
    const settings = join(folder, '.yarnrc.yml');
    expect(existsSync(settings) ? readFileSync(settings, 'utf8') : undefined).toBe(content);
  });

  test('the settings of Yarn in a project are kept, and those of a workspace are not changed in its members', () => {
    put('.yarnrc.yml', 'nodeLinker: pnp\n');
    writeSettings(folder, 'yarn', registry, 'yarn/4.18.1');
    expect(read('.yarnrc.yml')).toBe('nodeLinker: pnp\n');
    put('yarn.lock', '');
    const member = join(folder, 'api');
    mkdirSync(member);
    writeSettings(member, 'yarn', registry, 'yarn/4.18.1');
    expect(existsSync(join(member, '.yarnrc.yml'))).toBe(false);
  });

  test.each(['yarn', 'bun'] as const)('from tarballs with %s: the runtime that octavo depends on is the same tarball', (agent) => {
    addPackages(folder, tarballs, agent);
    expect(JSON.parse(read('package.json'))).toMatchObject({
      resolutions: { '@octavo/runtime': 'file:../packs/octavo-runtime-0.1.0.tgz' },
    });
  });

  test('from tarballs with pnpm: the same', () => {
    writeSettings(folder, 'pnpm', tarballs, 'pnpm/12.21.0');
    expect(read('pnpm-workspace.yaml')).toContain("overrides:\n  '@octavo/runtime': 'file:../packs/octavo-runtime-0.1.0.tgz'\n");
  });
});

describe('one clear message and exit 3, where', () => {
  const bin = resolve(import.meta.dirname, '../../create-octavo/bin/create-octavo.js');
  const create = (...args: string[]) => {
    // Only Node.js is on the path.
    const env = { PATH: dirname(process.execPath), npm_config_user_agent: '' };
    const { status, stderr } = spawnSync(process.execPath, [bin, ...args], { cwd: folder, env, encoding: 'utf8' });
    return [status, stderr.replaceAll(folder, '<folder>')];
  };

  test('the package manager of the project is not installed, and nothing is written', () => {
    put('bun.lock', '');
    expect(create()).toEqual([
      3,
      'error: bun is to install the packages of this project, and bun is not installed.\n' +
        '  Install it and run this again. To use another package manager, remove the lock file, or `packageManager` in package.json, that names bun.\n',
    ]);
    expect(readdirSync(folder)).toEqual(['bun.lock']);
  });

  test('the one that runs this is not installed, and no folder is made', () => {
    const env = { PATH: dirname(process.execPath), npm_config_user_agent: 'pnpm/12.21.0 npm/? node/? linux x64' };
    const { status } = spawnSync(process.execPath, [bin, 'notes'], { cwd: folder, env, encoding: 'utf8' });
    expect([status, readdirSync(folder)]).toEqual([3, []]);
  });

  test('the folder is a file', () => {
    put('notes', 'text');
    expect(create('notes')).toEqual([
      3,
      expect.stringMatching(/^error: Cannot write a project to <folder>\/notes: .*\.\n {2}Name another folder, or correct this one\.\n$/),
    ]);
  });
});
