// The formats that generated validators check, and what checks them; other formats are annotations.

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

/** A function of the runtime that checks a format. */
export type FormatCheck = (typeof STRING_FORMATS)[number][1];

export const stringFormats: ReadonlyMap<string, FormatCheck> = new Map(STRING_FORMATS);

/** Lowest and highest integer of the number formats (OpenAPI format registry). `float` and `double` say how a number is held, not which. */
export const integerFormats: ReadonlyMap<string, readonly [lowest: number, highest: number]> = new Map([
  ['int8', [-(2 ** 7), 2 ** 7 - 1]],
  ['uint8', [0, 2 ** 8 - 1]],
  ['int16', [-(2 ** 15), 2 ** 15 - 1]],
  ['uint16', [0, 2 ** 16 - 1]],
  ['int32', [-(2 ** 31), 2 ** 31 - 1]],
  ['uint32', [0, 2 ** 32 - 1]],
  // The bounds of 64 bits, less one, have no exact double: numbers from the next double on are out of range.
  ['int64', [-(2 ** 63), 2 ** 63]],
  ['uint64', [0, 2 ** 64]],
] as const);
