// Lets an adapter take the chunks of a stream one by one as they are made, without the queue and the promises of a `ReadableStream` for each.
import type { ByteStream } from '../contract/body.ts';

/** Takes a chunk. Where the taker is behind, it returns when it will have caught up. */
export type TakeBytes = (bytes: Uint8Array<ArrayBuffer>) => Promise<void> | undefined;

/**
 * Gives all chunks to a taker, and closes the stream, or lets it fail, when it is done. Only the holder of the stream's reader may call it, and must
 * not read then: `closed` of the reader says how the stream ended, and `cancel` ends it early.
 */
export type Pump = (take: TakeBytes) => void;

const pumps = /* @__PURE__ */ new WeakMap<ReadableStream, Pump>();

/** `undefined` for a stream that can only be read. */
export function pumpOf(stream: ReadableStream): Pump | undefined {
  return pumps.get(stream);
}

/** @returns the stream */
export function withPump(stream: ByteStream, pump: Pump): ByteStream {
  pumps.set(stream, pump);
  return stream;
}
