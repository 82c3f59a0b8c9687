// A media type that is a stream of items → its format and options, from the name of the media type or from `x-stream` (docs/extensions.md).
import { isStreamFormat, STREAM_FORMATS, type StreamFormat } from '../../../base/stream-formats.ts';
import { isObject } from '../../../load/pointer.ts';
import { type Cause, child, type DocumentNode, number, optional, text } from '../../document-node.ts';
import { takesStream } from '../../media-type.ts';
import type { StreamOptions } from '../../service.ts';

export interface StreamRequest {
  /** `bytes`: of no items, but read as they come. */
  readonly format?: StreamFormat | 'bytes';
  readonly options: StreamOptions;
}

const OPTIONS = ['format', 'keepAliveSeconds', 'maxItemBytes', 'lineEnd', 'end'];

/** One line without blanks around it, so that each format of streams can carry it. */
const MARKER = /^[^\s\p{Cc}](?:[^\p{Cc}\p{Cs}\u2028\u2029]*[^\s\p{Cc}\p{Cs}])?$/u;

/**
 * The `x-stream` of a media type, or of its operation where the media type has none: `ndjson`, `bytes`, or
 * `{ format, keepAliveSeconds, maxItemBytes, lineEnd, end }`. `undefined` where there is none.
 */
export function readStream(media: DocumentNode, inherited: DocumentNode | undefined): StreamRequest | Cause | undefined {
  const written = child(media, 'x-stream');
  const node = written.value === undefined && inherited !== undefined ? inherited : written;
  const { value } = node;
  if (value === undefined) return undefined;
  const cause = (message: string): Cause => ({ message, location: node.location });
  const word = typeof value === 'string' ? value : text(node, 'format');
  const format: StreamRequest['format'] | undefined = isStreamFormat(word) || word === 'bytes' ? word : undefined;
  if (!isObject(value) && format === undefined) return cause(`\`x-stream\` must be one of ${STREAM_FORMATS.join(', ')} and bytes.`);
  if (!isObject(value)) return { ...optional('format', format), options: {} };
  if (child(node, 'format').value !== undefined && format === undefined)
    return cause(`\`format\` of \`x-stream\` must be one of ${STREAM_FORMATS.join(', ')} and bytes.`);
  const strange = Object.keys(value).find((key) => !OPTIONS.includes(key));
  if (strange !== undefined) return cause(`\`x-stream\` has no option '${strange}': it has ${OPTIONS.join(', ')}.`);
  const option = OPTIONS.find((key) => key !== 'format' && child(node, key).value !== undefined);
  if (format === 'bytes' && option !== undefined) return cause(`\`${option}\` applies to streams of items, not to bytes.`);
  const keepAliveSeconds = number(node, 'keepAliveSeconds');
  const maxItemBytes = number(node, 'maxItemBytes');
  if (child(node, 'keepAliveSeconds').value !== undefined && !(keepAliveSeconds !== undefined && keepAliveSeconds > 0))
    return cause('`keepAliveSeconds` of `x-stream` is not a number above 0.');
  if (child(node, 'maxItemBytes').value !== undefined && !(Number.isInteger(maxItemBytes) && Number(maxItemBytes) > 0))
    return cause('`maxItemBytes` of `x-stream` is not a whole number above 0.');
  const { value: lineEnd } = child(node, 'lineEnd');
  if (lineEnd !== undefined && lineEnd !== 'lf' && lineEnd !== 'crlf') return cause('`lineEnd` of `x-stream` must be lf or crlf.');
  const { value: end } = child(node, 'end');
  if (end !== undefined && !(typeof end === 'string' && MARKER.test(end)))
    return cause('`end` of `x-stream` is not a text of one line without blanks around it.');
  return {
    ...optional('format', format),
    options: {
      ...optional('keepAliveSeconds', keepAliveSeconds),
      ...optional('maxItemBytes', maxItemBytes),
      // `lf` is what a stream has without the option.
      ...optional('lineEnd', lineEnd === 'crlf' ? ('crlf' as const) : undefined),
      ...optional('end', end),
    },
  };
}

/** The `x-stream` of an operation, where it says something of this media type of a response. */
export function inheritedStream(operation: DocumentNode, status: string, contentType: string): DocumentNode | undefined {
  const node = child(operation, 'x-stream');
  return node.value !== undefined && takesStream(node.value, status, contentType) ? node : undefined;
}
