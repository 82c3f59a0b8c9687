// Writes strings, which are truncated to the width that the strategy declares.

import type { StoreResult } from '@octavo/interfaces/c-controller';
import type { Deps } from './deps.ts';
import { writeElements } from './elements.ts';
import { fitString, type ValueType } from './rules/values.ts';
import { requireTag, writeTag } from './tags.ts';

/** The width of a string for which the strategy declares none: the longest string that the service takes. */
const WIDEST = 1024;

/** Strings as they are read; they are written by the functions below. */
export const text: ValueType<string> = { store: (value) => value, read: (value) => value };

export async function writeString({ store }: Deps, name: string, value: string) {
  const body = await store.write(async (tables) => {
    const width = (await requireTag(tables, name, 'string')).width ?? WIDEST;
    const fitted = fitString(value, width);
    await writeTag(tables, name, 'string', fitted.text);
    return resultOf(fitted.isTruncated, width);
  });
  return { status: 200, body } as const;
}

export async function writeStrings(deps: Deps, name: string, start: number, values: readonly string[]) {
  let body = resultOf(false, WIDEST);
  await writeElements(deps, 'stringTable', name, start, ({ width }) => {
    const fitted = values.map((value) => fitString(value, width ?? WIDEST));
    body = resultOf(
      fitted.some(({ isTruncated }) => isTruncated),
      width ?? WIDEST,
    );
    return fitted.map((one) => one.text);
  });
  return { status: 200, body } as const;
}

function resultOf(isTruncated: boolean, width: number): StoreResult {
  if (!isTruncated) return { errorCode: 0, message: 'The string is stored.' };
  return { errorCode: -23, message: `Only the first ${width} characters are stored.` };
}
