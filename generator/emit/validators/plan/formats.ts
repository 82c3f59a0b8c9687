// Lists the formats that generated validators check, with the function that checks each; other formats are annotations.

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

/** The lowest and highest integer of each number format (OpenAPI format registry). `float` and `double` are not checked: they set no bounds. */
export const integerFormats: ReadonlyMap<string, readonly [lowest: number, highest: number]> = new Map([
  ['int8', [-(2 ** 7), 2 ** 7 - 1]],
  ['uint8', [0, 2 ** 8 - 1]],
  ['int16', [-(2 ** 15), 2 ** 15 - 1]],
  ['uint16', [0, 2 ** 16 - 1]],
  ['int32', [-(2 ** 31), 2 ** 31 - 1]],
  ['uint32', [0, 2 ** 32 - 1]],
  // No double holds 2^63 − 1 or 2^64 − 1 exactly, so the first double above is the limit, and itself out of range.
  ['int64', [-(2 ** 63), 2 ** 63]],
  ['uint64', [0, 2 ** 64]],
] as const);
