// Type-checks files that a test writes, with the workspace's TypeScript in strict mode.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

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
  const result = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
    cwd: root,
    encoding: 'utf8',
  });
  return `${result.stdout}${result.stderr}`.trim();
}
