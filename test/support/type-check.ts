// Type-checks files that a test writes, with the workspace's TypeScript in strict mode.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { API, type Diagnostic, type Snapshot } from 'typescript/unstable/sync';
import { build, declarations, type PackageFolder } from '../../scripts/build.ts';
import { oncePerRun } from './once-per-run.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * Runs the workspace's compiler, and returns its errors, `''` for none. On one thread: for programs as small as those of tests, several threads take
 * twice as much of the processor, and another test file needs it.
 */
export function compile(args: readonly string[], cwd: string = root): string {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, ...args, '--singleThreaded'], {
    cwd,
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`.trim();
}

/** What a `tsconfig.json` has beside the settings of the repository. */
interface ProjectSettings {
  readonly extends?: string;
  readonly compilerOptions?: object;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** The compiler of this process with what it has checked last. It keeps what the next check reads again. */
let compiler: { readonly api: API; last?: { readonly config: string; readonly snapshot: Snapshot } } | undefined;
let checks = 0;

/**
 * Checks the TypeScript files below a folder, and returns the errors as `compile` does. All checks of a process share one compiler: the declarations
 * of the language and of the DOM, and those of the runtime, are nine tenths of what a small project reads, and it reads them once.
 */
export function checkProject(folder: string, settings: ProjectSettings): string {
  // Each check has a file of its own: the compiler looks for the files of a project only where the project is new to it.
  const config = join(folder, `tsconfig.${checks++}.json`);
  const base = relative(folder, join(root, 'tsconfig.json'));
  writeFileSync(config, JSON.stringify({ extends: base, include: ['**/*.ts'], exclude: [], ...settings }));
  compiler ??= { api: new API({ cwd: root }) };
  const { api, last } = compiler;
  const closed = last === undefined ? [] : [last.config];
  // It does not watch the files, which a test may have written again.
  const snapshot = api.updateSnapshot({ openProjects: [config], closeProjects: closed, fileChanges: { invalidateAll: true } });
  last?.snapshot.dispose();
  compiler.last = { config, snapshot };
  const program = snapshot.getProject(config)?.program;
  if (program === undefined) throw new Error(`The compiler does not open ${config}.`);
  const general = [...program.getConfigFileParsingDiagnostics(), ...program.getProgramDiagnostics(), ...program.getGlobalDiagnostics()];
  const ofFiles = [...program.getSyntacticDiagnostics(), ...program.getSemanticDiagnostics()];
  return [...general, ...ofFiles].map((found) => `${placeOf(found)}error TS${found.code}: ${sentencesOf(found, '')}`).join('\n');
}

/** `folder/file.ts(3,14): `; `''` for an error of no file. */
function placeOf({ fileName, pos }: Diagnostic): string {
  if (fileName === undefined) return '';
  const lines = readFileSync(fileName, 'utf8').slice(0, pos).split('\n');
  return `${relative(root, fileName)}(${lines.length},${(lines.at(-1)?.length ?? 0) + 1}): `;
}

function sentencesOf({ text, messageChain = [] }: Diagnostic, indent: string): string {
  return [indent + text, ...messageChain.map((inner) => sentencesOf(inner, `${indent}  `))].join('\n');
}

/**
 * The runtime's declarations, as `paths` of a tsconfig.json. The program of a test has them in place of its sources, as that of a user has:
 * `npm run typecheck` checks the sources, and to check them again takes longer than what a test asks for.
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
  const types = [...files.values()].some((text) => OF_NODE.test(text)) ? ['node'] : [];
  return checkProject(folder, { compilerOptions: { paths: runtimeTypes(), types } });
}
