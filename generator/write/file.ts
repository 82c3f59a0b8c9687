// Writes one file atomically: a reader sees the old or the new text, never a part.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { systemCode } from '../base/error.ts';
import { removeLeftOvers, temporaryName } from './left-overs.ts';

/**
 * Makes a folder and its missing parents. The `recursive` option of Node.js never returns where the system reports ENOENT for an existing folder, as
 * in `/proc`.
 */
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

/**
 * Writes the text or bytes, makes missing folders, and removes what killed runs left in the folder. `mode`: who may read it. Throws the error of
 * Node.js.
 */
export function replaceFile(file: string, text: string | Uint8Array, mode?: number): void {
  makeFolder(path.dirname(file));
  removeLeftOvers(path.dirname(file));
  replaceFileIn(file, text, mode);
}

/** Writes the text or bytes into a folder that is there. For many files of one folder, since it does not read the folder for left-overs each time. */
export function replaceFileIn(file: string, text: string | Uint8Array, mode?: number): void {
  const temporary = path.join(path.dirname(file), temporaryName(path.basename(file)));
  try {
    writeFileSync(temporary, text, mode === undefined ? {} : { mode });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
