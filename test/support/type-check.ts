// Type-checks files that a test writes, with the workspace's TypeScript in strict mode.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build, declarations, type PackageFolder } from '../../scripts/build.ts';
import { oncePerRun } from './once-per-run.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * Runs the workspace's compiler, and returns its errors, `''` for none. On one thread: for programs as small as those of tests, several threads take twice as
 * much of the processor, and another test file needs it. It is written in Go, and collects garbage only where it would take more than a gigabyte.
 */
export function compile(args: readonly string[], cwd: string = root): string {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, ...args, '--singleThreaded'], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, GOGC: 'off', GOMEMLIMIT: '1GiB' },
  });
  return `${stdout}${stderr}`.trim();
}

/**
 * The runtime's declarations, as `paths` of a tsconfig.json. The program of a test has them in place of its sources, as that of a user has: `npm run typecheck`
 * checks the sources, and to check them again takes longer than what a test asks for.
 */
export function runtimeTypes(): Readonly<Record<string, readonly string[]>> {
  return oncePerRun('runtime-types', (folder) => {
    build(folder, ['runtime']);
    linkPackages(folder);
    return typesIn(folder, ['runtime']);
  });
}

/** Lets what is built in the folder find the packages of the workspace. */
export function linkPackages(folder: string): void {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
}

/** The declarations of packages that were built in the folder, as `paths` of a tsconfig.json. */
export function typesIn(folder: string, packages: readonly PackageFolder[]): Readonly<Record<string, readonly string[]>> {
  return Object.assign({}, ...packages.map((name) => declarations(name, folder)));
}

/** What only Node.js declares, and the adapters that take it. The declarations of Node.js are half of what a small program reads. */
const OF_NODE = /\b(?:node|process|Buffer|express|fastify|hono|msw)\b|NodeJS|setImmediate/;

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
    JSON.stringify({
      extends: relative(folder, join(root, 'tsconfig.json')),
      compilerOptions: { paths: runtimeTypes(), types: [...files.values()].some((text) => OF_NODE.test(text)) ? ['node'] : [] },
      include: ['**/*.ts'],
      exclude: [],
    }),
  );
  return compile(['-p', folder]);
}
