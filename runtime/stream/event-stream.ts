// The codec of server-sent events (HTML Living Standard section 9.2): `text/event-stream`.
import type { BodyCodec } from '../contract/body.ts';
import { SyntaxFault } from '../contract/errors.ts';
import { keepState } from '../contract/event-state.ts';
import { getOwn } from '../contract/own.ts';
import { isWellFormed } from '../wire/text.ts';
import { streamCodec, textOf } from './codec.ts';
import { createEventParser } from './event-parser.ts';
import { type ItemWriter, maxBytesOf, refuseEnd, type StreamOptions } from './format.ts';
import { readItems } from './read-items.ts';

export interface EventStreamOptions extends StreamOptions {
  /** The codecs of the data of events, by the event's name, where they differ from `data`. */
  readonly events?: Readonly<Record<string, BodyCodec>>;
}

/** `text/event-stream`; `data` is the codec of the data of events. Comments keep an idle stream alive. */
export function eventStream(data: BodyCodec, options: EventStreamOptions = {}): BodyCodec {
  const { events = {}, end } = options;
  const codecOf = (event: string): BodyCodec => (Object.hasOwn(events, event) ? events[event] : undefined) ?? data;
  const limit = maxBytesOf(options);
  const writer: ItemWriter = {
    write: (item) => write(item, codecOf, end),
    keepAlive: ':\n\n',
    ...(end === undefined ? {} : { end: `data: ${end}\n\n` }),
  };
  return streamCodec({ parser: (parse) => createEventParser(codecOf, limit, end, parse), writer }, options, (stream, reading) => {
    const parser = createEventParser(codecOf, limit, end, reading.parse);
    const items = readItems(parser, stream, reading);
    keepState(items, parser);
    return items;
  });
}

/** An event as text; `undefined` for a value that has no field of an event. */
function write(item: unknown, codecOf: (event: string) => BodyCodec, end: string | undefined): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const event = oneLine(item, 'event');
  const id = oneLine(item, 'id');
  const retry = getOwn(item, 'retry');
  const data = getOwn(item, 'data');
  let text = '';
  if (event !== undefined) text += `event: ${event}\n`;
  if (id !== undefined) text += `id: ${id}\n`;
  if (retry !== undefined) {
    if (!Number.isSafeInteger(retry) || Number(retry) < 0) throw new SyntaxFault('has a retry that is not a number of milliseconds');
    text += `retry: ${retry}\n`;
  }
  if (data !== undefined) {
    const written = textOf(codecOf(event === undefined || event === '' ? 'message' : event), data);
    if (written === undefined) return undefined;
    refuseEnd(written, end);
    for (const line of written.split(/\r\n|\r|\n/)) text += `data: ${line}\n`;
  }
  return text === '' ? undefined : `${text}\n`;
}

function oneLine(item: object, name: string): string | undefined {
  const value = getOwn(item, name);
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || (name === 'id' ? /[\r\n\0]/ : /[\r\n]/).test(value) || !isWellFormed(value))
    throw new SyntaxFault(`has an ${name} that is not a single line of text`);
  return value;
}
