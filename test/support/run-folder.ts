// Gives all workers of one run of vitest a folder for what they share, and removes it at the end: vitest calls this before the first test.
import { rmSync } from 'node:fs';
import { makeRunFolder } from './once-per-run.ts';

export default function setup(): () => void {
  const folder = makeRunFolder();
  return () => rmSync(folder, { recursive: true, force: true });
}
