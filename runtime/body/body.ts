// The body codecs: one per kind of media type, each turning a value into a message body and bytes back into the value.
import type { BodyCodec, ByteSource } from '../contract/body.ts';
import { SyntaxFault, UnsupportedMediaFault } from '../contract/errors.ts';
import { parseJson, readUtf8 } from '../json/parse.ts';
import { charsetOf, isRange, matchContent, requireUtf8 } from '../wire/media-type.ts';
import { isWellFormed } from '../wire/text.ts';

/** Whether there is only a stream of it, which cannot be sent but as one. */
export function isStreamed(source: ByteSource): boolean {
  return !(source instanceof Blob) || Object.hasOwn(source, 'stream');
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
    if (!isRange(contentType)) return { body, contentType };
    const type = source.type || 'application/octet-stream';
    // Of a range such as `image/*`, the file says which it is.
    return { body: matchContent({ [contentType]: bytes }, type) && body, contentType: type };
  },
  decode: (bytes, contentType) => new Blob([bytes], { type: contentType }),
};

function isSource(value: unknown): value is ByteSource {
  return typeof value === 'object' && value !== null && 'stream' in value && typeof value.stream === 'function';
}
