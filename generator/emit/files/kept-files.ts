// Takes over the files of the last version that print nothing in which a new version differs.
import type { Wording } from '../../model/wording.ts';
import type { KeptTexts, Offered } from './kept.ts';
import { FILE_NAMES, type FileName, rowOf } from './table.ts';

interface Same {
  /** By path. */
  readonly texts: ReadonlyMap<FileName, ReadonlyMap<string, string>>;
  /** Those that lack nothing but the words of operations. */
  readonly pieces: ReadonlyMap<FileName, ReadonlyMap<string, readonly string[]>>;
  readonly offered: ReadonlyMap<FileName, readonly Offered[]>;
}

/** What stays of the files of the last version. `undefined` where the versions differ in more than words. */
export function sameFiles({ files }: KeptTexts, now: Wording): Same | undefined {
  if (files === undefined || files.wording.base !== now.base) return undefined;
  const { wording, texts, pieces, offered } = files;
  const hasSchemas = (file: FileName): boolean => wording.schemas === now.schemas || rowOf(file).schemaWords === 'none';
  const hasOperations = (file: FileName): boolean => wording.operations === now.operations || rowOf(file).operationWords === 'none';
  const complete = FILE_NAMES.filter((file) => hasSchemas(file) && hasOperations(file));
  return { texts: only(texts, complete), pieces: only(pieces, FILE_NAMES.filter(hasSchemas)), offered: only(offered, FILE_NAMES) };
}

/** Forgets the texts of types where a schema may have other words now. */
export function keepWording(kept: KeptTexts, now: Wording): void {
  if (kept.files !== undefined && kept.files.wording.schemas !== now.schemas) kept.types = new WeakMap();
}

function only<T>(all: ReadonlyMap<string, T>, files: readonly FileName[]): ReadonlyMap<FileName, T> {
  return new Map(
    files.flatMap((file): [FileName, T][] => {
      const found = all.get(file);
      return found === undefined ? [] : [[file, found]];
    }),
  );
}
