// Takes over the files of the last version that print nothing in which a new version differs.
import type { Wording } from '../../model/wording.ts';
import type { KeptTexts, Offered } from './kept.ts';
import { FILE_NAMES, type FileName, rowOf } from './table.ts';

interface Same {
  /** By path. */
  readonly texts: ReadonlyMap<FileName, ReadonlyMap<string, string>>;
  readonly offered: ReadonlyMap<FileName, readonly Offered[]>;
}

/** Those of the last version whose files print nothing in which this one differs. `undefined` where the versions differ in more than words. */
export function sameFiles({ files }: KeptTexts, now: Wording): Same | undefined {
  if (files === undefined || files.wording.base !== now.base) return undefined;
  const { wording, texts, offered } = files;
  const isSame = (file: FileName): boolean => {
    const { words } = rowOf(file);
    const isOfSchemas = words === undefined || words === 'schemas';
    const isOfOperations = words === undefined || words === 'operations';
    return !(isOfSchemas && wording.schemas !== now.schemas) && !(isOfOperations && wording.operations !== now.operations);
  };
  return { texts: only(texts, FILE_NAMES.filter(isSame)), offered: only(offered, FILE_NAMES) };
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
