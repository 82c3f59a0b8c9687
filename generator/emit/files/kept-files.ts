// Takes over the files of the last version that print nothing in which a new version differs.
import type { Schema } from '../../model/schema/schema.ts';
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
export function sameFiles({ files, words }: KeptTexts, now: Wording): Same | undefined {
  if (files === undefined || files.wording.base !== now.base) return undefined;
  const { wording, texts, pieces, offered } = files;
  const hasSchemas = (file: FileName): boolean => {
    const { schemaWords } = rowOf(file);
    return wording.schemas === now.schemas || schemaWords === 'none' || (schemaWords === 'noted' && areSame(words.get(file)));
  };
  const hasOperations = (file: FileName): boolean => wording.operations === now.operations || rowOf(file).operationWords === 'none';
  const complete = FILE_NAMES.filter((file) => hasSchemas(file) && hasOperations(file));
  return { texts: only(texts, complete), pieces: only(pieces, FILE_NAMES.filter(hasSchemas)), offered: only(offered, FILE_NAMES) };
}

/** Whether schemas have the descriptions that were noted. */
function areSame(noted: ReadonlyMap<Schema, string> | undefined): boolean {
  return noted !== undefined && [...noted].every(([schema, description]) => schema.description === description);
}

function only<T>(all: ReadonlyMap<string, T>, files: readonly FileName[]): ReadonlyMap<FileName, T> {
  return new Map(
    files.flatMap((file): [FileName, T][] => {
      const found = all.get(file);
      return found === undefined ? [] : [[file, found]];
    }),
  );
}
