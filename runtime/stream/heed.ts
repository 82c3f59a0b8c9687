// Reads bodies so that an abort ends the reading, whatever the platform's fetch makes of it.

/** What of a stream's reader is needed. */
export type BodyReader = Pick<ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, 'read' | 'cancel'>;

/**
 * A reader that fails with the signal's reason when it is aborted, and gives the connection up. Node's fetch is meant to do so itself, but knows
 * the signal by the request alone (weakly, undici 7): once that is collected, which may be as soon as the headers have come, a body that
 * drips is read for as long as it drips.
 */
export function heed(stream: ReadableStream<Uint8Array<ArrayBuffer>>, signal: AbortSignal | undefined): BodyReader {
  const reader = stream.getReader();
  if (signal === undefined) return reader;
  const stop = (): void => {
    reader.cancel(signal.reason).catch(() => {});
  };
  const untie = (): void => signal.removeEventListener('abort', stop);
  reader.closed.then(untie, untie);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop);
  return {
    cancel: (reason) => reader.cancel(reason),
    async read() {
      const step = await reader.read();
      // A reader that was cancelled says that all has come.
      if (step.done) signal.throwIfAborted();
      return step;
    },
  };
}
