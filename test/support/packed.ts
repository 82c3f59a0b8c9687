// The packages as users get them: packed once in a run, as the README says, by `npm run pack`.
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { npmEnvironment, type Tarballs, tarballsIn } from '../../scripts/pack.ts';
import { oncePerRun } from './once-per-run.ts';
import { linkPackages } from './type-check.ts';

const root = resolve(import.meta.dirname, '../..');

export interface Packed {
  /** The folder of the tarballs, in which each package also stands unpacked, under the name of its folder. */
  readonly folder: string;
  readonly tarballs: Tarballs;
  /** What `npm run pack` printed. */
  readonly printed: string;
}

/** @throws {Error} with the output of `npm run pack` when it fails */
export function packed(): Packed {
  const { folder, printed } = oncePerRun('packed', (own) => {
    const { status, stdout, stderr } = spawnSync('npm', ['run', 'pack'], {
      cwd: root,
      encoding: 'utf8',
      env: npmEnvironment(),
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Error(`npm run pack ended with ${status}:\n${stdout}${stderr}`);
    // npx keeps what it has unpacked by the path of the tarball, so each run needs a path of its own.
    cpSync(join(root, 'build'), own, { recursive: true });
    linkPackages(own);
    return { folder: own, printed: stdout };
  });
  return { folder, tarballs: tarballsIn(folder), printed };
}
