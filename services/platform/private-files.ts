// Keeps saved data to the user whose it is: rows and snapshots hold keys, tokens and what people wrote.

import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** The folder of a project that is the tools' own, with all that is below it. */
const OWN = '.octavo';

/**
 * Makes a folder that only its user may enter. Of folders that are there, those of a project's `.octavo` are tightened, with what is in the folder.
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const parts = path.resolve(folder).split(path.sep);
  const own = parts.lastIndexOf(OWN);
  if (own < 0) return;
  for (let end = own + 1; end <= parts.length; end += 1) restrict(parts.slice(0, end).join(path.sep));
  for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isFile()) restrict(path.join(folder, entry.name));
}

/** Makes an empty file that only its user may read, or tightens the one that is there. What SQLite writes beside a database is as private as it. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  restrict(file);
}

/** The rights of a user. */
const OF_USER = 0o700;

/**
 * Takes the rights of everybody else away. It gives none: a folder that its user has made read-only stays so. Where the system has no such modes, as
 * on Windows and on some disks, the folder keeps those that it has.
 */
function restrict(place: string): void {
  try {
    chmodSync(place, statSync(place).mode & OF_USER);
  } catch {}
}
