// Turns the workspace's TypeScript into publishable packages: ESM with declarations under `build/<package>`, each ready for `npm pack`.
// `node scripts/build.ts runtime generated` builds only these.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** In build order: a package comes after those that it imports. */
export const packages = ['runtime', 'generator', 'generated', 'services', 'create-octavo'] as const;

export type PackageFolder = (typeof packages)[number];

interface Manifest {
  readonly name: string;
  readonly exports?: Record<string, unknown>;
  readonly files?: readonly string[];
  readonly [key: string]: unknown;
}

/**
 * Empties `out` and builds packages in it.
 *
 * @param wanted folders of packages, in the order of `packages`; default: all
 * @throws {Error} with the compiler's output when one does not compile
 */
export function build(out: string, wanted: readonly PackageFolder[] = packages): void {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  for (const name of wanted) buildPackage(name, join(out, name), out);
}

function buildPackage(name: PackageFolder, target: string, out: string): void {
  const source = join(root, name);
  const config = join(out, `tsconfig.${name}.json`);
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        // `npm run typecheck` checks the same files.
        noCheck: true,
        declaration: true,
        rewriteRelativeImportExtensions: true,
        rootDir: source,
        outDir: target,
        // The folder may be outside the repository, where no `@types` resolve.
        typeRoots: [join(root, 'node_modules/@types')],
        // The sources of other packages are outside the root folder, so their built declarations are used.
        paths: { ...declarations('runtime', out), ...(name === 'services' ? declarations('generated', out) : {}) },
      },
      include: [join(source, '**/*.ts')],
      // What `octavo dev` runs imports the package octavo, which users of the services need not have.
      exclude: [join(source, 'node_modules'), join(source, 'dev.ts')],
    }),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  // To write files without checking them takes a third less of the processor's time on one thread than on several, and hardly longer.
  // It is written in Go, and to collect garbage only above a gigabyte takes a fifth less.
  const env = { ...process.env, GOGC: 'off', GOMEMLIMIT: '1GiB' };
  const run = spawnSync(process.execPath, [tsc, '-p', config, '--singleThreaded'], { cwd: root, encoding: 'utf8', env });
  if (run.status !== 0) throw new Error(`${name} does not compile:\n${run.stdout}${run.stderr}`);

  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published(manifestOf(name)), null, 2)}\n`);
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
  copyPlainFiles(source, target);
  if (name === 'generator') {
    runScript('scripts/bundle.ts', target);
    runScript('portal/build.ts', join(target, 'portal'));
  }
  rmSync(config);
}

/**
 * Joins the modules of the package, or makes the scripts and styles of the documentation's pages. A process each: the image of the services has
 * neither script.
 */
function runScript(script: string, target: string): void {
  const run = spawnSync(process.execPath, [join(root, script), target], { cwd: root, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`${script} failed:\n${run.stdout}${run.stderr}`);
}

function manifestOf(name: PackageFolder): Manifest {
  return JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8')) as Manifest;
}

/** Entries of a package that was built in `out`, by import specifier, with their declaration files: `paths` of a tsconfig.json. */
export function declarations(name: PackageFolder, out: string): Record<string, [string]> {
  const manifest = manifestOf(name);
  const paths: Record<string, [string]> = {};
  for (const [key, value] of Object.entries(manifest.exports ?? {})) {
    if (typeof value === 'string' && value.endsWith('.ts'))
      paths[`${manifest.name}${key.slice(1)}`] = [join(out, name, value.replace(/\.ts$/, '.d.ts'))];
  }
  return paths;
}

/** The manifest as published: `./x.ts` becomes the built file and its declarations. */
function published(manifest: Manifest): Manifest {
  const exports: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(manifest.exports ?? {})) {
    exports[key] =
      typeof value === 'string' && value.endsWith('.ts')
        ? { types: value.replace(/\.ts$/, '.d.ts'), default: value.replace(/\.ts$/, '.js') }
        : value;
  }
  const { private: _private, devDependencies: _dev, scripts: _scripts, ...rest } = manifest;
  return { ...rest, exports } as Manifest;
}

/** Copies files that the compiler does not write: the committed `bin/*.js`, data files, the README. */
function copyPlainFiles(source: string, target: string): void {
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const relative = path.slice(source.length + 1);
    if (!entry.isFile() || relative.startsWith('node_modules') || /(^|\/)\.|\.ts$|(^|\/)(package|tsconfig)\.json$/.test(relative)) continue;
    const to = join(target, relative);
    if (existsSync(to)) continue;
    mkdirSync(join(to, '..'), { recursive: true });
    cpSync(path, to);
  }
}

if (process.argv[1] === import.meta.filename) {
  const given = process.argv.slice(2);
  const unknown = given.filter((name) => !packages.some((known) => known === name));
  if (unknown.length > 0) throw new Error(`There is no package in ${unknown.join(', ')}. The folders are: ${packages.join(', ')}.`);
  build(join(root, 'build'), given.length === 0 ? packages : packages.filter((name) => given.includes(name)));
}
