// Commands that end soon run in V8's mode for short runs, and those that last do not.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { endsSoon } from '../../generator/cli.ts';
import { start } from './run.ts';

test.each([
  [['generate', 'api.yaml'], true],
  [['lint', 'api.yaml'], true],
  [['generate', 'api.yaml', '--watch'], false],
  [['dev'], false],
  [['conform', 'api.yaml'], false],
  [['proxy', 'api.yaml', '--', 'dev'], false],
  [['docs', '--', 'dev'], true],
])('%j ends soon: %s', (argv, ends) => {
  expect(endsSoon(argv)).toBe(ends);
});

const PROBE = "process.on('exit', () => console.log('efficient:', %IsEfficiencyModeEnabled()));\n";

test.each([
  [['--help'], true],
  [['dev', '--help'], false],
])('octavo %j runs in that mode: %s', async (argv, isEfficient) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-mode-'));
  try {
    const probe = path.join(folder, 'probe.cjs');
    await writeFile(probe, PROBE);
    const { stdout } = await start(argv, { cwd: folder, node: ['--allow-natives-syntax', '--require', probe] }).outcome;
    expect(stdout).toContain(`efficient: ${isEfficient}`);
  } finally {
    await rm(folder, { recursive: true });
  }
});
