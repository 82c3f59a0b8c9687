// Watches the body of an answer while it is sent, and can break it off.
import type { ByteStream } from '../contract/body.ts';
import { pumpOf, withPump } from './pump.ts';

export interface StreamWatch {
  /** Called with the length of each chunk before it is passed on. */
  passes(bytes: number): void;
  /** Called once, when the stream has ended for whatever reason. */
  ended(): void;
  /** When it is aborted, the stream fails with its reason, and what feeds it is closed. */
  readonly signal: AbortSignal;
}

/** The same stream of bytes, under watch. Items cost no more promises than they do without it. */
export function watchStream(stream: ByteStream, { passes, ended, signal }: StreamWatch): ByteStream {
  const reader = stream.getReader();
  let isOpen = true;
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
  const end = (act: () => void): void => {
    if (!isOpen) return;
    isOpen = false;
    signal.removeEventListener('abort', breakOff);
    act();
    ended();
  };
  const breakOff = (): void => {
    end(() => controller.error(signal.reason));
    reader.cancel(signal.reason).catch(() => {});
  };
  signal.addEventListener('abort', breakOff);
  const watched: ByteStream = new ReadableStream(
    {
      start(given) {
        controller = given;
      },
      async pull() {
        try {
          const step = await reader.read();
          if (step.done) {
            end(() => controller.close());
            return;
          }
          passes(step.value.length);
          if (isOpen) controller.enqueue(step.value);
        } catch (error) {
          end(() => controller.error(error));
        }
      },
      cancel(reason) {
        end(() => {});
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  const pump = pumpOf(stream);
  if (pump === undefined) return watched;
  return withPump(watched, (take) => {
    pump((bytes) => {
      passes(bytes.length);
      return take(bytes);
    });
    reader.closed.then(
      () => end(() => controller.close()),
      (error: unknown) => end(() => controller.error(error)),
    );
  });
}
