// Escapes of the parameter table where plain percent-encoding is wrong: too weak, not wanted or not needed.
import type { Encodable, Escape } from '../contract/codec.ts';
import { percent } from './encode.ts';
import { percentEncode } from './text.ts';

/** `.` separates the items of a label. */
export function escapeLabel(text: string): string | undefined {
  return percentEncode(text)?.replaceAll('.', '%2E');
}

/** An escaped space separates the items, so that no item may contain one. */
export function escapeSpaced(text: string, _: Encodable, isItem?: boolean): string | undefined {
  return isItem && text.includes(' ') ? undefined : percentEncode(text);
}

/** An escaped `|` separates the items. */
export function escapePiped(text: string, _: Encodable, isItem?: boolean): string | undefined {
  return isItem && text.includes('|') ? undefined : percentEncode(text);
}

/** Headers are not percent-encoded (OpenAPI 3.1.1 appendix D), so that items must not contain a comma, or begin or end with a space. */
export function escapeHeaderItem(text: string, _: Encodable, isItem?: boolean): string | undefined {
  return isItem && (text.includes(',') || text.trim() !== text) ? undefined : text;
}

/** OpenAPI 3.2 style `cookie`: unchanged, if all characters are cookie-octets (RFC 6265 section 4.1.1). The comma separates items, and is refused. */
export function escapeCookie(text: string): string | undefined {
  return /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(text) ? text : undefined;
}

const RESERVED = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B|3D|5B|5D)/g;

/**
 * `allowReserved`: reserved characters stay unescaped (RFC 6570 section 3.2.3), except those that would end or change the value:
 * `&`, `#`, `+` and `%` anywhere, `/?[]` in a path, `;` and `,` in cookies, and in lists and objects their separators.
 */
export function reserved(text: string, parameter: Encodable, isItem?: boolean): string | undefined {
  const { in: where, codec } = parameter;
  const kept = (where === 'path' ? '/?[]' : where === 'cookie' ? ';,' : '') + (isItem || codec.style === 'matrix' ? ',;=' : '');
  return (codec.escape ?? percent)(text, parameter, isItem)?.replace(RESERVED, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
    return kept.includes(character) ? triplet : character;
  });
}

/**
 * For a path parameter that another one follows in the same segment, `{a}-{b}`: escapes the character between them in the first, so that servers
 * split the segment where the caller joined it.
 */
/* @__NO_SIDE_EFFECTS__ */
export function before(separator: string, own?: Escape): Escape {
  const escaped = `%${separator.charCodeAt(0).toString(16).toUpperCase()}`;
  return (text, parameter, isItem) => (own ?? parameter.codec.escape ?? percent)(text, parameter, isItem)?.replaceAll(separator, escaped);
}
