// Keeps the pages that Redocly has built, by a hash of all that they were built from, because building one takes seconds.
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { replaceFile } from '../../write/file.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** The pages that a folder keeps: the last used ones, such as those of `octavo dev` and of `octavo docs`, and of the text before an edit. */
const KEPT = 4;

/**
 * Returns the page that was built from the same input before, or builds it. `folder` is for the pages of one document. Several processes may use
 * it at once. An entry that cannot be read, such as a damaged one, is built again.
 */
export async function cachedPage(folder: string, input: readonly string[], build: () => Promise<string>): Promise<string> {
  const file = path.join(folder, `${hash('sha256', JSON.stringify(input)).slice(0, 32)}.html.gz`);
  const known = await read(file);
  if (known !== undefined) return known;
  const page = await build();
  try {
    // The fastest level: a page is written once and is read a few times.
    replaceFile(file, await compress(page, { level: 1 }));
    ignoreFolder(path.dirname(folder));
    removeOld(folder);
  } catch {
    // In a read-only project, every run builds all pages.
  }
  return page;
}

async function read(file: string): Promise<string | undefined> {
  try {
    // gzip has a checksum, so damaged content throws.
    const page = await decompress(readFileSync(file));
    touch(file);
    return page.toString();
  } catch {
    return undefined;
  }
}

/** The time of a file says when it was last used. */
function touch(file: string): void {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // Another process has removed it, or the project is read-only.
  }
}

function removeOld(folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.gz'))
    .map((name) => path.join(folder, name))
    .map((file) => ({ file, used: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.used - a.used);
  for (const { file } of files.slice(KEPT)) rmSync(file, { force: true });
}

/** Keeps the pages out of version control without changing the user's `.gitignore`. */
function ignoreFolder(folder: string): void {
  const file = path.join(folder, '.gitignore');
  if (!existsSync(file)) replaceFile(file, '*\n');
}
