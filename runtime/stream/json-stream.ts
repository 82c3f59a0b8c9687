// The codecs of streams of JSON values: one per line (NDJSON, JSON Lines), and JSON text sequences (RFC 7464).
import type { BodyCodec, ParseJson } from '../contract/body.ts';
import { SyntaxFault } from '../contract/errors.ts';
import { createBuffer } from './byte-buffer.ts';
import { streamCodec, textOf } from './codec.ts';
import { commonEnd, type ItemParser, type ItemWriter, maxBytesOf, refuseEnd, type StreamOptions } from './format.ts';

const LINE_FEED = 0x0a;
const RECORD_SEPARATOR = 0x1e;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * `application/x-ndjson`, `application/jsonl` and the like: each line is one value of the codec `item`. Readers take `\r\n` for the end of a
 * line too, and skip empty lines, which keep an idle stream alive.
 */
export function ndjson(item: BodyCodec, options: StreamOptions = {}): BodyCodec {
  const lineEnd = options.lineEnd === 'crlf' ? '\r\n' : '\n';
  return streamCodec(
    {
      parser: (parse) => lineParser(decoder(item, options, parse), maxBytesOf(options)),
      writer: writerOf(item, options, (text) => text + lineEnd, lineEnd),
    },
    options,
  );
}

/**
 * `application/json-seq` (RFC 7464): a record separator before each value and a line feed after it. Readers skip separators without a value, which
 * keep an idle stream alive.
 */
export function jsonSeq(item: BodyCodec, options: StreamOptions = {}): BodyCodec {
  return streamCodec(
    {
      parser: (parse) => sequenceParser(decoder(item, options, parse), maxBytesOf(options)),
      writer: writerOf(item, options, (text) => `\x1e${text}\n`, '\x1e'),
    },
    options,
  );
}

function writerOf(item: BodyCodec, { end }: StreamOptions, frame: (text: string) => string, keepAlive: string): ItemWriter {
  return {
    write(value) {
      const text = textOf(item, value);
      if (text === undefined) return undefined;
      refuseEnd(text, end);
      return frame(text);
    },
    keepAlive,
    ...(end === undefined ? {} : { end: frame(end) }),
  };
}

/** Reads items from their bytes. */
interface Decoder {
  decode(bytes: Uint8Array<ArrayBuffer>): unknown;
  /** Whether the bytes are the end marker; a line break may follow it. */
  isEnd(bytes: Uint8Array<ArrayBuffer>): boolean;
}

const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

function decoder(item: BodyCodec, { end = commonEnd }: StreamOptions, parse: ParseJson | undefined): Decoder {
  // A text has at most three bytes for each UTF-16 code unit.
  const longest = 3 * end.length + 2;
  return {
    decode: (bytes) => item.decode(bytes, '', parse),
    isEnd: (bytes) => bytes.length <= longest && utf8.decode(bytes).replace(/\r?\n?$/, '') === end,
  };
}

function lineParser({ decode, isEnd }: Decoder, limit: number): ItemParser {
  let isComplete = false;
  const buffer = createBuffer(limit);
  const isEmpty = (line: Uint8Array) => line.every(isBlankByte);
  return {
    get isComplete() {
      return isComplete;
    },
    *push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
        const line = buffer.take(chunk.subarray(start, end));
        start = end + 1;
        isComplete = isEnd(line);
        if (isComplete) return;
        if (!isEmpty(line)) yield decode(line);
      }
      if (start < chunk.length) buffer.hold(chunk.subarray(start));
    },
    *end() {
      // The last line may lack its line feed.
      const line = buffer.take();
      isComplete = isEnd(line);
      if (!isComplete && !isEmpty(line)) yield decode(line);
    },
  };
}

/** A value is complete at the first line feed outside its strings and brackets, so that readers need not wait for the next separator. */
function sequenceParser({ decode, isEnd }: Decoder, limit: number): ItemParser {
  const buffer = createBuffer(limit);
  let begun = false;
  let atEnd = false;
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
    get isComplete() {
      return atEnd;
    },
    *push(chunk) {
      let start = 0;
      for (let index = 0; index < chunk.length; index++) {
        const byte = chunk[index] ?? 0;
        if (byte === RECORD_SEPARATOR || (byte === LINE_FEED && !isBlank && !inString && depth <= 0)) {
          const text = buffer.take(chunk.subarray(start, index));
          atEnd = !isBlank && isEnd(text);
          if (atEnd) return;
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
      atEnd = !isBlank && isEnd(text);
      if (!atEnd && !isBlank) yield read(text, !isBlankByte(text.at(-1)));
    },
  };
}

/** White space of JSON (RFC 8259 section 2). */
function isBlankByte(byte: number | undefined): boolean {
  return byte === 0x20 || byte === LINE_FEED || byte === 0x0d || byte === 0x09;
}
