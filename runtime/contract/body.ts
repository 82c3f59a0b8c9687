// The codec of a body as data that rows of operations name: whole bodies, bytes that are read as they come, and streams of items.
import type { Validator } from './issue.ts';

export type ByteStream = ReadableStream<Uint8Array<ArrayBuffer>>;

/** A body as `fetch` and `Response` take it. `contentType` is absent where the platform must write it itself (the boundary of a `FormData`). */
export interface EncodedBody {
  /** `undefined`: the value has no form in the media type. */
  readonly body: string | Blob | FormData | Uint8Array<ArrayBuffer> | ByteStream | undefined;
  readonly contentType?: string;
}

/** As `JSON.stringify`: `undefined` for what has no JSON. */
export type WriteJson = (value: unknown) => string | undefined;

/** Bytes to be read as they come: a `Blob` or `File`, a `streamedFile`, or a body that has begun to arrive, which can be read once. */
export interface ByteSource {
  /** Media type; `''` where there is none. */
  readonly type: string;
  stream(): ByteStream;
}

/** Reads a JSON text, from its bytes or decoded. Throws a `SyntaxFault`. */
export type ParseJson = (source: Uint8Array | string) => unknown;

export interface BodyCodec {
  readonly kind: 'json' | 'form' | 'multipart' | 'text' | 'bytes' | 'stream';
  /** `contentType` as the document has it. `signal` ends what is sent as a stream. `stringify` writes the JSON that the body is or holds. */
  encode(value: unknown, contentType: string, signal?: AbortSignal, stringify?: WriteJson): EncodedBody;
  /**
   * `parse` reads the JSON that the body is or holds: servers hand in a stricter one than the platform's.
   * @throws {SyntaxFault} when the bytes are not of the format.
   * @throws {UnsupportedMediaFault} when the charset is not.
   */
  decode(bytes: Uint8Array<ArrayBuffer>, contentType: string, parse?: ParseJson): unknown;
  /** Of bytes that are read as they come: what stands for a body that has begun to arrive. */
  readonly open?: (stream: ByteStream, contentType: string, reading: ItemReading) => ByteSource;
  /** Of streams only: the body is read and written item by item, and never held whole. */
  readonly items?: StreamItems;
}

/** What a body of kind `stream` has beside the whole-body functions, which no stream needs. */
export interface StreamItems {
  /**
   * Takes an item from the source when the reader asks for bytes, and not before. `undefined` for what is not iterable. Cancelling, and an
   * abort of `signal`, return the source's iterator; what the source throws aborts the stream.
   */
  encode(source: unknown, writing?: ItemWriting): ByteStream | undefined;
  /**
   * The items, once. Leaving the loop early cancels the stream.
   * @throws {InvalidItemError} from the loop, at the item that cannot be read or that `validate` refuses.
   * @throws {BrokenStreamError} from the loop, when the stream ends before its end.
   */
  decode(stream: ByteStream, reading: ItemReading): AsyncIterable<unknown>;
}

export interface ItemReading {
  readonly operation: string | undefined;
  /** Of the answer; absent for a request. */
  readonly status?: number;
  readonly validate?: Validator | undefined;
  /** Its abort is thrown as it is. */
  readonly signal?: AbortSignal;
  /** Reads the JSON of items, where the platform's parser will not do. */
  readonly parse?: ParseJson;
}

export interface ItemWriting {
  readonly operation?: string;
  readonly validate?: Validator | undefined;
  readonly signal?: AbortSignal;
  /** Told why the stream ended early, unless it was the reader's or the signal's doing. */
  readonly onError?: (error: unknown) => void;
}
