// Parses server-sent events (HTML Living Standard section 9.2.6, "Interpreting an event stream").
import type { BodyCodec, ParseJson } from '../contract/body.ts';
import { SyntaxFault } from '../contract/errors.ts';
import type { EventStreamState } from '../contract/event-state.ts';
import { type ByteBuffer, createBuffer } from './byte-buffer.ts';
import { commonEnd, type ItemParser } from './format.ts';

/** One event. Absent fields were not sent; an event without `event` is a `message`. */
export interface ServerSentEvent<Data = unknown> {
  readonly event?: string;
  readonly data: Data;
  /** Sent as `Last-Event-ID` by a client that reconnects. */
  readonly id?: string;
  /** Milliseconds to wait before reconnecting. */
  readonly retry?: number;
}

const utf8 = /* @__PURE__ */ new TextEncoder();
/** The standard's "UTF-8 decode": invalid bytes become U+FFFD. */
const lenient = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * `codecOf` finds the codec of an event's data by the event's name; `limit` is the most bytes of one event; `end` is the declared end marker: the
 * data of an event of any name.
 */
export function createEventParser(
  codecOf: (event: string) => BodyCodec,
  limit: number,
  end: string | undefined,
  parse: ParseJson | undefined,
): ItemParser & EventStreamState {
  const lines = createLines(createBuffer(limit));
  let lastEventId = '';
  let retryMilliseconds: number | undefined;
  let isFirst = true;
  let isComplete = false;
  let size = 0;
  let fields = new EventFields();

  /** An event without data is not an item, but its id counts. */
  const dispatch = (): ServerSentEvent | undefined => {
    const { event, data, id, retry } = fields;
    fields = new EventFields();
    size = 0;
    if (id !== undefined) lastEventId = id;
    if (data.length === 0) return undefined;
    const text = data.join('\n');
    const codec = codecOf(event === '' ? 'message' : event);
    if (text === (end ?? (codec.kind === 'text' ? undefined : commonEnd))) {
      isComplete = true;
      return undefined;
    }
    return {
      ...(event === '' ? {} : { event }),
      data: readData(text, codec, parse),
      ...(id === undefined ? {} : { id }),
      ...(retry === undefined ? {} : { retry }),
    };
  };

  return {
    get lastEventId() {
      return lastEventId;
    },
    get retryMilliseconds() {
      return retryMilliseconds;
    },
    get isComplete() {
      return isComplete;
    },
    *push(chunk) {
      for (const bytes of lines.push(chunk)) {
        let line = lenient.decode(bytes);
        if (isFirst && line.startsWith('\uFEFF')) line = line.slice(1);
        isFirst = false;
        if (line === '') {
          const item = dispatch();
          if (item !== undefined) yield item;
          if (isComplete) return;
          continue;
        }
        const colon = line.indexOf(':');
        if (colon === 0) continue;
        size += bytes.length;
        if (size > limit) throw new SyntaxFault(`has more than ${limit} bytes`);
        if (colon === -1) fields.set(line, '');
        else fields.set(line.slice(0, colon), line.slice(line.charAt(colon + 1) === ' ' ? colon + 2 : colon + 1));
        retryMilliseconds = fields.retry ?? retryMilliseconds;
      }
    },
    // "Once the end of the file is reached, any pending data must be discarded."
    *end() {},
  };
}

/** The fields of the event that is being read. */
class EventFields {
  event = '';
  readonly data: string[] = [];
  id: string | undefined;
  retry: number | undefined;

  /** Unknown fields are ignored. */
  set(name: string, value: string): void {
    switch (name) {
      case 'event':
        this.event = value;
        return;
      case 'data':
        this.data.push(value);
        return;
      case 'id':
        if (!value.includes('\0')) this.id = value;
        return;
      case 'retry':
        // Times beyond what a number holds are as good as endless.
        if (/^[0-9]+$/.test(value)) this.retry = Math.min(Number(value), Number.MAX_SAFE_INTEGER);
        return;
    }
  }
}

function readData(text: string, codec: BodyCodec, parse: ParseJson | undefined): unknown {
  return codec.kind === 'text' ? text : codec.decode(utf8.encode(text), '', parse);
}

interface Lines {
  push(chunk: Uint8Array<ArrayBuffer>): Iterable<Uint8Array<ArrayBuffer>>;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Splits chunks into lines, which end with LF, CR or CRLF. A CRLF may be split between two chunks. */
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
