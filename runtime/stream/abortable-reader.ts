// Reads the bytes of a body until a signal is aborted, whatever the platform's fetch does.

/** The part of a stream's reader that is needed. */
export type BodyReader = Pick<ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, 'read' | 'cancel'>;

/**
 * A reader that fails with the signal's reason when the signal is aborted, and closes the connection. Node's fetch does so only while the request
 * exists, since it holds the signal by the request alone, and weakly (undici 7). The request may be collected as soon as the headers have arrived;
 * then a slow body would be read to its end.
 */
export function abortableReader(stream: ReadableStream<Uint8Array<ArrayBuffer>>, signal: AbortSignal | undefined): BodyReader {
  const reader = stream.getReader();
  if (signal === undefined) return reader;
  const stop = (): unknown => reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  reader.closed.catch(() => {}).then(() => signal.removeEventListener('abort', stop));
  return {
    cancel: (reason) => reader.cancel(reason),
    async read() {
      const step = await reader.read();
      // A cancelled reader reports the end of the stream.
      if (step.done) signal.throwIfAborted();
      return step;
    },
  };
}
