// One text to one file, all at once: a reader sees the old or the new, never half.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { systemCode } from '../error.ts';
import { temporaryName } from './folder.ts';

/** Makes a folder and those around it. Node.js's own `recursive` never ends where the system says ENOENT of a folder that is there, as in `/proc`. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have been faster.
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}

/** Makes the folders that are missing. Throws Node.js's own error. */
export function replaceFile(file: string, text: string): void {
  makeFolder(path.dirname(file));
  const temporary = path.join(path.dirname(file), temporaryName(path.basename(file)));
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
