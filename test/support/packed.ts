// The packages as users get them: packed once in a run, as the README says, by `npm run pack`, and kept for the next run until a file of theirs
// changes.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packages } from '../../scripts/build.ts';
import { npmEnvironment, type Tarballs, tarballsIn } from '../../scripts/pack.ts';
import { IS_DEEP } from './effort.ts';
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

/** Where the packages of the last run are, in a folder whose name is the hash of what they were made of. */
const KEPT = join(root, '.octavo/packed');
const PRINTED = 'printed.txt';

/** @throws {Error} with the output of `npm run pack` when it fails */
export function packed(): Packed {
  const { folder, printed } = oncePerRun('packed', (own) => {
    const kept = join(KEPT, hashOfSources());
    // A deep run tries what `npm run pack` leaves in `build/` too.
    if (IS_DEEP || !existsSync(kept)) packInto(kept);
    // npx keeps what it has unpacked by the path of the tarball, so each run needs a path of its own.
    cpSync(kept, own, { recursive: true });
    linkPackages(own);
    return { folder: own, printed: readFileSync(join(own, PRINTED), 'utf8') };
  });
  return { folder, tarballs: tarballsIn(folder), printed };
}

function packInto(kept: string): void {
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'pack'], {
    cwd: root,
    encoding: 'utf8',
    env: npmEnvironment(),
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm run pack ended with ${status}:\n${stdout}${stderr}`);
  // Another run never sees half of it.
  const copy = `${KEPT}.${process.pid}`;
  cpSync(join(root, 'build'), copy, { recursive: true });
  writeFileSync(join(copy, PRINTED), stdout);
  rmSync(KEPT, { recursive: true, force: true });
  mkdirSync(KEPT, { recursive: true });
  renameSync(copy, kept);
}

/** Changes with each file that a package is made of, with each program that makes it, and with Node.js. */
function hashOfSources(): string {
  const hash = createHash('sha256').update(process.version);
  const folders = ['scripts', 'portal', ...packages].flatMap(filesIn);
  for (const file of ['package.json', 'package-lock.json', 'tsconfig.json', 'LICENSE', ...folders])
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && !name.startsWith('.'))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]))
    .sort();
}
