// One generator at a time: a lock file that names its process, waited for a little, and taken over from a process that is gone.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentError, systemCode } from '../error.ts';
import { displayPath } from '../words.ts';

export interface LockOptions {
  /** Milliseconds to wait for another process. Default 10,000. */
  readonly wait?: number;
}

/** No run takes so long; a process number may have been given to another process since. */
const longestRun = 10 * 60_000;

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
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(ticket, String(process.pid));
  } catch (error) {
    // Where not even the scratch folder can be written there is nothing to guard; the output folder speaks for itself.
    if (['EACCES', 'EROFS', 'EPERM'].includes(systemCode(error) ?? '')) return () => {};
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

/** A link appears with its content, all at once, and only if the name is free. */
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
    // Renamed first: if a third process has taken over in between, what was moved is its live lock, and goes back.
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
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return systemCode(error) === 'ESRCH';
  }
}
