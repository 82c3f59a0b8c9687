// The folder where tests, and programs that they start, keep their compiled modules, from run to run.
import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const COMPILE_CACHE = join(tmpdir(), 'octavo-compile-cache');

/** About 400 MB. A run adds some thousands, because each module of a temporary project has a path of its own. */
const MOST_FILES = 60_000;

/** Empties the folder where it has become too large, since Node.js removes nothing from it. The next programs compile their modules again. */
export function boundCompileCache(folder: string = COMPILE_CACHE, most: number = MOST_FILES): void {
  if (filesIn(folder) > most) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

function filesIn(folder: string): number {
  try {
    // Node.js has a folder for each of its versions.
    return readdirSync(folder).reduce((sum, version) => sum + readdirSync(join(folder, version)).length, 0);
  } catch {
    // No program has run yet, or another run has just emptied it.
    return 0;
  }
}
