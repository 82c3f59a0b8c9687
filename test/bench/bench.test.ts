// The benchmark works: a quick run of each part ends and prints complete tables. The figures are not checked. A quick run of the tests tries some
// parts, and a part of the deep tests its own.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parts } from '../../bench/parts.ts';
import { byEffort, SHARD } from '../support/effort.ts';
import { type Program, startProgram } from '../support/program.ts';

const root = resolve(import.meta.dirname, '../..');
const installed = existsSync(join(root, 'bench/node_modules'));

if (!installed) console.warn('The packages of the benchmark are not installed, so its parts are skipped. Run `npm --prefix bench ci`.');

function node(...args: readonly string[]): Program {
  return startProgram(process.execPath, args, { cwd: root });
}

const names = Object.keys(parts);
/** A part that ends within seconds. */
const SHORT = ['size'];
const shard = SHARD;
const tried = shard === undefined ? byEffort({ quick: SHORT, deep: names }) : names.filter((_, index) => index % 7 === shard - 1);

test.skipIf(!installed).each(tried)('a quick run of %s ends and prints its tables', async (part) => {
  const { code, stdout, stderr } = await node('bench/run.ts', '--quick', part).outcome;
  expect(code, stderr).toBe(0);
  const tables = stdout.split('\n### ').slice(1);
  expect(tables).not.toEqual([]);
  for (const table of tables) {
    const rows = table.split('\n').filter((line) => line.startsWith('| '));
    expect(rows.length, table).toBeGreaterThan(1);
    expect(table).not.toMatch(/\| failed(?!-)|NaN|Infinity|undefined/);
  }
});

test('an unknown part is an error that lists the known ones', async () => {
  const { code, stderr } = await node('bench/run.ts', '--quick', 'validator').outcome;
  expect(code).toBe(2);
  expect(stderr).toBe(`Unknown part \`validator\`: choose from ${Object.keys(parts).join(', ')}.\n`);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends the programs that a part started', async (signal, exitCode) => {
  // The program ends by itself after ten minutes, so that a failing test leaves nothing behind.
  const program = ['-e', "console.log('started'); setTimeout(() => {}, 600_000)"];
  const script = `import { start } from './bench/processes.ts'; start(${JSON.stringify(program)}, { stdio: 'inherit' });`;
  const part = node('--input-type=module', '-e', script);
  await part.printed(/^started$/m);
  part.child.kill(signal);
  // Both write to one pipe, so the outcome resolves when both have ended.
  expect((await part.outcome).code).toBe(exitCode);
});

test('the page for those who come from other generators names the versions that are compared', () => {
  const page = readFileSync(join(root, 'docs/guides/migrating.md'), 'utf8').replaceAll('\n', ' ');
  const { devDependencies: pins } = JSON.parse(readFileSync(join(root, 'bench/package.json'), 'utf8')) as {
    devDependencies: Readonly<Record<string, string>>;
  };
  for (const name of ['openapi-typescript', '@hey-api/openapi-ts', 'orval'])
    expect(page, name).toContain(`${name} ${pins[name]?.replace(/\.\d+$/, '')}`);
  const { devDependencies: tools } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Readonly<Record<string, string>>;
  };
  const redocly = tools['@redocly/cli']?.replace('^', '') ?? '';
  expect(page).toContain(`Redocly CLI ${redocly.replace(/\.\d+$/, '')}`);
  expect(readFileSync(join(root, 'docs/conformance-tools.md'), 'utf8')).toContain(`Redocly CLI ${redocly}`);
});
