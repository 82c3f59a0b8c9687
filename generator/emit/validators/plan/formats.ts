// Lists the formats that generated validators check, with the function that checks each; other formats are annotations.
import { INTEGER_RANGES } from '@octavo/runtime/facts';

const STRING_FORMATS = [
  ['date-time', 'isDateTime'],
  ['date', 'isDate'],
  ['time', 'isTime'],
  ['duration', 'isDuration'],
  ['email', 'isEmail'],
  ['idn-email', 'isIdnEmail'],
  ['hostname', 'isHostname'],
  ['idn-hostname', 'isIdnHostname'],
  ['ipv4', 'isIpv4'],
  ['ipv6', 'isIpv6'],
  ['uri', 'isUri'],
  ['uri-reference', 'isUriReference'],
  ['iri', 'isIri'],
  ['iri-reference', 'isIriReference'],
  ['uri-template', 'isUriTemplate'],
  ['uuid', 'isUuid'],
  ['json-pointer', 'isJsonPointer'],
  ['relative-json-pointer', 'isRelativeJsonPointer'],
  ['regex', 'isRegex'],
  ['byte', 'isBase64'],
] as const;

/** Formats that have another check with `formats: 'lenient'`. */
const LENIENT_FORMATS = [
  ['date-time', 'isLenientDateTime'],
  ['time', 'isLenientTime'],
  ['duration', 'isLenientDuration'],
] as const;

/** A function of the runtime that checks a format. */
export type FormatCheck = (typeof STRING_FORMATS | typeof LENIENT_FORMATS)[number][1];

/**
 * Whether validators check `format` (`assert`), check it and accept what other languages write for durations and times (`lenient`), or treat it as an
 * annotation (`annotate`).
 */
export type FormatMode = 'assert' | 'lenient' | 'annotate';

export const stringFormats: ReadonlyMap<string, FormatCheck> = new Map(STRING_FORMATS);
export const lenientFormats: ReadonlyMap<string, FormatCheck> = new Map(LENIENT_FORMATS);

/** The check of a format of strings; `undefined` where it is an annotation. */
export function formatCheck(format: string, mode: FormatMode): FormatCheck | undefined {
  if (mode === 'annotate') return undefined;
  return (mode === 'lenient' ? lenientFormats.get(format) : undefined) ?? stringFormats.get(format);
}

/**
 * The lowest and highest integer of each number format. No double holds 2^63 − 1 or 2^64 − 1 exactly, so the first double above is the limit, and itself
 * out of range.
 */
export const integerFormats: ReadonlyMap<string, readonly [lowest: number, highest: number]> = new Map(
  [...INTEGER_RANGES].map(([format, [least, most]]) => [format, [Number(least), Number(most)]]),
);
