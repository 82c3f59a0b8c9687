// The codec of multipart bodies whose parts have positions: `multipart/mixed` and others that are described as arrays (OpenAPI 3.2, "Encoding By
// Position").
import type { BodyCodec, ParseJson, WriteJson } from '../contract/body.ts';
import type { Shape } from '../contract/codec.ts';
import { SyntaxFault, UnsupportedMediaFault } from '../contract/errors.ts';
import type { ResponseHeader } from '../contract/operation.ts';
import { getOwn } from '../contract/own.ts';
import { parseJson } from '../json/parse.ts';
import { readField } from '../wire/form.ts';
import { charsetOf, isJson, isTextual } from '../wire/media-type.ts';
import { checkType, contentOf, escapeName, headerLines, headersOf, isOneOf, refuse, textOf } from './multipart.ts';
import { type Part, readParts } from './multipart-reader.ts';
import { type WrittenPart, writeParts } from './multipart-writer.ts';

/** How one part is written and read. */
export interface PartEncoding {
  /** The type of a text that is never a string. Absent: a text is a string, and other values are JSON. */
  readonly shape?: Shape;
  /** Whether the part is a `Blob`, whatever its media type. */
  readonly file?: true;
  /** The media types that it may have, ranges too. Absent: by its value. */
  readonly contentTypes?: readonly string[];
  /** The item of the list is then `{ body, headers }`. */
  readonly headers?: readonly ResponseHeader[];
}

/** A list: `first` are its first parts, `rest` the others. Objects are JSON, files `Blob` or `File`, other values text. */
/* @__NO_SIDE_EFFECTS__ */
export function parts(rest: PartEncoding = {}, first: readonly PartEncoding[] = []): BodyCodec {
  return {
    kind: 'multipart',
    encode(value, contentType, _signal, stringify = JSON.stringify) {
      if (!Array.isArray(value)) return { body: undefined };
      return writeParts(
        value.map((item: unknown, index) => writePart(String(index), item, first[index] ?? rest, stringify)),
        contentType,
      );
    },
    decode: (bytes, contentType, parse = parseJson) =>
      readParts(bytes, contentType, 'none').map((part, index) => {
        const own = first[index] ?? rest;
        const named = { ...part, name: String(index) };
        const body = readPart(named, own, parse);
        return own.headers === undefined ? body : { body, ...headersOf(named, own.headers, parse) };
      }),
  };
}

function writePart(name: string, item: unknown, encoding: PartEncoding, stringify: WriteJson): WrittenPart {
  const { headers, shape, contentTypes } = encoding;
  const body = headers === undefined ? item : getOwn(item, 'body');
  if (headers !== undefined && body === undefined) refuse(name, 'must be an object { body, headers }');
  const isText = shape !== undefined || contentTypes !== undefined || typeof body === 'string';
  const isPrimitive = body === null || ['number', 'bigint', 'boolean'].includes(typeof body);
  const asked = isPrimitive && !isText ? { contentTypes: ['application/json'] } : encoding;
  const { type, content } = contentOf(name, body, asked, stringify);
  // Without a charset, text is ASCII (RFC 2046 section 4.1.2).
  const hasCharset = typeof content === 'string' && (type === '' || (isTextual(type) && !isJson(type)));
  const sent = hasCharset ? `${type || 'text/plain'}${charsetOf(type) === undefined ? '; charset=utf-8' : ''}` : type;
  const lines = [`Content-Type: ${checkType(sent, name)}`];
  if (body instanceof File) lines.unshift(`Content-Disposition: attachment; filename="${escapeName(body.name, name)}"`);
  return { head: [...lines, ...headerLines(name, getOwn(item, 'headers'), headers ?? [])].join('\r\n'), content };
}

/** @throws {SyntaxFault} @throws {UnsupportedMediaFault} */
function readPart(part: Part, { shape, file, contentTypes }: PartEncoding, parse: ParseJson): unknown {
  const { name, contentType: type = '', filename, bytes } = part;
  if (contentTypes !== undefined && type !== '' && !isOneOf(type, contentTypes))
    throw new UnsupportedMediaFault(`has a part ${name} that is not ${contentTypes.join(' or ')}`);
  const isBytes = file === true || (type !== '' && !isTextual(type) && !isJson(type));
  if (isBytes) return filename === undefined ? new Blob([bytes], { type }) : new File([bytes], filename, { type });
  const text = textOf(part);
  if (!isJson(type || (contentTypes?.[0] ?? ''))) return readField(text, shape, undefined, parse);
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    throw new SyntaxFault(`has a part ${name} that ${error.message}`);
  }
}
