// The types of body codecs, which rows of operations name: whole bodies, bytes that are read as they arrive, and streams of items.
import type { Validator } from './issue.ts';

export type ByteStream = ReadableStream<Uint8Array<ArrayBuffer>>;

/** A body as `fetch` and `Response` accept it. `contentType` is absent where the platform writes it (the boundary of a `FormData`). */
export interface EncodedBody {
  /** `undefined`: the value cannot be written in the media type. */
  readonly body: string | Blob | FormData | Uint8Array<ArrayBuffer> | ByteStream | undefined;
  readonly contentType?: string;
}

/** Like `JSON.stringify`: `undefined` for a value that JSON cannot express. */
export type WriteJson = (value: unknown) => string | undefined;

/** Bytes that are read as they arrive: a `Blob` or `File`, a `streamedFile`, or the body of a message, which can be read once. */
export interface ByteSource {
  /** Media type; `''` where it is unknown. */
  readonly type: string;
  stream(): ByteStream;
}

/** Parses JSON, from bytes or text. Throws a `SyntaxFault`. */
export type ParseJson = (source: Uint8Array | string) => unknown;

/** The declared media type that a message has, what is declared for it, and for a range the media type itself. */
export type MatchContent = <T>(contents: Readonly<Record<string, T>>, contentType: string) => readonly [string, T, string?] | undefined;

export interface BodyCodec {
  readonly kind: 'json' | 'form' | 'multipart' | 'text' | 'scalar' | 'xml' | 'bytes' | 'stream';
  /** Whether the body may be left out. A message without one has neither bytes nor a media type, and decodes to `undefined`. */
  readonly optional?: boolean;
  /** `contentType` is the declared one. `signal` aborts a body that is sent as a stream. `stringify` writes the JSON in the body. */
  encode(value: unknown, contentType: string, signal?: AbortSignal, stringify?: WriteJson): EncodedBody;
  /**
   * `parse` reads the JSON in the body: servers pass a stricter parser than the platform's. `lenient`, by default: `%2C` may separate values (see
   * `Comma`).
   * @throws {SyntaxFault} for malformed bytes.
   * @throws {UnsupportedMediaFault} for a charset that is not supported. Codecs of JSON and of forms refuse all but UTF-8 with a `SyntaxFault`.
   */
  decode(bytes: Uint8Array<ArrayBuffer>, contentType: string, parse?: ParseJson, lenient?: boolean): unknown;
  /**
   * Codecs of ranges: the media type of a message, which the caller may have named.
   * @throws {InvalidParameterError} where the caller must name one, and for one that the range does not hold.
   */
  readonly typeOf?: (value: unknown, range: string, asked: string | undefined) => string;
  /** Codecs of what is read as it arrives: makes a `ByteSource` of the body of a message, or decodes its items. */
  readonly open?: (message: OpenMessage, contentType: string, reading: Omit<ItemReading, 'status'>) => unknown;
  /** Codecs of streams: the body is read and written item by item, never held as a whole. */
  readonly items?: StreamItems;
}

/** Reads and writes a body of kind `stream`, in place of the functions for whole bodies. */
export interface StreamItems {
  /**
   * Takes an item from the source only when the reader asks for bytes. `undefined` for a source that is not iterable. Cancelling the stream and
   * aborting `signal` call `return` on the source's iterator; an error of the source errors the stream.
   */
  encode(source: unknown, writing?: ItemWriting): ByteStream | undefined;
  /**
   * The items, which can be iterated once. Leaving the loop early cancels the stream.
   * @throws {InvalidItemError} from the loop, at an item that cannot be read or that `validate` refuses.
   * @throws {BrokenStreamError} from the loop, when the stream breaks off.
   */
  decode(stream: ByteStream, reading: ItemReading): AsyncIterable<unknown>;
}

/** A message whose body is read as it arrives. */
export interface OpenMessage {
  readonly body: ByteStream | null;
  /** The response's status; absent for a request. */
  readonly status?: number;
}

/** How a stream is read, and of which operation it is. */
export interface ItemReading {
  readonly operation: string | undefined;
  /** The response's status; absent for a request. */
  readonly status?: number | undefined;
  readonly validate?: Validator | undefined;
  /** When it is aborted, the loop throws its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Reads the JSON of items. Default: the platform's parser. */
  readonly parse?: ParseJson;
}

/** How a stream is written, and of which operation it is. */
export interface ItemWriting {
  readonly operation?: string;
  readonly validate?: Validator | undefined;
  readonly signal?: AbortSignal;
  /** Called when the stream ends early, unless the reader cancelled it or the signal was aborted. */
  readonly onError?: (error: unknown) => void;
  /** Gives the bytes of an item, which it may have kept from another stream that is written and validated alike. Otherwise it has them made. */
  readonly keep?: (
    item: unknown,
    writer: object,
    validate: Validator | undefined,
    make: () => Uint8Array<ArrayBuffer>,
  ) => Uint8Array<ArrayBuffer>;
}
