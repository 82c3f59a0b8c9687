// Makes identifiers and keys: random ones, or the same ones in each run where the source is seeded.

import { createHash, randomBytes } from 'node:crypto';

/** A source of identifiers. Each service makes them in the form that its document shows. */
export interface Ids {
  /** `length` characters of `alphabet`, each equally likely. At most 256 different characters. */
  text(length: number, alphabet: string): string;
  /** Lower-case hexadecimal digits. */
  hex(length: number): string;
  /** A UUID, version 4 (RFC 9562 section 5.4). */
  uuid(): string;
}

/** An alphabet for identifiers: digits and both cases of the Latin letters. */
export const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

type Bytes = (count: number) => Uint8Array;

/** @param seed Absent: cryptographically random. Given: the same identifiers in the same order each time, which others can predict. */
export function createIds(seed?: string): Ids {
  const bytes: Bytes = seed === undefined ? randomPool() : seededBytes(seed);
  const hex = (length: number) => text(bytes, length, '0123456789abcdef');
  return {
    text: (length, alphabet) => text(bytes, length, alphabet),
    hex,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${text(bytes, 1, '89ab')}${hex(3)}-${hex(12)}`,
  };
}

function text(bytes: Bytes, length: number, alphabet: string): string {
  // A byte at or above the largest multiple of the alphabet's size is skipped: otherwise the first characters would be more likely.
  const end = 256 - (256 % alphabet.length);
  let made = '';
  while (made.length < length) {
    for (const byte of bytes(length - made.length)) if (byte < end) made += alphabet[byte % alphabet.length];
  }
  return made;
}

const POOL_BYTES = 4096;

/** Draws many bytes at once: a draw of a few takes ten times as long as their part of a large one. */
function randomPool(): Bytes {
  let rest = Buffer.alloc(0);
  return (count) => {
    if (rest.length < count) rest = randomBytes(Math.max(POOL_BYTES, count));
    const taken = rest.subarray(0, count);
    rest = rest.subarray(count);
    return taken;
  };
}

/** SHA-256 of the seed and a counter, block after block. */
function seededBytes(seed: string): Bytes {
  let counter = 0;
  let rest = Buffer.alloc(0);
  return (count) => {
    while (rest.length < count) {
      rest = Buffer.concat([rest, createHash('sha256').update(`${seed}:${counter}`).digest()]);
      counter += 1;
    }
    const taken = rest.subarray(0, count);
    rest = rest.subarray(count);
    return taken;
  };
}
