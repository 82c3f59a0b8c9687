// What is scaffolded for the services of this repository type-checks strictly, starts, and answers.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { octavo } from '../cli/run.ts';

const root = path.resolve(import.meta.dirname, '../..');
// Inside of the repository, so that `@octavo/runtime` is found.
const folder = path.join(root, '.octavo/tmp/scaffold');
const ids = ['a-identity', 'd-events', 'h-email'];

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const id of ids) {
    const result = await octavo(['scaffold', id, '--out', path.join(folder, id)], { cwd: root });
    expect(result.code, result.stderr).toBe(0);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('it is strict-clean', () => {
  const config = path.join(folder, 'tsconfig.json');
  writeFileSync(
    config,
    JSON.stringify({ extends: path.join(root, 'tsconfig.json'), include: [path.join(folder, '**/*.ts')], exclude: [] }),
  );
  const result = spawnSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', config], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(result.stdout).toBe('');
  expect(result.status).toBe(0);
});

for (const id of ids) {
  test(`${id} starts, and nobody passes until somebody says who may`, async () => {
    const child = spawn(process.execPath, [path.join(folder, id, 'server.ts')], {
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const closed = new Promise((resolve) => child.once('close', resolve));
    try {
      const url = await new Promise<string>((resolve, reject) => {
        let text = '';
        child.stderr.on('data', (chunk: Buffer) => {
          text += String(chunk);
        });
        child.stdout.on('data', (chunk: Buffer) => {
          const found = / is at (\S+)/.exec(String(chunk))?.[1];
          if (found !== undefined) resolve(found);
        });
        child.on('close', () => reject(new Error(text)));
      });
      expect((await fetch(`${url}/nothing-here`)).status).toBe(404);
      const paths: Record<string, string> = { 'h-email': '/v2/account', 'd-events': '/apps/1/channels' };
      const known = paths[id];
      if (known !== undefined) expect((await fetch(`${url}${known}`)).status).toBe(401);
    } finally {
      child.kill();
      await closed;
    }
  });
}
