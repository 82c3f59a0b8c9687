// A lock file, so that one process at a time writes the output. It contains the process id; a lock of a process that ended is taken over.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentError, systemCode } from '../base/error.ts';
import { displayPath } from '../base/words.ts';
import { isAlive, longestRun } from './left-overs.ts';

export interface LockOptions {
  /** Milliseconds to wait for another process. Default 10,000. */
  readonly wait?: number;
}

/** Runs `work` while holding the lock. Throws an `OctavoError` (exit 3) when another process keeps it too long. */
export async function withLock<T>(file: string, work: () => Promise<T>, options: LockOptions = {}): Promise<T> {
  const release = await acquire(file, options.wait ?? 10_000);
  try {
    return await work();
  } finally {
    release();
  }
}

let tickets = 0;

async function acquire(file: string, wait: number): Promise<() => void> {
  const deadline = Date.now() + wait;
  const ticket = `${file}.${process.pid}-${tickets++}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(ticket, String(process.pid));
  } catch (error) {
    removeIfAllowed(ticket);
    // Without a lock where the scratch folder cannot be written. If the output folder cannot either, writing reports that.
    if (['EACCES', 'EROFS', 'EPERM', 'ENOSPC', 'EDQUOT', 'EFBIG'].includes(systemCode(error) ?? '')) return () => {};
    throw error;
  }
  try {
    while (!tryLink(ticket, file)) {
      if (removeStale(file)) continue;
      if (Date.now() >= deadline) {
        throw environmentError(
          'locked',
          `Another run of octavo (process ${holder(file) ?? 'unknown'}) is writing to the same output folder.`,
          {
            fix: `Wait until it ends. If no such process exists, delete \`${displayPath(file)}\`.`,
          },
        );
      }
      await sleep(20);
    }
  } finally {
    rmSync(ticket, { force: true });
  }
  return () => rmSync(file, { force: true });
}

/** Another user's folder may not even be looked into. */
function removeIfAllowed(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    return;
  }
}

/** Links atomically: the file appears with its content, and only if the name is free. */
function tryLink(ticket: string, file: string): boolean {
  try {
    linkSync(ticket, file);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function holder(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function removeStale(file: string): boolean {
  const pid = holder(file);
  if (!isStale(file, pid)) return false;
  const aside = `${file}.stale-${process.pid}`;
  try {
    // Renames first: if a third process has taken over in between, this is its lock, and is put back.
    renameSync(file, aside);
    if (holder(aside) !== pid) tryLink(aside, file);
    rmSync(aside, { force: true });
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
  return true;
}

function isStale(file: string, pid: number | undefined): boolean {
  try {
    if (Date.now() - statSync(file).mtimeMs > longestRun) return true;
  } catch {
    return false;
  }
  if (pid === undefined || pid === process.pid) return pid === undefined;
  return !isAlive(pid);
}
