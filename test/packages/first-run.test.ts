// The first minutes of a new user, on packed packages: three commands from an empty folder to a portal, a mock and a typed call, and what
// `octavo dev` does where Prism and Redocly are not installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packagesOf } from '../../create-octavo/packages.ts';
import manifest from '../../generator/package.json' with { type: 'json' };
import { install, npm, npmEnvironment } from '../../scripts/pack.ts';
import { byEffort, IS_DEEP } from '../support/effort.ts';
import { type Packed, packed } from '../support/packed.ts';
import { startProgram } from '../support/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'octavo-first-run-'));
const project = join(folder, 'my notes');
let packages: string;
let tarballs: Packed['tarballs'];

beforeAll(() => {
  ({ folder: packages, tarballs } = packed());
  mkdirSync(project);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Milliseconds that an installation may take. `spawnSync` blocks the thread, so vitest cannot end it where the registry is silent. */
const MOST = 290_000;

const env: NodeJS.ProcessEnv = { ...npmEnvironment(), npm_config_prefer_offline: 'true', npm_config_update_notifier: 'false' };

/**
 * The environment of `npm create octavo`. To install everything from the registry takes as long as all else here, so a quick run has another `npm`
 * first in the path, which links what this repository has installed. Continuous integration makes a deep run of this file every time.
 */
function creating(): NodeJS.ProcessEnv {
  if (IS_DEEP || process.platform === 'win32') return env;
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const script = join(import.meta.dirname, 'linked.ts');
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\nexec '${process.execPath}' '${script}' '${packages}' "$@"\n`, { mode: 0o755 });
  return { ...env, PATH: `${bin}${delimiter}${env.PATH ?? ''}` };
}

/** The `npm` of this machine, which the other one must not be taken for. */
function npmPath(): string {
  const places = (env.PATH ?? '').split(delimiter).map((place) => join(place, 'npm'));
  return places.find((place) => existsSync(place)) ?? 'npm';
}

interface Started {
  readonly url: string;
  readonly mocks: Readonly<Record<string, string>>;
  readonly missing?: readonly string[];
}

/** Starts `octavo dev`, and returns where it listens. */
async function dev(cwd: string) {
  const bin = 'node_modules/octavo/bin/octavo.js';
  const program = startProgram(process.execPath, [bin, 'dev', '--port', '0', '--no-open', '--json'], { cwd, env });
  const [line] = await program.printed(/^\{.*\}$/m);
  return { program, started: JSON.parse(line) as Started };
}

/** The text of a page once it is built. */
async function pageWith(url: string, text: string): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    const page = await (await fetch(url)).text();
    if (page.includes(text) || tries > 200) return page;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe('npm create octavo', () => {
  test('three commands lead from an empty folder to a portal, a mock and a typed call', async () => {
    // The first: `npm create octavo`, which is this while the packages are on no registry.
    const args = ['exec', '--yes', '--package', tarballs['create-octavo'], '--', 'create-octavo', '--packages', packages];
    const created = spawnSync(npmPath(), args, { cwd: project, env: creating(), encoding: 'utf8', timeout: MOST });
    expect(created.status, created.stderr).toBe(0);
    expect(created.stderr).toMatch(/Next:\n {2}npx octavo dev .*\n {2}node example\.ts .*\n\nNotes, from /);
    // It left a project that compiles.
    const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'], { cwd: project, encoding: 'utf8' });
    expect([tsc.stdout, tsc.status]).toEqual(['', 0]);

    // The second: `npx octavo dev`, here on free ports.
    const { program, started } = await dev(project);
    try {
      expect(started.missing).toBeUndefined();
      expect(await pageWith(`${started.url}/`, 'One note.')).toContain('One note.');
      expect(await pageWith(`${started.url}/openapi/`, '<title>')).toContain('<title>Notes reference');

      // The third: `node example.ts`.
      expect(readFileSync(join(project, 'example.ts'), 'utf8')).toContain('http://127.0.0.1:4001/mock/openapi');
      const env = { ...process.env, MOCK_URL: started.mocks.openapi };
      const call = spawnSync(process.execPath, ['example.ts'], { cwd: project, env, encoding: 'utf8' });
      expect([call.status, call.stdout], call.stderr).toEqual([0, "{ id: 1, text: 'Buy milk' }\n"]);
    } finally {
      await program.stop();
    }
  });

  if (IS_DEEP)
    test('a project that compiles to CommonJS gets code and an example that compile by its own tsconfig.json, in the folder that this names', () => {
      const compiled = join(folder, 'compiled');
      mkdirSync(join(compiled, 'src'), { recursive: true });
      const put = (name: string, text: string): void => writeFileSync(join(compiled, name), text);
      put('package.json', JSON.stringify({ name: 'compiled', type: 'commonjs' }));
      put('src/main.ts', "export { createNotesClient } from './generated/openapi/index.js';\n");
      const options = {
        module: 'nodenext',
        target: 'es2023',
        strict: true,
        rootDir: 'src',
        outDir: 'dist',
        types: ['node'],
        noUnusedLocals: true,
      };
      put('tsconfig.json', `// What the compiler does.\n${JSON.stringify({ compilerOptions: options })}\n`);
      symlinkSync(join(project, 'node_modules'), join(compiled, 'node_modules'));
      const run = (...args: string[]) => {
        const env = { ...process.env, MOCK_URL: 'http://127.0.0.1:9' };
        const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: compiled, env, encoding: 'utf8' });
        return { status, stdout, stderr };
      };
      expect(run('node_modules/octavo/bin/octavo.js', 'init', '--example')).toMatchObject({
        status: 0,
        stderr: expect.stringContaining('  npx tsx src/example.ts '),
      });
      expect(run('node_modules/typescript/bin/tsc', '-p', '.')).toMatchObject({ stdout: '', status: 0 });
      expect(run('dist/example.js').stderr).toContain('TransportError');
      expect(run('-p', "Object.keys(require('./dist/main.js')).join()").stdout).toBe('createNotesClient\n');
    });

  // A second installation of everything takes half as long as all other tests of this file.
  test.each(byEffort({ quick: [], deep: ['pnpm'] }))('%s leads there too, with its own commands and its own lock file alone', async () => {
    const tools = join(folder, 'pnpm');
    install(tools, { pnpm: '12.21.0' });
    const withPnpm = { ...env, PATH: `${join(tools, 'node_modules/.bin')}${delimiter}${npmEnvironment().PATH ?? ''}` };
    const notes = join(folder, 'notes of pnpm');
    const args = [`--package=${tarballs['create-octavo']}`, 'dlx', 'create-octavo', 'notes of pnpm', '--packages', packages];
    const created = spawnSync('pnpm', args, {
      cwd: folder,
      env: withPnpm,
      encoding: 'utf8',
      shell: process.platform === 'win32',
      timeout: MOST,
    });
    expect(created.status, created.stdout + created.stderr).toBe(0);
    expect(created.stderr).toMatch(/Next:\n {2}cd "notes of pnpm"\n {2}pnpm exec octavo dev .*\n {2}node example\.ts .*\n/);
    expect(readdirSync(notes).filter((name) => /lock/.test(name))).toEqual(['pnpm-lock.yaml']);
    const { program, started } = await dev(notes);
    try {
      expect(started.missing).toBeUndefined();
      expect(await (await fetch(`${started.mocks.openapi}/notes/1`)).json()).toEqual({ id: 1, text: 'Buy milk' });
    } finally {
      await program.stop();
    }
  });

  test.runIf(IS_DEEP)('a second run keeps everything', () => {
    const manifestFile = join(project, 'package.json');
    const before = readFileSync(manifestFile, 'utf8');
    const args = ['exec', '--yes', '--package', tarballs['create-octavo'], '--', 'create-octavo', '--packages', packages];
    const again = spawnSync('npm', args, { cwd: project, env, encoding: 'utf8', timeout: MOST });
    expect(again.status, again.stderr).toBe(0);
    expect(again.stderr).not.toContain('created ');
    expect(readFileSync(manifestFile, 'utf8')).toBe(before);
  });

  test.each([
    [['one', 'two'], 'Only one folder can be named, and these are 2.'],
    [['--template', 'x'], "Unknown option '--template'"],
    [['--packages', project], 'has no tarball of octavo. `npm run pack` in the repository makes it.'],
  ])('%j is a usage error, and nothing is written', (args, message) => {
    const empty = mkdtempSync(join(folder, 'empty-'));
    const bin = resolve(import.meta.dirname, '../../create-octavo/bin/create-octavo.js');
    const { status, stderr } = spawnSync(process.execPath, [bin, ...args], { cwd: empty, env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(existsSync(join(empty, 'package.json'))).toBe(false);
  });

  test('it installs what `octavo` names as its optional peers, in the same versions', () => {
    for (const name of ['@redocly/cli', '@stoplight/prism-cli'] as const)
      expect(packagesOf(folder).devDependencies[name]).toBe(manifest.peerDependencies[name]);
  });
});

if (IS_DEEP)
  describe('octavo dev without Prism and Redocly', () => {
    const bare = join(folder, 'bare');
    beforeAll(() => {
      install(bare, { octavo: `file:${tarballs.generator}`, '@octavo/runtime': `file:${tarballs.runtime}` });
      npm(['exec', '--', 'octavo', 'init'], bare);
    });

    test('serves the portal with all operations, and says what each would add', async () => {
      const { program, started } = await dev(bare);
      let said = '';
      try {
        expect(started).toMatchObject({ mocks: {}, missing: ['@stoplight/prism-cli', '@redocly/cli'] });
        expect(await pageWith(`${started.url}/`, 'One note.')).toContain('One note.');
        const reference = await pageWith(`${started.url}/openapi/`, '<title>');
        expect(reference).toContain('id="/notes/getnote"');
        expect(reference).toContain('Number of the note.');
        expect(reference).toContain('client.getNote');
        expect(await (await fetch(`${started.url}/mock/openapi`)).json()).toMatchObject({
          detail: 'There are no mocks: @stoplight/prism-cli is not installed, or does not run here.',
        });
      } finally {
        ({ stderr: said } = await program.stop());
      }
      expect(said).toContain(
        [
          'Not installed:',
          '  @stoplight/prism-cli would add a mock of each document.',
          '  @redocly/cli would add reference pages with a menu and schemas that unfold, and lint.',
          '  `npm i -D @stoplight/prism-cli @redocly/cli` installs them.',
        ].join('\n'),
      );
      expect(said).not.toMatch(/error|lint:|Cannot/);
    });
  });
