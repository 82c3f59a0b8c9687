// The body codecs: one per kind of media type, each turning a value into a message body and bytes back into the value.
import { SyntaxFault, UnsupportedMediaFault } from '../contract/errors.ts';
import type { ByteStream, ItemReading, StreamItems } from '../stream/stream.ts';
import { charsetOf, essenceOf, isWellFormed, requireUtf8 } from '../wire/text.ts';
import { type ParseJson, parseJson, readUtf8 } from './json.ts';

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

/** Whether there is only a stream of it, which cannot be sent but as one. */
export function isStreamed(source: ByteSource): boolean {
  return !(source instanceof Blob) || Object.hasOwn(source, 'stream');
}

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

/** `application/json` and every `+json`. */
export const json: BodyCodec = {
  kind: 'json',
  encode: (value, contentType, _signal, stringify = JSON.stringify) => ({ body: stringify(value), contentType }),
  decode(bytes, contentType, parse = parseJson) {
    requireUtf8(contentType);
    return parse(bytes);
  },
};

/** `text/plain` and other text without a format of its own; sent as UTF-8. */
export const text: BodyCodec = {
  kind: 'text',
  encode(value, declared) {
    const text = String(value);
    // A range is no type of a message.
    const contentType = declared.replace(/^text\/\*/, 'text/plain');
    const charset = charsetOf(contentType);
    // Written as UTF-8, which is ASCII in most other charsets where it is ASCII.
    const fits = charset === undefined || /^utf-?8$/.test(charset) || (!charset.startsWith('utf-16') && /^[\0-\x7f]*$/.test(text));
    return {
      body: fits && isWellFormed(text) ? text : undefined,
      contentType: charset === undefined ? `${contentType}; charset=utf-8` : contentType,
    };
  },
  decode(bytes, contentType) {
    const charset = charsetOf(contentType) ?? 'utf-8';
    if (charset === 'utf-8' || charset === 'utf8') return readUtf8(bytes);
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes);
    } catch (error) {
      if (error instanceof RangeError) throw new UnsupportedMediaFault('has a charset that is not supported');
      throw new SyntaxFault('is not valid in its charset');
    }
  },
};

/** Anything else: a `Blob` at both ends. */
export const bytes: BodyCodec = {
  kind: 'bytes',
  encode(value, contentType) {
    const source = isSource(value) ? value : new Blob([value as BlobPart]);
    const body = source instanceof Blob && !isStreamed(source) ? source : source.stream();
    if (!contentType.includes('*')) return { body, contentType };
    const type = source.type || 'application/octet-stream';
    // Of a range such as `image/*`, the file says which it is.
    return { body: matchContent({ [contentType]: bytes }, type) && body, contentType: type };
  },
  decode: (bytes, contentType) => new Blob([bytes], { type: contentType }),
};

function isSource(value: unknown): value is ByteSource {
  return typeof value === 'object' && value !== null && 'stream' in value && typeof value.stream === 'function';
}

/** The declared media type that a received one is of: itself, `type/*`, or the wildcard for all (OpenAPI 3.1 section 4.8.14). */
export function matchContent(contents: Readonly<Record<string, BodyCodec>>, contentType: string): [string, BodyCodec] | undefined {
  const essence = essenceOf(contentType);
  // No such name is inherited.
  const exact = contents[essence];
  if (exact !== undefined) return [essence, exact];
  for (const wanted of essence === '' ? [] : [essence, essence.replace(/\/.*/, '/*'), '*/*'])
    for (const entry of Object.entries(contents)) if (essenceOf(entry[0]) === wanted) return entry;
  return undefined;
}
