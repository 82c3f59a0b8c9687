// Starts a command of an image as a container engine does, as far as a process may: another root, which nobody can write, and a user without rights.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Program, startProgram } from '../../support/program.ts';
import type { Stage } from './containerfile.ts';

export const CONTAINER = mayMount();
if (!CONTAINER) console.warn('This user may not mount folders: the image of the services is not run.');

interface Container {
  /** The folder of the image. */
  readonly root: string;
  /** The folder of its volume. */
  readonly data: string;
  readonly image: Stage;
}

/** Folders of the machine that stand for those of the base image. */
const BASE = ['usr', 'bin', 'lib', 'lib64', 'etc', 'proc', 'dev'];

/** Makes the places at which a root needs folders. */
export function prepareRoot({ root, data, image }: Container): void {
  for (const name of [...BASE, 'tmp', 'base']) mkdirSync(join(root, name), { recursive: true });
  writeFileSync(join(root, 'base/node'), '');
  const [uid = 0, gid = 0] = image.user ?? [];
  mkdirSync(data, { recursive: true });
  execFileSync('chown', [`${uid}:${gid}`, data]);
}

/** @param command starts with a program of the image */
export function startIn({ root, data, image }: Container, command: readonly string[], env: Readonly<Record<string, string>>): Program {
  const [uid = 0, gid = 0] = image.user ?? [];
  const mounts = [
    'set -e',
    'mount --make-rprivate /',
    'mount --bind "$ROOT" "$ROOT"',
    ...BASE.map((name) => `[ ! -e /${name} ] || mount --rbind /${name} "$ROOT/${name}"`),
    'mount --bind "$NODE" "$ROOT/base/node"',
    'mount --bind "$DATA" "$ROOT/data"',
    'mount -t tmpfs tmpfs "$ROOT/tmp"',
    'mount -o remount,bind,ro "$ROOT"',
    'exec chroot "$ROOT" setpriv --reuid "$OWNER" --regid "$GROUP" --clear-groups --no-new-privs --bounding-set=-all env -i -C /data "$@"',
  ];
  const variables = Object.entries({ ...image.env, ...env, PATH: '/base:/usr/bin:/bin', HOME: '/tmp' }).map((pair) => pair.join('='));
  return startProgram('unshare', ['--mount', 'sh', '-c', mounts.join('\n'), 'sh', ...variables, ...command], {
    cwd: '/',
    env: { PATH: process.env.PATH, ROOT: root, DATA: data, NODE: process.execPath, OWNER: String(uid), GROUP: String(gid) },
  });
}

function mayMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return spawnSync('unshare', ['--mount', 'sh', '-c', 'mount --make-rprivate / && mount -t tmpfs tmpfs /mnt']).status === 0;
}
