// The emitted type of each schema feature: its text, and the values that compilers accept and reject for it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { emitTypes } from '../../generator/emit/types/types.ts';
import { byEffort } from '../support/effort.ts';
import { PROBES } from './probes.ts';
import { OPTIONS, serviceOfSchemas } from './service.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, '.octavo/tmp/emit-probes');

const COMPILERS = {
  'TypeScript 7': join(root, 'node_modules/typescript/bin/tsc'),
  'TypeScript 5.9': join(root, 'generator/node_modules/typescript/bin/tsc'),
};
const MODES = {
  strict: {},
  'exact optional properties': { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noUnusedLocals: true },
};

/** Per probe: the emitted types and a file of values. */
beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [index, probe] of PROBES.entries()) {
    writeFileSync(join(folder, `types${index}.ts`), emitTypes(await serviceOfSchemas(probe.schemas), OPTIONS));
    writeFileSync(join(folder, `values${index}.ts`), valuesFile(index));
  }
});

/** Assigns every good value, and every bad value under `@ts-expect-error`. */
function valuesFile(index: number): string {
  const probe = PROBES[index];
  const lines = [`import type { P } from './types${index}.ts';`, 'export const values: P[] = [];'];
  for (const value of probe?.good ?? []) lines.push(`values.push(${value});`);
  for (const value of probe?.bad ?? []) lines.push('// @ts-expect-error', `values.push(${value});`);
  return `${lines.join('\n')}\n`;
}

describe.each(PROBES.map((probe, index) => ({ ...probe, index })))('$feature', ({ schemas, want }) => {
  test('text', async () => {
    const text = emitTypes(await serviceOfSchemas(schemas), OPTIONS);
    const declaration = /^export (?:interface|type) P\b[\s\S]*?(?=\n\n|\n$)/m.exec(text)?.[0];
    expect(declaration).toBe(want);
  });
});

describe.each(Object.entries(COMPILERS))('values under %s', (name, compiler) => {
  // The older compiler takes four times as long, so a quick run tries it in the strictest mode alone.
  const modes =
    name === 'TypeScript 5.9' ? byEffort({ quick: Object.entries(MODES).slice(-1), deep: Object.entries(MODES) }) : Object.entries(MODES);
  test.each(modes)('%s', (_mode, options) => {
    const config = join(folder, 'tsconfig.json');
    const base = {
      target: 'es2023',
      module: 'nodenext',
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      types: [],
      skipLibCheck: true,
    };
    writeFileSync(config, JSON.stringify({ compilerOptions: { ...base, ...options }, include: ['*.ts'] }));
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', config], { cwd: folder, encoding: 'utf8' });
    const faults = stdout
      .split('\n')
      .filter((line) => line.includes('error'))
      .map((line) => line.replace(/^(?:types|values)(\d+)/, (file, index) => `${PROBES[Number(index)]?.feature} (${file})`));
    expect(faults).toEqual([]);
  });
});
