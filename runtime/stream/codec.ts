// A stream's parser and writer as the codec of a body: what the three formats share.
import type { BodyCodec, ParseJson, StreamItems } from '../contract/body.ts';
import { SyntaxFault } from '../contract/errors.ts';
import { type ItemParser, type ItemWriter, readItems, type StreamOptions, writeItems } from './stream.ts';

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
    encode: (value, contentType, signal) => ({
      // Browsers send a stream over HTTP/2 only; what is there already need not be one.
      body: Array.isArray(value) ? wholeOf(writer, value) : items.encode(value, signal && { signal }),
      contentType,
    }),
    decode: (bytes, _contentType, parse) =>
      items.decode(new Blob([bytes]).stream(), { operation: undefined, ...(parse === undefined ? {} : { parse }) }),
  };
}

/** All items as one body; `undefined` where one has no form. */
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
  return texts.join('');
}

/** A value as the text of the codec; `undefined` for one without a form. */
export function textOf(codec: BodyCodec, value: unknown): string | undefined {
  const { body } = codec.encode(value, '');
  return typeof body === 'string' ? body : undefined;
}
