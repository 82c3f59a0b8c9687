// Collects the pieces of a line or item that arrives in several chunks, up to a limit.
import { SyntaxFault } from '../contract/errors.ts';

/** One growing array, so that a sender of single bytes does not cost an object for each byte. */
export interface ByteBuffer {
  readonly length: number;
  /** @throws {SyntaxFault} past the limit. */
  hold(piece: Uint8Array<ArrayBuffer>): void;
  /** Returns what is held, with `piece` at its end, and empties the buffer. Valid until the next `hold`. @throws {SyntaxFault} past the limit. */
  take(piece?: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
}

export function createBuffer(limit: number): ByteBuffer {
  let bytes = new Uint8Array(0);
  let length = 0;
  const check = (wanted: number): void => {
    if (wanted > limit) throw new SyntaxFault(`has more than ${limit} bytes`);
  };
  const hold = (piece: Uint8Array<ArrayBuffer>): void => {
    const wanted = length + piece.length;
    check(wanted);
    if (wanted > bytes.length) {
      const grown = new Uint8Array(Math.min(limit, Math.max(wanted, 2 * bytes.length, 256)));
      grown.set(bytes.subarray(0, length));
      bytes = grown;
    }
    bytes.set(piece, length);
    length = wanted;
  };
  return {
    get length() {
      return length;
    },
    hold,
    take(piece) {
      if (length === 0 && piece !== undefined) {
        check(piece.length);
        return piece;
      }
      if (piece !== undefined) hold(piece);
      const taken = bytes.subarray(0, length);
      length = 0;
      return taken;
    },
  };
}
