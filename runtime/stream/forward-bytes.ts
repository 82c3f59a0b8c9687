// Streams of bytes made of other streams of bytes. Nothing is read before the new stream is read.
import type { ByteStream } from '../contract/body.ts';
import type { BodyReader } from './abortable-reader.ts';

/** The bytes of the reader. Where it fails, the stream fails with what `errorOf` returns; `index` is the number of bytes before the failure. */
export function forwardBytes(reader: BodyReader, errorOf: (error: unknown, index: number) => unknown): ByteStream {
  let index = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const step = await reader.read();
          if (step.done) {
            controller.close();
            return;
          }
          index += step.value.length;
          controller.enqueue(step.value);
        } catch (error) {
          controller.error(errorOf(error, index));
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** The bytes of all pieces, one after the other; a piece is opened when its turn comes. Cancelling also cancels the pieces that are left. */
export function concatenated(pieces: readonly Blob[]): ByteStream {
  const rest = [...pieces];
  let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
  return new ReadableStream(
    {
      async pull(controller) {
        for (;;) {
          reader ??= rest.shift()?.stream().getReader();
          if (reader === undefined) {
            controller.close();
            return;
          }
          const step = await reader.read();
          if (!step.done) {
            controller.enqueue(step.value);
            return;
          }
          reader = undefined;
        }
      },
      async cancel(reason) {
        await reader?.cancel(reason);
        for (const piece of rest.splice(0)) await piece.stream().cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
