// Says whether bytes are a picture that a profile can have.

export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif';

/** How files of each type begin. */
const STARTS: readonly (readonly [PictureType, readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
];

export const MOST_PICTURE_BYTES = 700 * 1024;

/** By the first bytes; `undefined` for what is no picture. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | undefined {
  return STARTS.find(([, start]) => start.every((byte, index) => bytes[index] === byte))?.[0];
}

/** The bytes of a text in Base64 (RFC 4648 section 4); `undefined` for another text. */
export function fromBase64(text: string): Uint8Array | undefined {
  const compact = text.replaceAll(/\s/g, '');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(compact) && compact.length % 4 !== 1 ? Buffer.from(compact, 'base64') : undefined;
}
