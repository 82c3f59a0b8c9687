// Streams of JSON values: one to a line (NDJSON, JSON Lines), and JSON text sequences (RFC 7464).
import type { BodyCodec } from './body.ts';
import { createBuffer } from './byte-buffer.ts';
import { SyntaxFault } from './errors.ts';
import { type ItemParser, limitOf, type StreamOptions } from './stream.ts';
import { streamCodec, textOf } from './stream-codec.ts';

const LINE_FEED = 0x0a;
const RECORD_SEPARATOR = 0x1e;

/**
 * `application/x-ndjson`, `application/jsonl` and their kin: each line is one value of the codec `item`. `\r\n` ends a line too. Empty lines
 * are passed over: they keep an idle stream alive.
 */
/* @__NO_SIDE_EFFECTS__ */
export function ndjson(item: BodyCodec, options: StreamOptions = {}): BodyCodec {
  const write = (value: unknown) => {
    const text = textOf(item, value);
    return text === undefined ? undefined : `${text}\n`;
  };
  return streamCodec({ parser: () => lineParser(item, limitOf(options)), writer: { write, keepAlive: '\n' } }, options);
}

/**
 * `application/json-seq` (RFC 7464): a record separator before each value and a line feed after it. Separators without a value are passed
 * over: they keep an idle stream alive.
 */
/* @__NO_SIDE_EFFECTS__ */
export function jsonSeq(item: BodyCodec, options: StreamOptions = {}): BodyCodec {
  const write = (value: unknown) => {
    const text = textOf(item, value);
    return text === undefined ? undefined : `\x1e${text}\n`;
  };
  return streamCodec({ parser: () => sequenceParser(item, limitOf(options)), writer: { write, keepAlive: '\x1e' } }, options);
}

function lineParser(item: BodyCodec, limit: number): ItemParser {
  const splitter = createSplitter(LINE_FEED, limit);
  return {
    *push(chunk) {
      for (const line of splitter.push(chunk)) if (!isBlank(line)) yield item.decode(line, '');
    },
    *end() {
      // The last line may come without its end.
      const line = splitter.rest();
      if (!isBlank(line)) yield item.decode(line, '');
    },
  };
}

function sequenceParser(item: BodyCodec, limit: number): ItemParser {
  const splitter = createSplitter(RECORD_SEPARATOR, limit);
  let begun = false;
  const read = function* (text: Uint8Array<ArrayBuffer>): Generator<unknown> {
    // What stands before the first separator is of no sequence.
    if (!begun && !isBlank(text)) throw new SyntaxFault('does not begin with a record separator');
    if (isBlank(text)) return;
    const value = item.decode(text, '');
    // RFC 7464 section 2.4: `12` may be what is left of `123`; only a text that ends in a blank is whole.
    if (typeof value !== 'string' && (typeof value !== 'object' || value === null) && !isBlank(text.subarray(-1)))
      throw new SyntaxFault('is cut short');
    yield value;
  };
  return {
    *push(chunk) {
      for (const text of splitter.push(chunk)) {
        yield* read(text);
        begun = true;
      }
    },
    *end() {
      yield* read(splitter.rest());
    },
  };
}

interface Splitter {
  push(chunk: Uint8Array<ArrayBuffer>): Iterable<Uint8Array<ArrayBuffer>>;
  /** What came after the last separator. */
  rest(): Uint8Array<ArrayBuffer>;
}

function createSplitter(separator: number, limit: number): Splitter {
  const buffer = createBuffer(limit);
  return {
    *push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(separator); end !== -1; end = chunk.indexOf(separator, start)) {
        yield buffer.take(chunk.subarray(start, end));
        start = end + 1;
      }
      if (start < chunk.length) buffer.hold(chunk.subarray(start));
    },
    rest: () => buffer.take(),
  };
}

/** JSON's white space (RFC 8259 section 2), and nothing else. */
function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}
