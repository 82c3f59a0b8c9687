// Runs a program where writing fails: on a small disk of its own, or with a bound on the size of its files. Neither needs the rights of root.

import { spawnSync } from 'node:child_process';

/** How a program is started where it may write only so much. */
export interface SmallDisk {
  readonly name: string;
  /** The words for what is wrong. */
  readonly says: RegExp;
  /** How much holds the output of `specs/a-identity.yaml`, and not that of `specs/h-email.yaml`. */
  readonly kib: { readonly output: number };
  /** The command line that runs another one in a folder. @param kib how much there is */
  wrap(folder: string, kib: number, command: readonly string[]): [program: string, args: string[]];
  /** Shell commands that take all that is left, and give it back, for a program with this number. */
  fill(pid: number, folder: string): string;
  free(pid: number, folder: string): string;
}

/** The folder as the program sees it: its disk is in a mount namespace of its own. */
const seen = (pid: number, folder: string) => `/proc/${pid}/root${folder}`;

/** A disk in memory, which only the program and its children see (user_namespaces(7)). */
const tmpfs: SmallDisk = {
  name: 'a full disk',
  says: /the disk is full/,
  kib: { output: 160 },
  wrap: (folder, kib, command) => [
    'unshare',
    [
      '--user',
      '--map-root-user',
      '--mount',
      'sh',
      '-c',
      `mount -t tmpfs -o size=${kib}k tmpfs "$0" && cd "$0" && exec "$@"`,
      folder,
      ...command,
    ],
  ],
  fill: (pid, folder) => `cat /dev/zero > ${seen(pid, folder)}/filler || true`,
  free: (pid, folder) => `rm ${seen(pid, folder)}/filler`,
};

/** RLIMIT_FSIZE of getrlimit(2): writing past it fails with EFBIG. Node.js ignores the signal that goes with it. */
const limit: SmallDisk = {
  name: 'a limit on the size of files',
  kib: { output: 30 },
  says: /larger than this process may write/,
  wrap: (folder, kib, command) => ['bash', ['-c', `cd "$0" && ulimit -S -f ${kib} && exec "$@"`, folder, ...command]],
  fill: (pid) => `prlimit --pid ${pid} --fsize=4096:unlimited`,
  free: (pid) => `prlimit --pid ${pid} --fsize=unlimited:unlimited`,
};

const works = (program: string, args: readonly string[]) => spawnSync(program, args).status === 0;

/** Those that this machine can make. */
export const smallDisks: readonly SmallDisk[] = [
  ...(works('unshare', ['--user', '--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp']) ? [tmpfs] : []),
  ...(works('prlimit', ['--version']) && works('bash', ['-c', 'ulimit -S -f 100']) ? [limit] : []),
];
if (smallDisks.length === 0) console.warn('Tests of full disks are skipped: they need unshare or prlimit, of util-linux.');
