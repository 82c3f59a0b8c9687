// Text as base64url, for links (RFC 4648 section 5).

export function toBase64url(text: string): string {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** @throws {Error} for a text that is not base64url, or not UTF-8 */
export function fromBase64url(encoded: string): string {
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (sign) => sign.charCodeAt(0)));
}

/** Characters of a link, which browsers and chats still take. */
export const LONGEST_LINK = 60_000;
