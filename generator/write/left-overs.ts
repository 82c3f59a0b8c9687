// Removes temporary files of runs that were killed: those of Octavo whose process has ended, and old ones, whose process id may belong to another by
// now.
import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { systemCode } from '../base/error.ts';

/** A time in milliseconds that is longer than any run takes. */
export const longestRun = 10 * 60_000;

const temporaryPattern = /^\.octavo-(\d+)-.+\.tmp$/;

export function temporaryName(name: string): string {
  return `.octavo-${process.pid}-${name}.tmp`;
}

/** Whether a file of this name is temporary, of whatever process. */
export function isTemporary(name: string): boolean {
  return temporaryPattern.test(name);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is alive too.
    return systemCode(error) !== 'ESRCH';
  }
}

/**
 * Removes what is left over in a folder. `pattern` matches the names, with the process id as its first group. What cannot be read or
 * removed stays.
 */
export function removeLeftOvers(folder: string, pattern: RegExp = temporaryPattern): void {
  try {
    for (const name of readdirSync(folder)) {
      const [, pid] = pattern.exec(name) ?? [];
      const file = path.join(folder, name);
      if (pid !== undefined && isLeftOver(file, Number(pid))) rmSync(file, { recursive: true, force: true });
    }
  } catch {
    return;
  }
}

function isLeftOver(file: string, pid: number): boolean {
  if (pid === process.pid) return false;
  return !isAlive(pid) || Date.now() - statSync(file).mtimeMs > longestRun;
}
