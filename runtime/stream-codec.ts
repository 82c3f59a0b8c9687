// A stream's parser and writer as the codec of a body: what the three formats share.
import type { BodyCodec } from './body.ts';
import type { ParseJson } from './json.ts';
import { type ItemParser, type ItemWriter, readItems, type StreamItems, type StreamOptions, writeItems } from './stream.ts';

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
    encode: (value, contentType, signal) => ({ body: items.encode(value, signal && { signal }), contentType }),
    decode: (bytes, _contentType, parse) =>
      items.decode(new Blob([bytes]).stream(), { operation: undefined, ...(parse === undefined ? {} : { parse }) }),
  };
}

/** A value as the text of the codec; `undefined` for one without a form. */
export function textOf(codec: BodyCodec, value: unknown): string | undefined {
  const { body } = codec.encode(value, '');
  return typeof body === 'string' ? body : undefined;
}
