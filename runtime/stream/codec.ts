// Makes the codec of a body from a stream's parser and writer, for all formats.
import type { BodyCodec, ParseJson, StreamItems } from '../contract/body.ts';
import { SyntaxFault } from '../contract/errors.ts';
import type { ItemParser, ItemWriter, StreamOptions } from './format.ts';
import { readItems } from './read-items.ts';
import { writeItems } from './write-items.ts';

export interface StreamFormat {
  parser(parse: ParseJson | undefined): ItemParser;
  readonly writer: ItemWriter;
}

export function streamCodec({ parser, writer }: StreamFormat, options: StreamOptions, decode?: StreamItems['decode']): BodyCodec {
  const items: StreamItems = {
    encode: (source, writing) => writeItems(writer, source, options, writing),
    decode: decode ?? ((stream, reading) => readItems(parser(reading.parse), stream, reading)),
  };
  return {
    kind: 'stream',
    items,
    open: ({ body, status }, _contentType, reading) => items.decode(body ?? new Blob().stream(), { ...reading, status }),
    encode: (value, contentType, signal) => ({
      // Browsers send a stream only over HTTP/2, so that an array, which is complete, is sent as one body.
      body: Array.isArray(value) ? wholeOf(writer, value) : items.encode(value, signal && { signal }),
      contentType,
    }),
    decode: (bytes, _contentType, parse) =>
      items.decode(new Blob([bytes]).stream(), { operation: undefined, ...(parse === undefined ? {} : { parse }) }),
  };
}

/** All items as one body; `undefined` when one cannot be written. */
function wholeOf(writer: ItemWriter, items: readonly unknown[]): string | undefined {
  const texts: string[] = [];
  for (const item of items) {
    let text: string | undefined;
    try {
      text = writer.write(item);
    } catch (error) {
      if (!(error instanceof SyntaxFault)) throw error;
    }
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts.join('') + (writer.end ?? '');
}

/** A value as text of the codec; `undefined` for a value that cannot be written. */
export function textOf(codec: BodyCodec, value: unknown): string | undefined {
  const { body } = codec.encode(value, '');
  return typeof body === 'string' ? body : undefined;
}
