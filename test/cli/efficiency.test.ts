// Commands that end soon run in V8's mode for short runs and with little space for new objects, and those that last do not.
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
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

test('a command that names a very large document does not end soon', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-mode-'));
  try {
    const [small, large] = [path.join(folder, 'small.json'), path.join(folder, 'large.json')];
    await writeFile(small, '{}');
    await writeFile(large, '');
    await truncate(large, 30_000_000);
    expect(endsSoon(['generate', small])).toBe(true);
    expect(endsSoon(['generate', large])).toBe(false);
    expect(endsSoon(['generate', small, 'x'.repeat(5000)])).toBe(true);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Keeps a million objects, as a large document would, and says what V8 makes of the process. */
const PROBE = `process.on('exit', () => {
  const kept = Array.from({ length: 1_000_000 }, (_, index) => ({ index }));
  const space = require('node:v8').getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
  console.log(\`efficient: \${%IsEfficiencyModeEnabled()}, MB for new objects: \${space / 2 ** 20}, of \${kept.length}\`);
});
`;

test.each([
  [['generate', 'api.yaml', '--no-schema'], true],
  [['dev', '--help'], false],
])('octavo %j runs in that mode: %s', async (argv, isEfficient) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-mode-'));
  try {
    const probe = path.join(folder, 'probe.cjs');
    await writeFile(probe, PROBE);
    await writeFile(path.join(folder, 'api.yaml'), 'openapi: 3.1.0\ninfo: { title: Empty, version: 1.0.0 }\npaths: {}\n');
    const { stdout } = await start(argv, { cwd: folder, node: ['--allow-natives-syntax', '--require', probe] }).outcome;
    const said = /efficient: (true|false), MB for new objects: ([\d.]+)/.exec(stdout);
    expect(said?.[1]).toBe(String(isEfficient));
    // Two halves of 8 MB, and for moments twice as much; in a run that lasts, two of 32.
    expect(Number(said?.[2]) < 40).toBe(isEfficient);
  } finally {
    await rm(folder, { recursive: true });
  }
});
