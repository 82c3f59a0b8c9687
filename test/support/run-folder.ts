// Gives all workers of one run of vitest a folder for what they share, and removes it at the end; bounds what one run keeps for the next.
// Vitest calls this before the first test.
import { chmodSync, rmSync } from 'node:fs';
import { boundCompileCache, COMPILE_CACHE } from './compile-cache.ts';
import { makeMemoryFolder } from './memory-folder.ts';
import { makeRunFolder } from './once-per-run.ts';
import { endProcesses } from './run-processes.ts';

export default function setup(): () => void {
  boundCompileCache();
  // Tests, and the programs that they start, load their modules from here: to strip their types and compile them again would take most of the time in
  // which they start.
  process.env.NODE_COMPILE_CACHE = COMPILE_CACHE;
  const memory = keepInMemory();
  const folder = makeRunFolder();
  return () => {
    endProcesses(folder);
    for (const made of [folder, memory]) if (made !== undefined) rmSync(made, { recursive: true, force: true, maxRetries: 3 });
  };
}

/** Tells the tests, and the programs that they start, to keep what they make in memory. A folder that the user has named stays. */
function keepInMemory(): string | undefined {
  if (process.env.TMPDIR !== undefined) return undefined;
  const memory = makeMemoryFolder();
  if (memory === undefined) return undefined;
  // PostgreSQL runs as a user of its own where the tests run as root, and must come through to its folder.
  chmodSync(memory, 0o711);
  process.env.TMPDIR = memory;
  return memory;
}
