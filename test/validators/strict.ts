// Type-checks emitted files in strict mode with TypeScript 7 and with the 5.9 that openapi-typescript depends on.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkProject, runtimeTypes } from '../support/type-check.ts';

type Compiler = readonly [version: string, path: string];

const root = path.resolve(import.meta.dirname, '../..');

export const compilers: readonly [newest: Compiler, older: Compiler] = [
  ['7', path.join(root, 'node_modules/typescript/bin/tsc')],
  ['5.9', path.join(root, 'generator/node_modules/typescript/bin/tsc')],
];

/** The compiler's errors in all files below the folder, `''` for none. */
export function strictErrors(folder: string, compiler: string): string {
  const compilerOptions = { paths: runtimeTypes() };
  const [[, newest]] = compilers;
  if (compiler === newest) return checkProject(folder, { compilerOptions });
  const config = path.join(folder, 'tsconfig.json');
  writeFileSync(
    config,
    JSON.stringify({
      extends: path.relative(folder, path.join(root, 'tsconfig.json')),
      compilerOptions,
      include: ['**/*.ts'],
      exclude: [],
    }),
  );
  const result = spawnSync(process.execPath, [compiler, '-p', config], { cwd: root, encoding: 'utf8' });
  return `${result.stdout}${result.stderr}`.trim();
}
