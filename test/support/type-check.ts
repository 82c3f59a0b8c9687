// Type-checks files that a test writes, with the workspace's TypeScript in strict mode.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/**
 * Runs the workspace's compiler, and returns its errors, `''` for none. On one thread: for programs as small as those of tests, several threads take twice as
 * much of the processor, and another test file needs it.
 */
export function compile(args: readonly string[], cwd: string = root): string {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, ...args, '--singleThreaded'], { cwd, encoding: 'utf8' });
  return `${stdout}${stderr}`.trim();
}

/** Writes the files to `folder` (inside the repository, so that its packages resolve) and returns the compiler's errors, `''` for none. */
export function typeCheck(folder: string, files: ReadonlyMap<string, string>): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: relative(folder, join(root, 'tsconfig.json')), include: ['**/*.ts'], exclude: [] }),
  );
  return compile(['-p', folder]);
}
