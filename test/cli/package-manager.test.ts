// The commands that messages name are those of the package manager of the project.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installCommand, runCommand } from '../../generator/base/package-manager.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'octavo-package-manager-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const commands = (place: string): string[] => [
  installCommand(['saxes'], { folder: place }),
  installCommand(['octavo', 'typescript'], { folder: place, isDev: true }),
  runCommand(['octavo', 'dev'], place),
];

test.each([
  ['package-lock.json', ['npm i saxes', 'npm i -D octavo typescript', 'npx octavo dev']],
  ['pnpm-lock.yaml', ['pnpm add saxes', 'pnpm add -D octavo typescript', 'pnpm exec octavo dev']],
  ['yarn.lock', ['yarn add saxes', 'yarn add -D octavo typescript', 'yarn run octavo dev']],
  ['bun.lock', ['bun add saxes', 'bun add -D octavo typescript', 'bun x octavo dev']],
])('in a project with %s, and in a folder of it', (lock, expected) => {
  vi.stubEnv('npm_config_user_agent', 'npm/11.19.1 node/v24.21.0 linux x64');
  writeFileSync(join(folder, lock), '');
  const inside = join(folder, 'packages/api');
  mkdirSync(inside, { recursive: true });
  expect(commands(folder)).toEqual(expected);
  expect(commands(inside)).toEqual(expected);
});

test('without a lock file, of the package manager that runs Octavo, or else of npm', () => {
  vi.stubEnv('npm_config_user_agent', 'pnpm/12.21.0 npm/? node/? linux x64');
  expect(commands(folder)).toEqual(['pnpm add saxes', 'pnpm add -D octavo typescript', 'pnpm exec octavo dev']);
  vi.stubEnv('npm_config_user_agent', '');
  expect(commands(folder)).toEqual(['npm i saxes', 'npm i -D octavo typescript', 'npx octavo dev']);
});
