// The codecs of JSON, text and bytes: each encodes a value as a message body, and decodes bytes back into the value.
import type { BodyCodec, ByteSource } from '../contract/body.ts';
import { SyntaxFault, UnsupportedMediaFault } from '../contract/errors.ts';
import { parseJson, readUtf8 } from '../json/parse.ts';
import { charsetOf, requireUtf8 } from '../wire/media-type.ts';
import { isWellFormed } from '../wire/text.ts';

/** Whether the source can be sent only as a stream. */
export function isStreamed(source: ByteSource): boolean {
  return !(source instanceof Blob) || Object.hasOwn(source, 'stream');
}

/** `application/json`, and every media type with the suffix `+json`. */
export const json: BodyCodec = {
  kind: 'json',
  encode: (value, contentType, _signal, stringify = JSON.stringify) => ({ body: stringify(value), contentType }),
  decode(bytes, contentType, parse = parseJson) {
    requireUtf8(contentType);
    return parse(bytes);
  },
};

/** `text/plain` and other plain text; sent as UTF-8. */
export const text: BodyCodec = {
  kind: 'text',
  encode(value, contentType) {
    // `null` would be read back as the text `null`.
    if (value === null || value === undefined) return { body: undefined };
    const text = String(value);
    const charset = charsetOf(contentType);
    // The text is written as UTF-8. ASCII is the same in most other charsets.
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
      throw new SyntaxFault('is not valid text in its charset');
    }
  },
};

/** All other media types: a `Blob` at both ends. */
export const bytes: BodyCodec = {
  kind: 'bytes',
  encode(value, contentType) {
    const source = isSource(value) ? value : new Blob([value as BlobPart]);
    return { body: source instanceof Blob && !isStreamed(source) ? source : source.stream(), contentType };
  },
  decode: (bytes, contentType) => new Blob([bytes], { type: contentType }),
};

function isSource(value: unknown): value is ByteSource {
  return typeof value === 'object' && value !== null && 'stream' in value && typeof value.stream === 'function';
}
