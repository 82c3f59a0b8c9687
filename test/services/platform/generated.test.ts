// Tests that the stub and the client of control are what its document gives.

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

test('services/generated is up to date: run `npm run generate` after a change of control.yaml', () => {
  const args = ['generator/bin/octavo.js', 'generate', '--check', '--config', 'octavo.services.config.ts'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
});
