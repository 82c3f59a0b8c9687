// Bytes that are read and sent as they arrive, never held as a whole: for uploads and downloads larger than memory.
import type { BodyCodec, ByteSource, ByteStream } from '../contract/body.ts';
import { BrokenStreamError } from '../contract/stream-errors.ts';
import { abortableReader } from '../stream/abortable-reader.ts';
import { forwardBytes } from '../stream/forward-bytes.ts';
import { bytes } from './body.ts';

/** The codec of a media type with `x-stream: bytes`: a `ByteSource` at both ends, without a limit of size. */
export const byteStream: BodyCodec = {
  kind: 'bytes',
  encode: (value, contentType) => bytes.encode(value, contentType),
  decode: (body, contentType) => bytes.decode(body, contentType),
  open({ body, status }, contentType, { operation, signal }): ByteSource {
    const take = once(body ?? new Blob().stream());
    const position = (index: number) =>
      ({ operation, status, stream: status === undefined ? 'request' : 'response', index, unit: 'byte' }) as const;
    const broken = (error: unknown, index: number) => (signal?.aborted === true ? error : new BrokenStreamError(position(index), error));
    return { type: contentType, stream: () => forwardBytes(abortableReader(take(), signal), broken) };
  },
};

/** A source of bytes: a stream, or an iterable of chunks, such as a file that Node reads. */
export type ByteChunks = ReadableStream<Uint8Array<ArrayBuffer>> | AsyncIterable<Uint8Array<ArrayBuffer>>;

export interface StreamedFileOptions {
  /** Default: `blob`, as for a `Blob`. */
  readonly name?: string;
  /** Media type. Default: the declared one is sent. */
  readonly type?: string;
}

/**
 * A file that is sent while it is read from a stream, for a body or a field of a multipart body. It can be read once, and its `size` is `NaN`. Pass
 * it to Octavo only: the platform itself would send an empty file. Browsers send streams only over HTTP/2.
 */
export function streamedFile(source: ByteChunks, options: StreamedFileOptions = {}): File {
  const { name = 'blob', type = '' } = options;
  const take = once(source instanceof ReadableStream ? source : streamOf(source));
  const whole = () => new Response(take());
  const file = new File([], name, { type });
  // Own properties hide those of `File`. `bytes.encode` and multipart bodies recognize such a file by its own `stream`.
  return Object.defineProperties(file, {
    stream: { value: take },
    size: { value: Number.NaN },
    arrayBuffer: { value: () => whole().arrayBuffer() },
    bytes: { value: async () => new Uint8Array(await whole().arrayBuffer()) },
    text: { value: () => whole().text() },
    slice: {
      value() {
        throw new TypeError('A streamed file cannot be sliced.');
      },
    },
  });
}

function once(stream: ByteStream): () => ByteStream {
  let taken = false;
  return () => {
    if (taken) throw new TypeError('These bytes have been read already: a stream can be read only once.');
    taken = true;
    return stream;
  };
}

function streamOf(source: AsyncIterable<Uint8Array<ArrayBuffer>>): ByteStream {
  let iterator: AsyncIterator<Uint8Array<ArrayBuffer>> | undefined;
  return new ReadableStream(
    {
      async pull(controller) {
        iterator ??= source[Symbol.asyncIterator]();
        const step = await iterator.next();
        if (step.done === true) controller.close();
        else controller.enqueue(step.value);
      },
      async cancel() {
        await (iterator ?? source[Symbol.asyncIterator]()).return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
