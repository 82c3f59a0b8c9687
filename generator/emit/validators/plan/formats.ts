// Says which function of the runtime checks a format in generated validators.
import { FORMATS, type FormatCheck, INTEGER_RANGES } from '@octavo/runtime/facts';

/**
 * Whether validators check `format` (`assert`), check it and accept what other languages write for durations and times (`lenient`), or treat it as an
 * annotation (`annotate`).
 */
export type FormatMode = 'assert' | 'lenient' | 'annotate';

/** The check of a format of strings; `undefined` where it is an annotation. */
export function formatCheck(format: string, mode: FormatMode): FormatCheck | undefined {
  if (mode === 'annotate') return undefined;
  const row = FORMATS.get(format);
  return (mode === 'lenient' ? row?.lenient : undefined) ?? row?.check;
}

/**
 * The lowest and highest integer of each number format. No double holds 2^63 − 1 or 2^64 − 1 exactly, so the first double above is the limit, and
 * itself out of range.
 */
export const integerFormats: ReadonlyMap<string, readonly [lowest: number, highest: number]> = new Map(
  [...INTEGER_RANGES].map(([format, [least, most]]) => [format, [Number(least), Number(most)]]),
);
