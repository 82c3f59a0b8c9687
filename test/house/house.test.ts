// Checks rules of the repository that no tool knows: what the runtime imports, how files begin, and that none names the author's machine.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The rooms and files of the runtime that may import more than openapi-fetch. */
const PEERS: readonly (readonly [files: RegExp, name: RegExp])[] = [
  [/^adapters\/(?:node|node-chunks|node-close|node-request|node-response|node-upgrade|guarded-fetch|express|fastify)\.ts$/, /^node:/],
  [/^adapters\/fastify\.ts$/, /^fastify$/],
  [/^adapters\/msw\.ts$/, /^msw$/],
  [/^oauth\//, /^oauth4webapi$/],
  [/^xml\//, /^saxes$/],
  [/^mcp\/(?:server|handler)\.ts$/, /^@modelcontextprotocol\/sdk\//],
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

// The lib that all code is checked against has `Map.groupBy` for the services.
test('the runtime calls nothing that Node 20 does not have', () => {
  for (const file of sources('runtime')) expect(readFileSync(file, 'utf8'), file).not.toMatch(/\b(?:Map|Object)\.groupBy\(/);
});

test('every source file starts with a sentence that says what it does', () => {
  for (const file of [...sources('generator'), ...sources('runtime'), ...sources('test'), ...sources('scripts')]) {
    expect(readFileSync(file, 'utf8').replace(/^#!.*\n/, ''), file).toMatch(/^\/[/*]/);
  }
});

test('comments have at most 150 characters a line', () => {
  const folders = ['generator', 'runtime', 'portal', 'services', 'create-octavo', 'test', 'scripts'];
  const long = folders.flatMap(sources).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        line.length > 150 && /^\s*(?:\/\/|\/?\*)(?!.*\$\{)/.test(line) ? [`${relative(root, file)}:${index + 1}`] : [],
      ),
  );
  expect(long).toEqual([]);
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
