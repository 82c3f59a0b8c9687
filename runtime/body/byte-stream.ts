// Bytes that are read and sent as they come, and never held whole: what uploads and downloads larger than memory are made of.
import type { BodyCodec, ByteSource, ByteStream } from '../contract/body.ts';
import { BrokenStreamError } from '../contract/stream-errors.ts';
import { heed } from '../stream/heed.ts';
import { relay } from '../stream/relay.ts';
import { bytes } from './body.ts';

/** Any bytes, of a media type with `x-stream: bytes`: a `ByteSource` at both ends, which no limit of size counts. */
export const byteStream: BodyCodec = {
  kind: 'bytes',
  encode: (value, contentType) => bytes.encode(value, contentType),
  decode: (body, contentType) => bytes.decode(body, contentType),
  open(stream, contentType, { operation, status, signal }): ByteSource {
    const take = once(stream);
    const place = (index: number) =>
      ({ operation, status, stream: status === undefined ? 'request' : 'answer', index, unit: 'byte' }) as const;
    const broken = (error: unknown, index: number) => (signal?.aborted === true ? error : new BrokenStreamError(place(index), error));
    return { type: contentType, stream: () => relay(heed(take(), signal), broken) };
  },
};

/** What bytes may be taken from: a stream, or anything that gives them in pieces, such as a file that Node reads. */
export type ByteChunks = ReadableStream<Uint8Array<ArrayBuffer>> | AsyncIterable<Uint8Array<ArrayBuffer>>;

export interface StreamedFileOptions {
  /** Default: `blob`, as of a `Blob` without a name. */
  readonly name?: string;
  /** Media type. Default: none, and the document's is sent. */
  readonly type?: string;
}

/**
 * A file of which there is only a stream, for a body or a field of a multipart body: it is sent while it is read. It can be read once, its `size`
 * is `NaN`, and nothing but Octavo's ends should be given it: the platform would send an empty file. Browsers send streams over HTTP/2 only.
 */
export function streamedFile(source: ByteChunks, options: StreamedFileOptions = {}): File {
  const { name = 'blob', type = '' } = options;
  const take = once(source instanceof ReadableStream ? source : streamOf(source));
  const whole = () => new Response(take());
  const file = new File([], name, { type });
  // Own properties, before those of `File`: `bytes.encode` and multipart bodies tell such a file by its own `stream`.
  return Object.defineProperties(file, {
    stream: { value: take },
    size: { value: Number.NaN },
    arrayBuffer: { value: () => whole().arrayBuffer() },
    bytes: { value: async () => new Uint8Array(await whole().arrayBuffer()) },
    text: { value: () => whole().text() },
    slice: {
      value() {
        throw new TypeError('A file of which there is only a stream has no slices.');
      },
    },
  });
}

function once(stream: ByteStream): () => ByteStream {
  let taken = false;
  return () => {
    if (taken) throw new TypeError('These bytes have been read: there is only a stream of them.');
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
