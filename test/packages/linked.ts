// Packages of a project without an installation: what the tarballs hold, where npm would put it. Each finds the dependencies that it declares, which
// this repository has installed, and no others.
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const manifestIn = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

function link(source: string, target: string): void {
  if (!existsSync(source)) throw new Error(`${source} is not installed in this repository.`);
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(source, target);
}

/** Puts the packages of the folders `names` in `built` into the project. */
export function copyPackages(project: string, built: string, names: readonly string[]): void {
  const modules = join(project, 'node_modules');
  const own = names.map((workspace) => ({ workspace, ...manifestIn(join(built, workspace)) }));
  for (const { workspace, name, dependencies = {} } of own) {
    cpSync(join(built, workspace), join(modules, name), { recursive: true });
    for (const dependency of Object.keys(dependencies).filter((one) => own.every((other) => other.name !== one))) {
      const nearest = join(root, workspace, 'node_modules', dependency);
      link(existsSync(nearest) ? nearest : join(root, 'node_modules', dependency), join(modules, name, 'node_modules', dependency));
    }
  }
}

/** Lets the project find a package that this repository has installed. */
export function linkPackage(project: string, name: string): void {
  link(join(root, 'node_modules', name), join(project, 'node_modules', name));
}

/** Puts all that package.json of the project names into it: `file:` is a tarball beside the unpacked packages in `built`. */
function installIn(project: string, built: string): void {
  const { dependencies = {}, devDependencies = {} } = manifestIn(project);
  const all = { ...dependencies, ...devDependencies };
  const packed = ['generator', 'runtime'].filter((workspace) => all[manifestIn(join(built, workspace)).name]?.startsWith('file:'));
  copyPackages(project, built, packed);
  for (const [name, version] of Object.entries(all)) if (!version.startsWith('file:')) linkPackage(project, name);
}

// In place of npm, as `first-run.test.ts` runs it: `node linked.ts <built> i`.
if (import.meta.main) {
  const [built = '', command] = process.argv.slice(2);
  if (command === 'i') installIn(process.cwd(), built);
  else if (command !== '--version') throw new Error(`This stands for npm, and has no command ${command}.`);
}
