// The folder where the tests of a run keep what they make and remove: in memory, where the system has room. On a disk, making and removing a hundred
// thousand files took a fifth of the processor's time, and databases wait for the disk at each commit. No test cuts the power, so none needs a disk.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Linux keeps it in memory. In containers it is often small, and programs may not run there. */
const SHARED_MEMORY = '/dev/shm';

/** A run takes less than 2 GB, and programs need as much beside it. */
const ROOM = 4 * 1024 ** 3;

const PREFIX = 'octavo-tests-';

/**
 * Makes an empty folder in memory. Removes those of runs that were killed.
 * @param parent the file system in memory
 * @returns its path, or `undefined` where the file system is absent or has no room, or programs may not run in it
 */
export function makeMemoryFolder(parent: string = SHARED_MEMORY, room: number = ROOM): string | undefined {
  try {
    removeLeft(parent);
    if (roomIn(parent) < room) return undefined;
    const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
    if (programsRun(folder)) return folder;
    rmSync(folder, { recursive: true });
    return undefined;
  } catch {
    // Other systems have no such file system, and here it may belong to someone else.
    return undefined;
  }
}

function removeLeft(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user may not be asked.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function roomIn(parent: string): number {
  const { bavail, bsize } = statfsSync(parent);
  return Math.min(bavail * bsize, process.availableMemory());
}

function programsRun(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
