// Joins chunks of bytes into one array.

/** `length` is that of all chunks together. One chunk is returned itself, not copied. */
export function joinBytes(chunks: readonly Uint8Array<ArrayBuffer>[], length: number): Uint8Array<ArrayBuffer> {
  const [first] = chunks;
  if (first?.length === length) return first;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
