// Runs the tools that check the repository's rules: format and lint, types, unused code, import circles, fresh generated output, allowed imports.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Runs a program of `node_modules/.bin` in the root; returns its output and exit code. */
function run(bin: string, ...args: string[]): { status: number | null; output: string } {
  const result = spawnSync(process.execPath, [resolve(root, bin), ...args], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return { status: result.status, output: `${result.stdout}${result.stderr}` };
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));
}

test('biome reports no problem: format, lint, circular imports', () => {
  const result = run('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.');
  expect(result.status, result.output).toBe(0);
});

test('the whole workspace type-checks in strict mode', () => {
  const result = run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.json');
  expect(result.status, result.output).toBe(0);
});

test('knip reports no unused file, export or dependency', () => {
  const result = run('node_modules/knip/bin/knip.js', '--no-progress');
  expect(result.status, result.output).toBe(0);
});

test('octavo generate --check: the committed output matches the committed documents', () => {
  const result = run('generator/bin/octavo.js', 'generate', '--check');
  expect(result.status, result.output).toBe(0);
});

test('octavo lint: Redocly reports no problem in the documents', () => {
  const result = run('generator/bin/octavo.js', 'lint');
  expect(result.status, result.output).toBe(0);
});

/** The rooms and files of the runtime that may import more than openapi-fetch. */
const PEERS: readonly (readonly [files: RegExp, name: RegExp])[] = [
  [/^adapters\/(?:node|node-close|node-request|node-response|node-upgrade|guarded-fetch|express|fastify)\.ts$/, /^node:/],
  [/^adapters\/fastify\.ts$/, /^fastify$/],
  [/^adapters\/msw\.ts$/, /^msw$/],
  [/^oauth\//, /^oauth4webapi$/],
  [/^xml\//, /^saxes$/],
];

test('the runtime imports Node modules only in its adapters, and optional peers only in the rooms that need them', () => {
  for (const file of sources('runtime')) {
    const imports = [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?'([^'.][^']*)'/g)].map((match) => match[1]);
    const path = relative(join(root, 'runtime'), file).replaceAll('\\', '/');
    const allowed = PEERS.filter(([files]) => files.test(path)).map(([, name]) => name);
    const foreign = imports.filter((name = '') => name !== 'openapi-fetch' && !allowed.some((own) => own.test(name)));
    expect(foreign, file).toEqual([]);
  }
});

test('every source file starts with a sentence that says what it does', () => {
  for (const file of [...sources('generator'), ...sources('runtime'), ...sources('test'), ...sources('scripts')]) {
    expect(readFileSync(file, 'utf8').replace(/^#!.*\n/, ''), file).toMatch(/^\/[/*]/);
  }
});

test('no committed file contains a path of the author’s machine', () => {
  const listed = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  if (listed.status !== 0) return expect(listed.error?.message ?? 'not a git checkout').not.toBe('');
  const texts = listed.stdout.split('\0').filter((file) => /\.(ts|js|json|yaml|yml|md)$/.test(file) || file === '.ci/run');
  const marks = ['/wor' + 'k/main', '/wor' + 'k/shared', '/tmp' + '/octavo'];
  for (const file of texts) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const mark of marks) expect(text.includes(mark), `${file} names ${mark}`).toBe(false);
  }
});
