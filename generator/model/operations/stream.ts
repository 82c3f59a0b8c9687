// A media type that is a stream of items → its format and options, from the name of the media type or from `x-stream` (docs/extensions.md).
import { isObject } from '../../load/pointer.ts';
import { type Cause, child, type DocumentNode, number, optional, text } from '../document-node.ts';
import type { StreamFormat, StreamOptions } from '../service.ts';

export interface StreamRequest {
  /** `bytes`: of no items, but read as they come. */
  readonly format?: StreamFormat | 'bytes';
  readonly options: StreamOptions;
}

const FORMATS: Readonly<Record<string, StreamFormat | 'bytes'>> = {
  ndjson: 'ndjson',
  'json-seq': 'json-seq',
  'event-stream': 'event-stream',
  bytes: 'bytes',
};
const OPTIONS = ['format', 'keepAliveSeconds', 'maxItemBytes', 'lineEnd'];

/** `x-stream: ndjson`, `x-stream: bytes`, or `{ format, keepAliveSeconds, maxItemBytes, lineEnd }`; `undefined` where there is none. */
export function readStream(media: DocumentNode): StreamRequest | Cause | undefined {
  const node = child(media, 'x-stream');
  const { value } = node;
  if (value === undefined) return undefined;
  const cause = (message: string): Cause => ({ message, location: node.location });
  const word = typeof value === 'string' ? value : text(node, 'format');
  const format = word === undefined || !Object.hasOwn(FORMATS, word) ? undefined : FORMATS[word];
  if (!isObject(value) && format === undefined) return cause('`x-stream` must be one of ndjson, json-seq, event-stream and bytes.');
  if (!isObject(value)) return { ...optional('format', format), options: {} };
  if (child(node, 'format').value !== undefined && format === undefined)
    return cause('`format` of `x-stream` must be one of ndjson, json-seq, event-stream and bytes.');
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
  return {
    ...optional('format', format),
    options: {
      ...optional('keepAliveSeconds', keepAliveSeconds),
      ...optional('maxItemBytes', maxItemBytes),
      // `lf` is what a stream has without the option.
      ...optional('lineEnd', lineEnd === 'crlf' ? lineEnd : undefined),
    },
  };
}
