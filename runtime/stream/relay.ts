// Streams of bytes put one after the other, or handed on with another error: nothing is read before somebody asks for it.

import type { ByteStream } from '../contract/body.ts';
import type { BodyReader } from './heed.ts';

/** The reader's stream again; where it breaks, `broken` gives the error that its reader gets. `index`: bytes that came. */
export function relay(reader: BodyReader, broken: (error: unknown, index: number) => unknown): ByteStream {
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
          controller.error(broken(error, index));
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** All of them, each begun when its turn comes. Cancelling ends those that are still to come, too. */
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
