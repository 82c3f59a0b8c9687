// Turns the built packages into tarballs and installs them in an empty project, as somebody who never saw this repository would get them.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { build } from './build.ts';

/** Builds and packs; returns the tarball of each package by its folder name. */
export function pack(folder: string): { readonly runtime: string; readonly generator: string; readonly generated: string } {
  const out = join(folder, 'build');
  build(out);
  const tarball = (name: string): string => {
    const made = npm(['pack', join(out, name), '--json', '--pack-destination', folder], folder);
    // npm 10 and 11 print a list, npm 12 an object keyed by name.
    const parsed = JSON.parse(made) as { filename: string }[] | Record<string, { filename: string }>;
    const [first] = Object.values(parsed);
    if (first === undefined) throw new Error(`npm pack of ${name} named no file`);
    return join(folder, first.filename.replace('@octavo/', 'octavo-').replace('/', '-'));
  };
  return { runtime: tarball('runtime'), generator: tarball('generator'), generated: tarball('generated') };
}

/** An empty project in `folder` with the tarballs and `dependencies` (name → version or tarball) installed. */
export function install(folder: string, dependencies: Readonly<Record<string, string>>): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'stranger', private: true, type: 'module', dependencies }, null, 2));
  npm(['install', '--no-fund', '--no-audit', '--prefer-offline', '--loglevel=error'], folder);
}

/** Runs npm under the Node that runs this file; throws with its words when it fails. */
export function npm(args: readonly string[], cwd: string): string {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}` };
  // npm sets its own variables for the scripts it runs; inherited by another npm they point at the wrong project.
  for (const key of Object.keys(env))
    if (key.startsWith('npm_') && key !== 'npm_config_registry') delete (env as Record<string, unknown>)[key];
  const run = spawnSync('npm', args, { cwd, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' });
  if (run.status !== 0) throw new Error(`npm ${args.join(' ')} failed in ${cwd}:\n${run.stdout}${run.stderr}`);
  return run.stdout;
}
