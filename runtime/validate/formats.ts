// The checks of `format`: by character codes where that is faster, otherwise by regular expressions that run in linear time.

const DASH = 0x2d;
const COLON = 0x3a;

/** Two digits at `index` as a number, or 100, which is above each limit. */
function twoDigits(text: string, index: number): number {
  const tens = text.charCodeAt(index) - 0x30;
  const ones = text.charCodeAt(index + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : 100;
}

/** `full-date` of RFC 3339: a day that exists. */
export function isDate(text: string): boolean {
  return text.length === 10 && isDateAt(text);
}

function isDateAt(text: string): boolean {
  const century = twoDigits(text, 0);
  const year = twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (century > 99 || year > 99 || month < 1 || month > 12 || day < 1) return false;
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return false;
  if (day <= 28) return true;
  // From August on, the even months have 31 days.
  if (month !== 2) return day <= 30 + ((month + (month >> 3)) & 1);
  return day === 29 && (year === 0 ? century : year) % 4 === 0;
}

/** `full-time` of RFC 3339: with an offset. */
export function isTime(text: string): boolean {
  return isTimeAt(text, 0);
}

function isTimeAt(text: string, start: number): boolean {
  const hour = twoDigits(text, start);
  const minute = twoDigits(text, start + 3);
  const second = twoDigits(text, start + 6);
  if (hour > 23 || minute > 59 || second > 60) return false;
  if (text.charCodeAt(start + 2) !== COLON || text.charCodeAt(start + 5) !== COLON) return false;
  let index = start + 8;
  if (text.charCodeAt(index) === 0x2e) {
    const first = ++index;
    for (let digit = text.charCodeAt(index); digit >= 0x30 && digit <= 0x39; digit = text.charCodeAt(index)) index++;
    if (index === first) return false;
  }
  let offset = 0;
  const zone = text.charCodeAt(index);
  if ((zone | 0x20) === 0x7a) {
    if (index + 1 !== text.length) return false;
  } else {
    const hours = twoDigits(text, index + 1);
    const minutes = twoDigits(text, index + 4);
    if ((zone !== 0x2b && zone !== DASH) || text.charCodeAt(index + 3) !== COLON || index + 6 !== text.length) return false;
    if (hours > 23 || minutes > 59) return false;
    offset = (hours * 60 + minutes) * (zone === DASH ? -1 : 1);
  }
  // A leap second is the last of a day in UTC.
  return second < 60 || (hour * 60 + minute - offset + 1440) % 1440 === 1439;
}

/** `date-time` of RFC 3339. The letters may be small: they differ from capitals in one bit. */
export function isDateTime(text: string): boolean {
  const separator = text.charCodeAt(10);
  return (separator | 0x20) === 0x74 && isDateAt(text) && isTimeAt(text, 11);
}

const DURATION =
  /^P(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?|T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))$/;

/** RFC 3339 appendix A. */
export function isDuration(text: string): boolean {
  return DURATION.test(text);
}

const MAILBOX = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[A-Za-z\d]+(?:-+[A-Za-z\d]+)*(?:\.[A-Za-z\d]+(?:-+[A-Za-z\d]+)*)+$/;
const IDN_LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~\-\u0080-\uffff]+(?:\.[\w!#$%&'*+/=?^`{|}~\-\u0080-\uffff]+)*$/;

/** A common mailbox of RFC 5321: no quoted local part, no address literal, a domain with a dot. */
export function isEmail(text: string): boolean {
  if (!MAILBOX.test(text)) return false;
  // 63 is the lowest of the limits of length. The expression has checked all but these limits.
  if (text.length <= 63) return true;
  const at = text.indexOf('@');
  return at <= 64 && text.length - at <= 254 && !/[^.]{64}/.test(text.slice(at + 1));
}

/** `isEmail` with letters beyond ASCII (RFC 6531). */
export function isIdnEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  return at > 0 && at <= 64 && text.indexOf('.', at) > 0 && IDN_LOCAL_PART.test(text.slice(0, at)) && isIdnHostname(text.slice(at + 1));
}

/** RFC 1123: labels of letters, digits and inner hyphens. */
export function isHostname(text: string): boolean {
  if (text.length < 1 || text.length > 253) return false;
  let label = 0;
  let last = DASH;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x2e) {
      if (label === 0 || last === DASH) return false;
      label = 0;
    } else {
      if (!isAlphanumeric(code) && (code !== DASH || label === 0)) return false;
      if (++label > 63) return false;
    }
    last = code;
  }
  return label > 0 && last !== DASH;
}

// biome-ignore lint/suspicious/noMisleadingCharacterClass: the joiners stand for themselves
const IDN_LABEL = /^(?!-)(?!\p{M})[\p{L}\p{M}\p{N}\u00b7\u0375\u05f3\u05f4\u200c\u200d\u30fb-]{1,63}(?<!-)$/u;

/** Labels may have letters beyond ASCII. Checks the character classes of RFC 5892, not its contextual rules. */
export function isIdnHostname(text: string): boolean {
  return text.length <= 253 && text.split(/[.\u3002\uff0e\uff61]/).every((label) => IDN_LABEL.test(label));
}

function isAlphanumeric(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a);
}

function isHex(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66) || (code >= 0x41 && code <= 0x46);
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;

/** RFC 2673 section 3.2: four numbers, no leading zeros. */
export function isIpv4(text: string): boolean {
  return text.length <= 15 && IPV4.test(text);
}

/** RFC 4291 section 2.2: up to eight groups, one `::`, an IPv4 tail; no zone. */
export function isIpv6(text: string): boolean {
  if (text.length > 45) return false;
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const left = countGroups(halves[0] ?? '', halves.length === 1);
  const right = halves.length === 2 ? countGroups(halves[1] ?? '', true) : 0;
  if (left < 0 || right < 0) return false;
  return halves.length === 2 ? left + right <= 7 : left === 8;
}

/** Groups of 16 bits in one side of an address, or -1. */
function countGroups(text: string, last: boolean): number {
  if (text === '') return 0;
  const groups = text.split(':');
  const tail = groups.at(-1) ?? '';
  const hasIpv4 = last && tail.includes('.');
  if (hasIpv4 && !isIpv4(tail)) return -1;
  const plain = hasIpv4 ? groups.slice(0, -1) : groups;
  return plain.every((group) => /^[\da-f]{1,4}$/i.test(group)) ? plain.length + (hasIpv4 ? 2 : 0) : -1;
}

const UUID = /^[\da-fA-F]{8}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{12}$/;

/** RFC 9562: 8-4-4-4-12 hex digits. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

const JSON_POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;
const RELATIVE_JSON_POINTER = /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/;

/** RFC 6901. */
export function isJsonPointer(text: string): boolean {
  return JSON_POINTER.test(text);
}

export function isRelativeJsonPointer(text: string): boolean {
  return RELATIVE_JSON_POINTER.test(text);
}

/** A regular expression of ECMA-262 in Unicode mode. */
export function isRegex(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

const URI_TEMPLATE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 6570 excludes control characters
  /^(?:[^\x00-\x20"'<>%\\^`{|}]|%[\da-f]{2}|\{[+#./;?&=,!@|]?(?:\w|%[\da-f]{2})(?:[\w.]|%[\da-f]{2})*(?::[1-9]\d{0,3}|\*)?(?:,(?:\w|%[\da-f]{2})(?:[\w.]|%[\da-f]{2})*(?::[1-9]\d{0,3}|\*)?)*\})*$/i;

/** RFC 6570. */
export function isUriTemplate(text: string): boolean {
  return URI_TEMPLATE.test(text);
}

const BASE64 = /^[A-Za-z\d+/]*={0,2}$/;

/** Base64 of RFC 4648 section 4, with its padding. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && BASE64.test(text);
}

/** The most common URIs, which one expression recognizes. Others are parsed. */
const COMMON_URI =
  /^[A-Za-z][A-Za-z\d+.-]*:\/\/[\w.~-]+(?::\d+)?(?:\/[\w.~!$&'()*+,;=:@/-]*)?(?:\?[\w.~!$&'()*+,;=:@/?-]*)?(?:#[\w.~!$&'()*+,;=:@/?-]*)?$/;

/** RFC 3986: with a scheme. */
export function isUri(text: string): boolean {
  if (COMMON_URI.test(text)) return true;
  const colon = schemeEnd(text);
  return colon > 0 && isHierarchy(text, colon + 1, false);
}

/** RFC 3986 section 4.1: a URI or a relative reference. */
export function isUriReference(text: string): boolean {
  return isReference(text, false);
}

/** RFC 3987. */
export function isIri(text: string): boolean {
  if (COMMON_URI.test(text)) return true;
  const colon = schemeEnd(text);
  return colon > 0 && isHierarchy(text, colon + 1, true);
}

export function isIriReference(text: string): boolean {
  return isReference(text, true);
}

function isReference(text: string, iri: boolean): boolean {
  if (COMMON_URI.test(text)) return true;
  const colon = schemeEnd(text);
  if (colon > 0) return isHierarchy(text, colon + 1, iri);
  // Without a scheme, the first segment of a path has no colon.
  const end = text.search(/[:/?#]/);
  return (end < 0 || text.charCodeAt(end) !== COLON) && isHierarchy(text, 0, iri);
}

/** Index of the colon that ends the scheme, or -1. */
function schemeEnd(text: string): number {
  const first = text.charCodeAt(0) | 0x20;
  if (!(first >= 0x61 && first <= 0x7a)) return -1;
  for (let index = 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === COLON) return index;
    if (!isAlphanumeric(code) && code !== 0x2b && code !== DASH && code !== 0x2e) return -1;
  }
  return -1;
}

/** The ASCII characters that a path, query or fragment may contain. `?`, `#` and `%` are handled separately. */
const URI_CHARACTERS = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w.~!$&'()*+,;=:@/-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Authority, path, query and fragment from `start` to the end. */
function isHierarchy(text: string, start: number, iri: boolean): boolean {
  let index = start;
  if (text.charCodeAt(index) === 0x2f && text.charCodeAt(index + 1) === 0x2f) {
    index = authorityEnd(text, index + 2);
    if (!isAuthority(text.slice(start + 2, index), iri)) return false;
  }
  let fragment = false;
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 128) {
      if (!iri || code === 0xfffe || code === 0xffff || (code >= 0x80 && code <= 0x9f)) return false;
    } else if (code === 0x25) {
      if (!isHex(text.charCodeAt(index + 1)) || !isHex(text.charCodeAt(index + 2))) return false;
    } else if (code === 0x23) {
      if (fragment) return false;
      fragment = true;
    } else if (code !== 0x3f && URI_CHARACTERS[code] !== 1) return false;
  }
  return true;
}

function authorityEnd(text: string, start: number): number {
  let index = start;
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x2f || code === 0x3f || code === 0x23) break;
  }
  return index;
}

const AUTHORITY = /^(?:(?:[\w.~!$&'()*+,;=:-]|%[\da-f]{2})*@)?(?:\[([^\]]*)\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;
const IRI_AUTHORITY =
  /^(?:(?:[\w.~!$&'()*+,;=:\-\u00a0-\ufffd]|%[\da-f]{2})*@)?(?:\[([^\]]*)\]|(?:[\w.~!$&'()*+,;=\-\u00a0-\ufffd]|%[\da-f]{2})*)(?::\d*)?$/i;
const IP_FUTURE = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i;

function isAuthority(text: string, iri: boolean): boolean {
  const match = (iri ? IRI_AUTHORITY : AUTHORITY).exec(text);
  if (match === null) return false;
  const literal = match[1];
  return literal === undefined || isIpv6(literal) || IP_FUTURE.test(literal);
}
