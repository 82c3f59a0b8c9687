// Server-sent events (HTML Living Standard section 9.2): a stream of events as items, and items as a stream of events.
import type { BodyCodec, ParseJson } from '../contract/body.ts';
import { SyntaxFault } from '../contract/errors.ts';
import { type EventStreamState, keepState } from '../contract/event-state.ts';
import { getOwn } from '../contract/own.ts';
import { isWellFormed } from '../wire/text.ts';
import { type ByteBuffer, createBuffer } from './byte-buffer.ts';
import { streamCodec, textOf } from './codec.ts';
import { type ItemParser, limitOf, readItems, type StreamOptions } from './stream.ts';

/** One event. Absent fields were not sent; an event without `event` is a `message`. */
export interface ServerSentEvent<Data = unknown> {
  readonly event?: string;
  readonly data: Data;
  /** What a client that connects again sends as `Last-Event-ID`. */
  readonly id?: string;
  /** Milliseconds to wait before connecting again. */
  readonly retry?: number;
}

export interface EventStreamOptions extends StreamOptions {
  /** The codecs of the data of single events, by the event's name, where they differ. */
  readonly events?: Readonly<Record<string, BodyCodec>>;
}

/** `text/event-stream`; `data` writes and reads the data of events. An idle stream is kept alive by comments. */
export function eventStream(data: BodyCodec, options: EventStreamOptions = {}): BodyCodec {
  const { events = {} } = options;
  const codecOf = (event: string): BodyCodec => (Object.hasOwn(events, event) ? events[event] : undefined) ?? data;
  const limit = limitOf(options);
  return streamCodec(
    { parser: (parse) => createParser(codecOf, limit, parse), writer: { write: (item) => write(item, codecOf), keepAlive: ':\n\n' } },
    options,
    (stream, reading) => {
      const parser = createParser(codecOf, limit, reading.parse);
      const items = readItems(parser, stream, reading);
      keepState(items, parser);
      return items;
    },
  );
}

const utf8 = /* @__PURE__ */ new TextEncoder();
/** The standard's "UTF-8 decode": what is no UTF-8 becomes U+FFFD. */
const lenient = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/** Section 9.2.6, "Interpreting an event stream". */
function createParser(codecOf: (event: string) => BodyCodec, limit: number, parse: ParseJson | undefined): ItemParser & EventStreamState {
  const lines = createLines(createBuffer(limit));
  let lastEventId = '';
  let retryMilliseconds: number | undefined;
  let isFirst = true;
  let data: string[] = [];
  let size = 0;
  let event = '';
  /** The fields of this event, which may set the state of the stream and yet not be dispatched. */
  let id: string | undefined;
  let retry: number | undefined;

  const takeField = (name: string, value: string): void => {
    switch (name) {
      case 'event':
        event = value;
        return;
      case 'data':
        data.push(value);
        return;
      case 'id':
        if (!value.includes('\0')) id = value;
        return;
      case 'retry':
        if (/^[0-9]+$/.test(value)) {
          // What no number holds is long enough for anybody.
          retry = Math.min(Number(value), Number.MAX_SAFE_INTEGER);
          retryMilliseconds = retry;
        }
        return;
    }
  };

  const dispatch = (): ServerSentEvent | undefined => {
    if (id !== undefined) lastEventId = id;
    const item =
      data.length === 0
        ? undefined
        : {
            ...(event === '' ? {} : { event }),
            data: readData(data.join('\n'), codecOf(event === '' ? 'message' : event), parse),
            ...(id === undefined ? {} : { id }),
            ...(retry === undefined ? {} : { retry }),
          };
    data = [];
    size = 0;
    event = '';
    id = undefined;
    retry = undefined;
    return item;
  };

  return {
    get lastEventId() {
      return lastEventId;
    },
    get retryMilliseconds() {
      return retryMilliseconds;
    },
    *push(chunk) {
      for (const bytes of lines.push(chunk)) {
        let line = lenient.decode(bytes);
        if (isFirst && line.startsWith('\uFEFF')) line = line.slice(1);
        isFirst = false;
        if (line === '') {
          const item = dispatch();
          if (item !== undefined) yield item;
          continue;
        }
        const colon = line.indexOf(':');
        if (colon === 0) continue;
        size += bytes.length;
        if (size > limit) throw new SyntaxFault(`has more than ${limit} bytes`);
        if (colon === -1) takeField(line, '');
        else takeField(line.slice(0, colon), line.slice(line.charAt(colon + 1) === ' ' ? colon + 2 : colon + 1));
      }
    },
    // "Once the end of the file is reached, any pending data must be discarded."
    *end() {},
  };
}

function readData(text: string, codec: BodyCodec, parse: ParseJson | undefined): unknown {
  return codec.kind === 'text' ? text : codec.decode(utf8.encode(text), '', parse);
}

interface Lines {
  push(chunk: Uint8Array<ArrayBuffer>): Iterable<Uint8Array<ArrayBuffer>>;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Lines end with LF, CR or CRLF, which two chunks may have between them. */
function createLines(buffer: ByteBuffer): Lines {
  let afterReturn = false;
  return {
    *push(chunk) {
      let start = 0;
      for (let index = 0; index < chunk.length; index++) {
        const byte = chunk[index];
        if (byte === LINE_FEED && afterReturn && start === index) start++;
        else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
          const line = buffer.take(chunk.subarray(start, index));
          start = index + 1;
          afterReturn = byte === CARRIAGE_RETURN;
          yield line;
          continue;
        }
        afterReturn = false;
      }
      if (start < chunk.length) buffer.hold(chunk.subarray(start));
    },
  };
}

/** Fields that a value has, in the order in which a reader of the wire looks for them. */
function write(item: unknown, codecOf: (event: string) => BodyCodec): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const event = oneLine(item, 'event');
  const id = oneLine(item, 'id');
  const retry = getOwn(item, 'retry');
  const data = getOwn(item, 'data');
  let text = '';
  if (event !== undefined) text += `event: ${event}\n`;
  if (id !== undefined) text += `id: ${id}\n`;
  if (retry !== undefined) {
    if (!Number.isSafeInteger(retry) || Number(retry) < 0) throw new SyntaxFault('has a retry that is no number of milliseconds');
    text += `retry: ${retry}\n`;
  }
  if (data !== undefined) {
    const written = textOf(codecOf(event === undefined || event === '' ? 'message' : event), data);
    if (written === undefined) return undefined;
    for (const line of written.split(/\r\n|\r|\n/)) text += `data: ${line}\n`;
  }
  return text === '' ? undefined : `${text}\n`;
}

function oneLine(item: object, name: string): string | undefined {
  const value = getOwn(item, name);
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || (name === 'id' ? /[\r\n\0]/ : /[\r\n]/).test(value) || !isWellFormed(value))
    throw new SyntaxFault(`has an ${name} that is no line of text`);
  return value;
}
