// Media types (RFC 9110 section 8.3.1): essence, whether one is JSON, text, binary, a form, a stream or a range. All of the generator asks here.
import { essenceOf, isJson, isRange, isTextual } from '@octavo/runtime/facts';
import type { StreamFormat } from '../base/stream-formats.ts';

export { essenceOf, isJson, isRange, isTextual };

/** Whether the content is XML: a subtype `xml` or the suffix `+xml` (RFC 7303). */
export function isXml(mediaType: string): boolean {
  return /[/+]xml$/.test(essenceOf(mediaType));
}

/** Whether the content is bytes, even with a schema; media types such as `image/svg+xml` are text. */
export function isBinary(mediaType: string): boolean {
  return /^(?:audio|font|image|video)\/[^+]+$|^application\/(?:octet-stream|pdf|zip|gzip)$/.test(essenceOf(mediaType));
}

/** A form as browsers write it (WHATWG URL section 5). */
export function isUrlencoded(mediaType: string): boolean {
  return essenceOf(mediaType) === 'application/x-www-form-urlencoded';
}

/** Whether a parameter is the whole query, and that is one form (OpenAPI 3.2, `in: querystring`). */
export function isQueryForm({ in: where, contentType }: { readonly in?: string; readonly contentType?: string }): boolean {
  return where === 'querystring' && contentType !== undefined && isUrlencoded(contentType);
}

export function isMultipart(mediaType: string): boolean {
  return essenceOf(mediaType).startsWith('multipart/');
}

/** The format of a stream that a media type has by its name. */
export function streamFormat(mediaType: string): StreamFormat | undefined {
  const type = essenceOf(mediaType);
  const subtype = type.slice(type.indexOf('/') + 1);
  if (/^(?:x-)?(?:ndjson|jsonl|json-?lines)$/.test(subtype)) return 'ndjson';
  if (subtype.split('+').includes('json-seq')) return 'json-seq';
  return type === 'text/event-stream' ? 'event-stream' : undefined;
}

/**
 * Whether the `x-stream` of an operation is for a media type of one of its responses: of success only; without a `format` for streams, with a
 * format of items for JSON and streams, with `bytes` for all.
 */
export function takesStream(option: unknown, status: string, mediaType: string): boolean {
  if (!/^2/.test(status)) return false;
  const format = typeof option === 'object' && option !== null && 'format' in option ? option.format : option;
  if (format === 'bytes' || streamFormat(mediaType) !== undefined) return true;
  return typeof format === 'string' && (isJson(mediaType) || isRange(mediaType));
}

/** Whether a message of one media type may be declared by the other, a range or the type itself. */
export function isInRange(mediaType: string, range: string): boolean {
  const [start = '', end = '', ...more] = essenceOf(range).split('*');
  const essence = essenceOf(mediaType);
  if (!isRange(range)) return essence === essenceOf(range);
  if (essenceOf(range) === '*/*') return true;
  return more.length === 0 && essence.length >= start.length + end.length && essence.startsWith(start) && essence.endsWith(end);
}

/** The parameters that tell one media type from another: all but `charset`, which a codec reads, and `boundary`, which each message chooses. */
export function tellingParameters(mediaType: string): string[] {
  const [, ...parameters] = mediaType.match(/(?:[^;"]|"(?:[^"\\]|\\.)*"?)+/g) ?? [];
  return parameters
    .map((parameter) => parameter.trim())
    .filter((parameter) => parameter !== '' && !/^(?:charset|boundary)\s*=/i.test(parameter));
}

/** A media type as an example shows it: of a range, one that it holds. */
export function concreteType({ contentType, sent }: { readonly contentType: string; readonly sent?: string }): string {
  if (!isRange(contentType)) return contentType;
  return sent ?? (essenceOf(contentType) === '*/*' ? 'application/octet-stream' : contentType.replaceAll('*', 'example'));
}

interface DeclaredType {
  readonly contentType: string;
  readonly kind: string;
  readonly sent?: string;
}

/** Whether a sender must name the media type of a body: one that is a range and has no usual type. */
export function mustBeNamed({ contentType, kind, sent }: DeclaredType): boolean {
  return isRange(contentType) && kind !== 'bytes' && sent === undefined;
}

/** Whether messages are told apart by more than the names of their media types. */
export function needsMatch(contents: readonly Pick<DeclaredType, 'contentType'>[]): boolean {
  return contents.some(({ contentType }) => isRange(contentType) || tellingParameters(contentType).length > 0);
}
