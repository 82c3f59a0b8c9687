// Finds how the mock writes the streams of a document: the format of each response that `x-stream` or its media type makes a stream.
import { isStreamFormat, type StreamFormat } from '../../base/stream-formats.ts';
import type { Json, JsonObject } from '../../load/description.ts';
import { isObject } from '../../load/pointer.ts';
import { essenceOf, streamFormat, takesStream } from '../../model/media-type.ts';
import { methodsOf, objectOf, target } from '../reading.ts';

/** Plain data, because it is sent to the process of Prism. */
export interface StreamWriting {
  readonly format: StreamFormat;
  readonly lineEnd: '\n' | '\r\n';
  /** The end marker. */
  readonly end?: string;
}

/** By method and path, status and media type: `GET /ticks 200 application/json`. Only responses with `x-stream`, or of an operation with it. */
export type StreamFormats = Readonly<Record<string, StreamWriting>>;

export function streamFormats(document: JsonObject): StreamFormats {
  const found: Record<string, StreamWriting> = {};
  for (const [path, item] of Object.entries(objectOf(document.paths))) {
    for (const [method, operation] of methodsOf(target(document, item))) {
      for (const [status, response] of Object.entries(objectOf(objectOf(operation).responses))) {
        for (const [type, media] of Object.entries(objectOf(target(document, response).content))) {
          const writing = writingOf(type, streamOption(objectOf(operation), status, type, target(document, media)));
          if (writing !== undefined) found[keyOf(`${method.toUpperCase()} ${path}`, status, type)] = writing;
        }
      }
    }
  }
  return found;
}

function writingOf(type: string, option: Json | undefined): StreamWriting | undefined {
  if (option === undefined) return undefined;
  const word = isObject(option) ? option.format : option;
  const format = isStreamFormat(word) ? word : streamFormat(type);
  if (format === undefined || word === 'bytes') return undefined;
  const { lineEnd, end } = objectOf(option);
  return { format, lineEnd: lineEnd === 'crlf' ? '\r\n' : '\n', ...(typeof end === 'string' ? { end } : {}) };
}

/** The `x-stream` of a media type of a response, or of its operation. */
function streamOption(operation: JsonObject, status: string, type: string, media: JsonObject): Json | undefined {
  const inherited = operation['x-stream'];
  return media['x-stream'] ?? (inherited !== undefined && takesStream(inherited, status, type) ? inherited : undefined);
}

function keyOf(operation: string, status: string, type: string): string {
  return `${operation} ${status.toUpperCase()} ${essenceOf(type)}`;
}

/** How a body is written as a stream; `undefined` where it is not a stream. */
export function writingFor(formats: StreamFormats, operation: string, status: number, type: string): StreamWriting | undefined {
  for (const key of [String(status), `${Math.floor(status / 100)}XX`, 'default']) {
    const found = formats[keyOf(operation, key, type)];
    if (found !== undefined) return found;
  }
  const format = streamFormat(type);
  return format && { format, lineEnd: '\n' };
}
