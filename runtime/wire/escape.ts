// How text is escaped where percent-encoding is not enough, not wanted or not needed: one function for each such cell of the parameter table.
import type { Encodable, Escape } from '../contract/codec.ts';
import { percent } from './encode.ts';
import { percentEncode } from './text.ts';

/** `.` stands between the parts of a label. */
export function escapeLabel(text: string): string | undefined {
  return percentEncode(text)?.replaceAll('.', '%2E');
}

/** Items are joined by an escaped blank, so that no item can hold one. */
export function escapeSpaced(text: string, _: Encodable, part: boolean): string | undefined {
  return part && text.includes(' ') ? undefined : percentEncode(text);
}

export function escapePiped(text: string, _: Encodable, part: boolean): string | undefined {
  return part && text.includes('|') ? undefined : percentEncode(text);
}

/** Headers are not percent-encoded (OpenAPI 3.1.1 appendix D), so a list's items may not hold its comma or end in blanks. */
export function escapeHeaderPart(text: string, _: Encodable, part: boolean): string | undefined {
  return part && (text.includes(',') || text.trim() !== text) ? undefined : text;
}

/** OpenAPI 3.2 style `cookie`: as it is, if RFC 6265 section 4.1.1 has it in a cookie-octet. A list's items may not hold its comma. */
export function escapeCookie(text: string): string | undefined {
  return /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(text) ? text : undefined;
}

const RESERVED = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B|3D|5B|5D)/g;

/**
 * `allowReserved`: reserved characters as they are (RFC 6570 section 3.2.3), but for those that would end or change the value where it
 * stands: `&`, `#`, `+` and `%` anywhere, `/?[]` in a path, `;` and `,` in cookies, and in lists and objects what parts them.
 */
export function reserved(text: string, parameter: Encodable, part: boolean): string | undefined {
  const { in: where, codec } = parameter;
  const kept = (where === 'path' ? '/?[]' : where === 'cookie' ? ';,' : '') + (part || codec.style === 'matrix' ? ',;=' : '');
  return (codec.escape ?? percent)(text, parameter, part)?.replace(RESERVED, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
    return kept.includes(character) ? triplet : character;
  });
}

/**
 * Of a path parameter that another one follows in its segment, `{a}-{b}`: what stands between them is escaped in the first, so that servers part
 * the two where the caller did.
 */
/* @__NO_SIDE_EFFECTS__ */
export function before(separator: string, own?: Escape): Escape {
  const escaped = `%${separator.charCodeAt(0).toString(16).toUpperCase()}`;
  return (text, parameter, part) => (own ?? parameter.codec.escape ?? percent)(text, parameter, part)?.replaceAll(separator, escaped);
}
