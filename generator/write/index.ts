// Generated texts to files on disk: the only code that writes output. Atomic, only what changed, and stale files of the last run removed.
import { existsSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { systemCode } from '../error.ts';
import { displayPath } from '../words.ts';
import { cannotWrite } from './cannot-write.ts';
import { unifiedDiff } from './diff.ts';
import { makeFolder } from './file.ts';
import {
  innerFolders,
  inspectFolder,
  isTemporary,
  listFolder,
  type Manifest,
  manifestName,
  manifestText,
  temporaryName,
} from './folder.ts';

export interface WriteOptions {
  /** Compare only: nothing is written, and `differences` says what would be. */
  readonly check: boolean;
  /** These are only some of the folder's files: the others stay, and stay listed in the manifest. */
  readonly partial?: boolean;
  /** Project folder; output may not be it or lie around it. Default: the working directory. */
  readonly root?: string;
  /** Absolute path of the document, kept in the manifest relative to the folder. */
  readonly document?: string;
}

export interface WriteReport {
  readonly folder: string;
  /** File names, sorted. Under `check`: what would be written. */
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: readonly string[];
  /** Under `check` only: unified diffs, from what is on disk to what would be there. */
  readonly differences: readonly { readonly file: string; readonly diff: string }[];
}

/**
 * Makes the folder hold exactly these files, besides those that are not Octavo's. Throws an `OctavoError`: exit 2 where the folder is not
 * one to write to, exit 3 where it cannot be written; what was there is then left as it was.
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
    return { ...report, differences: differences.map(({ name, before, after }) => difference(folder, name, before, after)) };
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

/** Removes what a manifest lists and, when nothing else is left, the folder. */
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
 * Everything is on disk under temporary names before the first rename, so a full disk or a kill leaves the old files whole. The manifest
 * names new files before they appear: whatever moment the process dies at, the next run knows what is its own.
 */
function replace(folder: string, { files, written, removed, manifest, owned }: Replacement): void {
  for (const place of [folder, ...[...innerFolders([...files.keys()])].map((name) => path.join(folder, name))]) {
    makeFolder(place);
    clearTemporary(place);
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

/** Folders in the folder that these files were the last of. */
function removeEmpty(folder: string, removed: readonly string[]): void {
  for (const name of innerFolders(removed)) {
    const place = path.join(folder, name);
    clearTemporary(place);
    if (existsSync(place) && listFolder(place).length === 0) rmdirSync(place);
  }
}

function clearTemporary(folder: string): void {
  for (const name of listFolder(folder)) if (isTemporary(name)) rmSync(path.join(folder, name), { force: true });
}

function difference(folder: string, name: string, before: string | undefined, after: string | undefined): { file: string; diff: string } {
  const file = path.join(folder, name);
  const shown = displayPath(file);
  return {
    file,
    diff: unifiedDiff(before ?? '', after ?? '', {
      from: before === undefined ? '/dev/null' : `a/${shown}`,
      to: after === undefined ? '/dev/null' : `b/${shown}`,
    }),
  };
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw cannotWrite(path.dirname(file), error);
  }
}
