// Builds an image without a container engine: runs the steps of a Containerfile one by one, each stage in a folder of its own.

import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, posix, relative } from 'node:path';
import { npmEnvironment } from '../../../scripts/pack.ts';
import type { Copied, Stage } from './containerfile.ts';

/**
 * @param context the folder whose files may be copied, but for what its `.containerignore` names
 * @param folder gets a folder for each stage
 * @returns the folder of the last stage: what the image adds to its base
 */
export function buildStages(stages: readonly Stage[], context: string, folder: string): string {
  const ignored = readFileSync(join(context, '.containerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const isIgnored = (path: string) => ignored.some((glob) => matchesGlob(path, glob) || matchesGlob(path, `${glob}/**`));
  const built = new Map<string, string>();
  let root = '';
  for (const [index, { name, steps }] of stages.entries()) {
    root = join(folder, String(index));
    mkdirSync(root, { recursive: true });
    let place = '/';
    for (const step of steps) {
      if (step.kind === 'workdir') {
        place = posix.resolve(place, step.path);
        mkdirSync(join(root, place), { recursive: true });
      } else if (step.kind === 'run') run(step.command, join(root, place));
      else copy(step, { from: step.from === undefined ? context : stageIn(built, step.from), root, place, isIgnored });
    }
    if (name !== undefined) built.set(name, root);
  }
  return root;
}

function stageIn(built: ReadonlyMap<string, string>, name: string): string {
  const found = built.get(name);
  if (found === undefined) throw new Error(`COPY names a stage that is not before it: ${name}`);
  return found;
}

interface Place {
  readonly from: string;
  readonly root: string;
  readonly place: string;
  isIgnored(path: string): boolean;
}

/** As COPY does: of a folder, what is in it; into a folder, where the target ends with `/` or there are several. */
function copy({ from: stage, owner, sources, target }: Copied, { from, root, place, isIgnored }: Place): void {
  const isFolder = target.endsWith('/') || sources.length > 1;
  for (const source of sources) {
    const path = join(from, source);
    const isFile = lstatSync(path).isFile();
    const to = join(root, posix.resolve(place, target), ...(isFile && isFolder ? [posix.basename(source)] : []));
    mkdirSync(isFile ? dirname(to) : to, { recursive: true });
    const filter = (one: string) => stage !== undefined || !isIgnored(relative(from, one));
    cpSync(path, to, { recursive: true, verbatimSymlinks: true, filter });
    if (owner !== undefined) for (const one of [to, ...filesIn(to)]) chownSync(one, ...owner);
  }
}

/** A command names no absolute path, since the stage is not the root of the machine. */
function run(command: string, cwd: string): void {
  if (/(^|[\s=])\//.test(command)) throw new Error(`A command of RUN names paths from where it runs: ${command}`);
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8', env: npmEnvironment() });
  if (status !== 0) throw new Error(`RUN ${command} ended with ${status}:\n${stdout}${stderr}`);
}

/** All files, folders and links below a folder. */
export function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder) || !lstatSync(folder).isDirectory()) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
}
