// Writes generated files: atomically, only those that changed, and removes stale ones of the last run. No other code writes output.
import { existsSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { systemCode } from '../base/error.ts';
import { displayPath } from '../base/words.ts';
import { cannotWrite } from './cannot-write.ts';
import type { DiffNames } from './diff.ts';
import { makeFolder } from './file.ts';
import { innerFolders, inspectFolder, listFolder, type Manifest, manifestName, manifestText } from './folder.ts';
import { removeLeftOvers, temporaryName } from './left-overs.ts';

export interface WriteOptions {
  /** Write nothing; `differences` shows what would be written. */
  readonly check: boolean;
  /** These are only some of the folder's files: the others stay, and stay listed in the manifest. */
  readonly partial?: boolean;
  /** The project folder. The output folder may not be it or contain it. Default: the working directory. */
  readonly root?: string;
  /** Absolute path of the document. The manifest has it relative to the folder. */
  readonly document?: string;
}

export interface WriteReport {
  readonly folder: string;
  /** File names, sorted. With `check`: files that would be written. */
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: readonly string[];
  /** With `check` only: unified diffs from the files on disk to those that would be written. */
  readonly differences: readonly { readonly file: string; readonly diff: string }[];
}

/**
 * Makes these the only files of Octavo in the folder; files that Octavo did not write stay. Throws an `OctavoError`: exit 2 where Octavo does not
 * write to this folder, exit 3 where it cannot be written. The old files are unchanged then.
 */
export async function writeFiles(folder: string, files: ReadonlyMap<string, string>, options: WriteOptions): Promise<WriteReport> {
  const state = inspectFolder(folder, [...files.keys()], options.root ?? process.cwd());
  const names = [...files.keys()].sort();
  const partial = options.partial === true;
  const manifest: Manifest = {
    ...(options.document === undefined ? {} : { document: path.relative(folder, options.document).split(path.sep).join('/') }),
    files: partial ? [...new Set([...names, ...state.owned])].sort() : names,
  };
  const onDisk = new Map<string, string | undefined>();
  for (const name of names) onDisk.set(name, state.present.has(name) ? readText(path.join(folder, name)) : undefined);
  const written = names.filter((name) => onDisk.get(name) !== files.get(name));
  const removed = partial ? [] : state.owned.filter((name) => !files.has(name) && state.present.has(name)).sort();
  const report = { folder, written, removed, unchanged: names.filter((name) => !written.includes(name)) };

  if (options.check) {
    const differences = written.map((name) => ({ name, before: onDisk.get(name), after: files.get(name) }));
    for (const name of removed) differences.push({ name, before: readText(path.join(folder, name)), after: undefined });
    // Most runs show no difference, and the library for it has twenty modules.
    const { unifiedDiff } = await import('./diff.ts');
    const shown = differences.map(({ name, before, after }) => {
      const [file, names] = differenceNames(folder, name, before, after);
      return { file, diff: unifiedDiff(before ?? '', after ?? '', names) };
    });
    return { ...report, differences: shown };
  }

  const text = manifestText(manifest);
  const manifestChanged = state.manifestText !== text;
  if (written.length > 0 || removed.length > 0 || manifestChanged || state.temporary.length > 0) {
    try {
      replace(folder, { files, written, removed, manifest: manifestChanged ? text : undefined, owned: state.owned });
    } catch (error) {
      throw cannotWrite(folder, error);
    }
  }
  return { ...report, differences: [] };
}

/** Removes the files that a manifest lists and, when the folder is empty then, the folder. Returns the names of the files. */
export function removeOutput(folder: string, root: string): readonly string[] {
  const state = inspectFolder(folder, [], root);
  const removed = state.owned.filter((name) => state.present.has(name)).sort();
  try {
    for (const name of removed) rmSync(path.join(folder, name));
    removeEmpty(folder, removed);
    rmSync(path.join(folder, manifestName), { force: true });
    if (state.present.size === removed.length) rmSync(folder, { recursive: true });
  } catch (error) {
    throw cannotWrite(folder, error);
  }
  return removed;
}

interface Replacement {
  readonly files: ReadonlyMap<string, string>;
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly manifest: string | undefined;
  readonly owned: readonly string[];
}

/**
 * All files are on disk under temporary names before the first is renamed, so a full disk or a killed process leaves the old files whole. The
 * manifest lists new files before they exist, so whenever the process dies, the next run knows which files are Octavo's.
 */
function replace(folder: string, { files, written, removed, manifest, owned }: Replacement): void {
  for (const each of [folder, ...[...innerFolders([...files.keys()])].map((name) => path.join(folder, name))]) {
    makeFolder(each);
    removeLeftOvers(each);
  }
  const temporary: [from: string, to: string][] = [];
  const stage = (name: string, text: string): void => {
    const to = path.join(folder, name);
    const from = path.join(path.dirname(to), temporaryName(path.basename(to)));
    temporary.push([from, to]);
    writeFileSync(from, text);
  };
  try {
    for (const name of written) stage(name, files.get(name) ?? '');
    if (manifest !== undefined) {
      const both = manifestText({ files: [...new Set([...owned, ...files.keys()])].sort() });
      const early = path.join(folder, temporaryName(`early${manifestName}`));
      writeFileSync(early, both);
      renameSync(early, path.join(folder, manifestName));
      stage(manifestName, manifest);
    }
    for (const [from, to] of temporary) if (path.basename(to) !== manifestName) renameSync(from, to);
    for (const name of removed) rmSync(path.join(folder, name), { force: true });
    removeEmpty(folder, removed);
    for (const [from, to] of temporary) if (path.basename(to) === manifestName) renameSync(from, to);
  } catch (error) {
    for (const [from] of temporary) rmSync(from, { force: true });
    throw error;
  }
}

/** Removes the inner folders that are empty without these files. */
function removeEmpty(folder: string, removed: readonly string[]): void {
  for (const name of innerFolders(removed)) {
    const inner = path.join(folder, name);
    removeLeftOvers(inner);
    if (existsSync(inner) && listFolder(inner).length === 0) rmdirSync(inner);
  }
}

/** The path of a file that differs, and what a diff calls it before and after. */
function differenceNames(folder: string, name: string, before: string | undefined, after: string | undefined): [string, DiffNames] {
  const file = path.join(folder, name);
  const shown = displayPath(file);
  const names = { from: before === undefined ? '/dev/null' : `a/${shown}`, to: after === undefined ? '/dev/null' : `b/${shown}` };
  return [file, names];
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw cannotWrite(path.dirname(file), error);
  }
}
