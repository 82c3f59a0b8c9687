// The package manager of a project: which one it is, and the settings without which it would not install a new project.
import { existsSync, opendirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Agent, detect, getUserAgent } from 'package-manager-detector';
import type { Packages } from './packages.ts';

/** The package manager of the project, as its lock file or package.json say; otherwise the one that runs this. */
export async function packageManagerIn(folder: string): Promise<Agent> {
  const found = isFolder(folder)
    ? await detect({ cwd: folder, stopDir: realpathSync(folder), strategies: ['lockfile', 'packageManager-field'] })
    : undefined;
  return found?.agent ?? getUserAgent() ?? 'npm';
}

/** Throws the error of Node.js where it is a file. */
function isFolder(folder: string): boolean {
  if (!existsSync(folder)) return false;
  opendirSync(folder).closeSync();
  return true;
}

/** A dependency of Prism with an install script, which only reports statistics. pnpm and npm ask the project about each such script. */
export const SCRIPT_THAT_REPORTS = '@scarf/scarf';

/** `userAgent`: what the package manager that runs this calls itself, such as `yarn/4.18.1 npm/? node/v24.21.0`. */
export function writeSettings(folder: string, agent: Agent, { dependencies }: Packages, userAgent = ''): void {
  // pnpm reads these settings in the root of a workspace only.
  if (agent === 'pnpm' && !isBelow(folder, 'pnpm-workspace.yaml')) {
    // Without an answer, `pnpm install` fails.
    const overrides = Object.entries(tarballsAmong(dependencies)).map(([name, file]) => `  '${name}': '${file}'\n`);
    const settings = [
      `allowBuilds:\n  '${SCRIPT_THAT_REPORTS}': false\n`,
      ...(overrides.length === 0 ? [] : ['overrides:\n', ...overrides]),
    ];
    writeFileSync(path.join(folder, 'pnpm-workspace.yaml'), settings.join(''));
  }
  const settings = path.join(folder, '.yarnrc.yml');
  const isNew = !existsSync(settings) && !isBelow(folder, 'yarn.lock');
  if (agent.startsWith('yarn') && isNew && Number(/^yarn\/(\d+)/.exec(userAgent)?.[1]) > 1) {
    // Octavo looks for the runtime, the mock and the reference in node_modules, which Yarn leaves out by default since version 2.
    writeFileSync(settings, 'nodeLinker: node-modules\n');
  }
}

/**
 * The packages that are tarballs, by name. `octavo` depends on its runtime too, and all package managers but npm look for that on the registry,
 * unless the project overrides it.
 */
export function tarballsAmong(packages: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(packages).filter(([, version]) => version.startsWith('file:')));
}

/** Whether the folder, or one above it, has a file of this name. */
function isBelow(folder: string, name: string): boolean {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, name))) return true;
    if (at === path.dirname(at)) return false;
  }
}
