// The codecs of streams of JSON values: one per line (NDJSON, JSON Lines), and JSON text sequences (RFC 7464).
import type { BodyCodec } from '../contract/body.ts';
import { SyntaxFault } from '../contract/errors.ts';
import { createBuffer } from './byte-buffer.ts';
import { streamCodec, textOf } from './codec.ts';
import { type ItemParser, maxBytesOf, type StreamOptions } from './format.ts';

const LINE_FEED = 0x0a;
const RECORD_SEPARATOR = 0x1e;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * `application/x-ndjson`, `application/jsonl` and the like: each line is one value of the codec `item`. Readers take `\r\n` for the end of a
 * line too, and skip empty lines, which keep an idle stream alive.
 */
export function ndjson(item: BodyCodec, options: StreamOptions = {}): BodyCodec {
  const end = options.lineEnd === 'crlf' ? '\r\n' : '\n';
  const write = (value: unknown) => {
    const text = textOf(item, value);
    return text === undefined ? undefined : text + end;
  };
  return streamCodec(
    { parser: (parse) => lineParser((bytes) => item.decode(bytes, '', parse), maxBytesOf(options)), writer: { write, keepAlive: end } },
    options,
  );
}

/**
 * `application/json-seq` (RFC 7464): a record separator before each value and a line feed after it. Readers skip separators without a value, which
 * keep an idle stream alive.
 */
export function jsonSeq(item: BodyCodec, options: StreamOptions = {}): BodyCodec {
  const write = (value: unknown) => {
    const text = textOf(item, value);
    return text === undefined ? undefined : `\x1e${text}\n`;
  };
  return streamCodec(
    {
      parser: (parse) => sequenceParser((bytes) => item.decode(bytes, '', parse), maxBytesOf(options)),
      writer: { write, keepAlive: '\x1e' },
    },
    options,
  );
}

/** One item from its bytes. */
type Decode = (bytes: Uint8Array<ArrayBuffer>) => unknown;

function lineParser(decode: Decode, limit: number): ItemParser {
  const buffer = createBuffer(limit);
  const isEmpty = (line: Uint8Array) => line.every(isBlankByte);
  return {
    *push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
        const line = buffer.take(chunk.subarray(start, end));
        start = end + 1;
        if (!isEmpty(line)) yield decode(line);
      }
      if (start < chunk.length) buffer.hold(chunk.subarray(start));
    },
    *end() {
      // The last line may lack its line feed.
      const line = buffer.take();
      if (!isEmpty(line)) yield decode(line);
    },
  };
}

/** A value is complete at the first line feed outside its strings and brackets, so that readers need not wait for the next separator. */
function sequenceParser(decode: Decode, limit: number): ItemParser {
  const buffer = createBuffer(limit);
  let begun = false;
  let isBlank = true;
  let isComplete = false;
  let depth = 0;
  let inString = false;
  let escaped = false;

  const read = (text: Uint8Array<ArrayBuffer>, isCut: boolean): unknown => {
    const value = decode(text);
    // RFC 7464 section 2.4: `12` may be the rest of `123`; only a text that ends with white space is complete.
    if (isCut && typeof value !== 'string' && (typeof value !== 'object' || value === null)) throw new SyntaxFault('is truncated');
    return value;
  };
  const follow = (byte: number): void => {
    if (!begun) throw new SyntaxFault('does not begin with a record separator');
    if (isComplete) throw new SyntaxFault('has no record separator before it');
    isBlank = false;
    if (inString) {
      if (escaped) escaped = false;
      else if (byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === 0x5b || byte === 0x7b) depth++;
    else if (byte === 0x5d || byte === 0x7d) depth--;
  };
  const restart = (): void => {
    isBlank = true;
    depth = 0;
    inString = false;
    escaped = false;
  };

  return {
    *push(chunk) {
      let start = 0;
      for (let index = 0; index < chunk.length; index++) {
        const byte = chunk[index] ?? 0;
        if (byte === RECORD_SEPARATOR || (byte === LINE_FEED && !isBlank && !inString && depth <= 0)) {
          const text = buffer.take(chunk.subarray(start, index));
          const isCut = byte === RECORD_SEPARATOR && !isBlankByte(text.at(-1));
          const value = isBlank ? undefined : read(text, isCut);
          start = index + 1;
          begun ||= byte === RECORD_SEPARATOR;
          isComplete = byte === LINE_FEED;
          if (!isBlank) {
            restart();
            yield value;
          }
        } else if (!isBlankByte(byte)) follow(byte);
      }
      if (start < chunk.length) buffer.hold(chunk.subarray(start));
    },
    *end() {
      const text = buffer.take();
      if (!isBlank) yield read(text, !isBlankByte(text.at(-1)));
    },
  };
}

/** White space of JSON (RFC 8259 section 2). */
function isBlankByte(byte: number | undefined): boolean {
  return byte === 0x20 || byte === LINE_FEED || byte === 0x0d || byte === 0x09;
}
