// Gives all workers of one run of vitest a folder for what they share, and removes it at the end; bounds what one run keeps for the next.
// Vitest calls this before the first test.
import { rmSync } from 'node:fs';
import { boundCompileCache } from './compile-cache.ts';
import { makeRunFolder } from './once-per-run.ts';

export default function setup(): () => void {
  boundCompileCache();
  const folder = makeRunFolder();
  return () => rmSync(folder, { recursive: true, force: true });
}
