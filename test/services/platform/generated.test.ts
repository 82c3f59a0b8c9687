// Tests the document of control, and that its stub and its client are what it gives.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

test('services/generated is up to date: run `npm run generate` after a change of control.yaml', () => {
  const args = ['generator/bin/octavo.js', 'generate', '--check', '--config', 'octavo.services.config.ts'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
});

test('the document has no lint findings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-control-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // The rules of redocly.yaml are about where documents of services come from.
  const config = join(folder, 'redocly.yaml');
  writeFileSync(config, 'extends: [recommended-strict]\n');
  const args = ['node_modules/@redocly/cli/bin/cli.js', 'lint', 'services/platform/control/control.yaml', '--config', config];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
});
