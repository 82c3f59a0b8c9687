// Cuts bytes that arrive in pieces of any size into chunks of one size.

/** Bytes of a chunk. Larger ones hold up the event loop and memory longer, and smaller ones are more rows. */
export const CHUNK = 512 * 1024;

/** Gives chunks of `CHUNK` bytes; the last may have fewer. They are views of one buffer: each is valid until the next is asked for. */
export async function* inChunks(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  // Most blobs are small, and make do with less.
  let buffer = new Uint8Array(0);
  let filled = 0;
  for await (const piece of source) {
    for (let from = 0; from < piece.byteLength; ) {
      const taken = piece.subarray(from, from + CHUNK - filled);
      if (buffer.byteLength < filled + taken.byteLength) buffer = grown(buffer, filled + taken.byteLength);
      buffer.set(taken, filled);
      filled += taken.byteLength;
      from += taken.byteLength;
      if (filled < CHUNK) continue;
      yield buffer;
      filled = 0;
    }
  }
  if (filled > 0) yield buffer.subarray(0, filled);
}

function grown(buffer: Uint8Array<ArrayBuffer>, least: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.min(CHUNK, Math.max(least, 2 * buffer.byteLength)));
  larger.set(buffer);
  return larger;
}
