// The hash of files of this repository: what tests make of them is kept under it for the next run.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** @param names of files and folders at the root. What a folder has in `node_modules`, and what is hidden in it, does not count. */
export function hashOf(names: readonly string[]): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of names.flatMap(filesIn))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function filesIn(name: string): string[] {
  if (!statSync(join(root, name)).isDirectory()) return [name];
  const entries = readdirSync(join(root, name)).filter((entry) => entry !== 'node_modules' && !entry.startsWith('.'));
  return entries.sort().flatMap((entry) => filesIn(`${name}/${entry}`));
}
