// Packs the built packages as tarballs (`npm run pack` writes them to `build/`), and installs them in an empty project as a user does.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { build, type PackageFolder, packages } from './build.ts';

/** Paths of tarballs by the folder of the package. */
export type Tarballs = Readonly<Record<PackageFolder, string>>;

/** Empties `folder`, builds the packages in it and packs them. Returns the path of each tarball by the name of the package's folder. */
export function pack(folder: string): Tarballs {
  build(folder);
  npm(['pack', ...packages.map((name) => join(folder, name)), '--pack-destination', folder], folder);
  return tarballsIn(folder);
}

/** The tarballs of the packages that were built in `folder`. */
export function tarballsIn(folder: string): Tarballs {
  const tarball = (name: PackageFolder): string => {
    const manifest = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as { name: string; version: string };
    const file = join(folder, `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`);
    if (!existsSync(file)) throw new Error(`npm pack of ${name} did not write ${file}`);
    return file;
  };
  return Object.fromEntries(packages.map((name) => [name, tarball(name)])) as Record<PackageFolder, string>;
}

/** An empty project in `folder` with the tarballs and `dependencies` (name → version or tarball) installed. */
export function install(folder: string, dependencies: Readonly<Record<string, string>>): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'stranger', private: true, type: 'module', dependencies }, null, 2));
  npm(['install', '--no-fund', '--no-audit', '--prefer-offline', '--loglevel=error'], folder);
}

/** Runs npm under the Node that runs this file. @throws {Error} with its output when it fails. */
export function npm(args: readonly string[], cwd: string): string {
  const shell = process.platform === 'win32';
  const run = spawnSync('npm', args, { cwd, env: npmEnvironment(), encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell });
  if (run.status !== 0) throw new Error(`npm ${args.join(' ')} failed in ${cwd}:\n${run.stdout}${run.stderr}`);
  return run.stdout;
}

/** Environment for an npm child process, under the Node that runs this file. */
export function npmEnvironment(): NodeJS.ProcessEnv {
  // npm sets variables for the scripts it runs; a child npm that inherits them would use the wrong project.
  const inherited = Object.entries(process.env).filter(([key]) => !key.startsWith('npm_') || key === 'npm_config_registry');
  return { ...Object.fromEntries(inherited), PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}` };
}

/** Prints the tarballs, and the command that installs them. */
function report({ runtime, generator, generated, services, 'create-octavo': create }: Tarballs): string {
  const rows: [string, string][] = [
    [generator, 'octavo, the command line'],
    [runtime, '@octavo/runtime, which generated code imports'],
    [generated, '@octavo/interfaces, generated from specs/'],
    [services, '@octavo/services, a sandbox with state; it needs the runtime and the interfaces'],
    [create, 'create-octavo, which starts a project'],
  ];
  const shown = rows.map(([file, what]) => [relative(process.cwd(), file), what] as const);
  const width = Math.max(...shown.map(([file]) => file.length));
  return [
    ...shown.map(([file, what]) => `${file.padEnd(width)}  ${what}`),
    '',
    'To start a project, run in an empty folder, or in one that has an OpenAPI document:',
    '',
    `  npx -y --package ${argument(create)} create-octavo --packages ${argument(dirname(create))}`,
    '',
    'To install the first two in a project, run there:',
    '',
    `  npm install ${argument(generator)} ${argument(runtime)}`,
  ].join('\n');
}

/** Quotes a word for a shell. */
function argument(path: string): string {
  return /^[\w./:@\\-]+$/.test(path) ? path : JSON.stringify(path);
}

if (process.argv[1] === import.meta.filename) console.log(report(pack(resolve(import.meta.dirname, '../build'))));
