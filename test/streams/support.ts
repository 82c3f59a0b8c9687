// Converts text to byte streams, split at any position, and back.
import type { BodyCodec, ByteStream, ItemWriting } from '@octavo/runtime';
import { expect } from 'vitest';

type Bytes = Uint8Array<ArrayBuffer>;

export function bytesOf(...parts: readonly (string | readonly number[])[]): Bytes {
  const pieces = parts.map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : Uint8Array.from(part)));
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}

/** Splits the bytes at the given offsets. */
export function chunksOf(bytes: Bytes, cuts: readonly number[] = []): Bytes[] {
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  const chunks: Bytes[] = [];
  let start = 0;
  for (const end of [...ends, bytes.length]) {
    chunks.push(bytes.slice(start, end));
    start = end;
  }
  return chunks;
}

export function streamOf(chunks: Iterable<Bytes>): ByteStream {
  const iterator = chunks[Symbol.iterator]();
  return new ReadableStream<Bytes>({
    pull(controller) {
      const step = iterator.next();
      if (step.done === true) controller.close();
      else controller.enqueue(step.value);
    },
  });
}

function itemsOf(codec: BodyCodec) {
  if (codec.items === undefined) throw new Error('not a stream');
  return codec.items;
}

export function decode(codec: BodyCodec, chunks: Iterable<Bytes>): AsyncIterable<unknown> {
  return itemsOf(codec).decode(streamOf(chunks), { operation: 'watch', status: 200 });
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

export function encode(codec: BodyCodec, source: unknown, writing?: ItemWriting): ByteStream {
  const stream = itemsOf(codec).encode(source, writing);
  if (stream === undefined) throw new Error('not iterable');
  return stream;
}

export function textOf(codec: BodyCodec, source: unknown): Promise<string> {
  return new Response(encode(codec, source)).text();
}

/** Waits until the condition is true. */
export async function until(holds: () => boolean): Promise<void> {
  await expect.poll(holds).toBe(true);
}
