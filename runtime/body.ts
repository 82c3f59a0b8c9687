// The body codecs: one per kind of media type, each turning a value into a message body and bytes back into the value.
import type { Primitive, Shape } from './codec.ts';
import { SyntaxFault, UnsupportedMediaFault } from './errors.ts';
import { type ParseJson, parseJson, readUtf8 } from './json.ts';
import { readPrimitive } from './primitive.ts';
import type { ByteStream, StreamItems } from './stream.ts';
import { charsetOf, essenceOf, queryDecode, setOwn } from './text.ts';

/** A body as `fetch` and `Response` take it. `contentType` is absent where the platform must write it itself (multipart's boundary). */
export interface EncodedBody {
  /** `undefined`: the value has no form in the media type. */
  readonly body: string | Blob | FormData | Uint8Array<ArrayBuffer> | ByteStream | undefined;
  readonly contentType?: string;
}

export interface BodyCodec {
  readonly kind: 'json' | 'form' | 'multipart' | 'text' | 'bytes' | 'stream';
  /** `contentType` as the document has it. `signal` ends what is sent as a stream. */
  encode(value: unknown, contentType: string, signal?: AbortSignal): EncodedBody;
  /**
   * `parse` reads the JSON that the body is or holds: servers hand in a stricter one than the platform's.
   * @throws {SyntaxFault} when the bytes are not of the format.
   * @throws {UnsupportedMediaFault} when the charset is not.
   */
  decode(bytes: Uint8Array<ArrayBuffer>, contentType: string, parse?: ParseJson): unknown;
  /** Of streams only: the body is read and written item by item, and never held whole. */
  readonly items?: StreamItems;
}

/** `application/json` and every `+json`. */
export const json: BodyCodec = {
  kind: 'json',
  encode: (value, contentType) => ({ body: JSON.stringify(value), contentType }),
  decode(bytes, contentType, parse = parseJson) {
    requireUtf8(contentType);
    return parse(bytes);
  },
};

/** `text/plain` and other text without a format of its own; sent as UTF-8. */
export const text: BodyCodec = {
  kind: 'text',
  encode: (value, contentType) => ({
    body: String(value),
    contentType: charsetOf(contentType) === undefined ? `${contentType}; charset=utf-8` : contentType,
  }),
  decode(bytes, contentType) {
    const charset = charsetOf(contentType) ?? 'utf-8';
    if (charset === 'utf-8' || charset === 'utf8') return readUtf8(bytes);
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes);
    } catch (error) {
      if (error instanceof RangeError) throw new UnsupportedMediaFault('has a charset that is not supported');
      throw new SyntaxFault('is not valid in its charset');
    }
  },
};

/** Anything else: a `Blob` at both ends. */
export const bytes: BodyCodec = {
  kind: 'bytes',
  encode(value, contentType) {
    const body = value instanceof Blob ? value : new Blob([value as BlobPart]);
    if (!contentType.includes('*')) return { body, contentType };
    return { body, contentType: body.type === '' ? 'application/octet-stream' : body.type };
  },
  decode: (bytes, contentType) => new Blob([bytes], { type: contentType }),
};

/** The shapes of a form's fields. A field that is not listed is text. */
export type FormShape = Readonly<Record<string, Shape>>;

/** `application/x-www-form-urlencoded`: arrays as repeated names (style `form`, exploded), objects as JSON. */
export function urlencoded(shape: FormShape = {}): BodyCodec {
  return {
    kind: 'form',
    encode(value, contentType) {
      const fields = new URLSearchParams();
      for (const [name, text] of fieldsOf(value)) fields.append(name, String(text));
      return { body: fields.toString(), contentType };
    },
    decode(bytes, contentType, parse = parseJson) {
      requireUtf8(contentType);
      const fields: [string, string][] = [];
      for (const pair of readUtf8(bytes).split('&')) {
        if (pair === '') continue;
        const end = pair.indexOf('=');
        const name = queryDecode(end === -1 ? pair : pair.slice(0, end));
        const value = end === -1 ? '' : queryDecode(pair.slice(end + 1));
        if (name === undefined || value === undefined) throw new SyntaxFault('is not percent-encoded UTF-8');
        fields.push([name, value]);
      }
      return objectOf(fields, shape, parse);
    },
  };
}

/** `multipart/form-data`, flat: text fields, `Blob` and `File` fields, arrays as repeated names, objects as JSON. */
export function multipart(shape: FormShape = {}): BodyCodec {
  return {
    kind: 'multipart',
    encode(value) {
      if (value instanceof FormData) return { body: value };
      const body = new FormData();
      for (const [name, field] of fieldsOf(value)) {
        if (field instanceof Blob) body.append(name, field);
        else body.append(name, field);
      }
      return { body };
    },
    // `Response` has the platform's own parser of multipart.
    decode: async (bytes, contentType, parse = parseJson) => {
      let data: FormData;
      try {
        data = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
      } catch {
        throw new SyntaxFault('is not valid multipart/form-data');
      }
      return objectOf([...data.entries()], shape, parse);
    },
  };
}

function* fieldsOf(value: unknown): Generator<[string, string | Blob]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    for (const field of Array.isArray(member) ? member : [member]) if (field !== undefined) yield [name, fieldOf(field)];
  }
}

function fieldOf(value: unknown): string | Blob {
  if (value instanceof Blob) return value;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** Fields as an object. A name that comes twice is an array; the shape says which single fields are. */
function objectOf(fields: readonly (readonly [string, string | Blob])[], shape: FormShape, parse: ParseJson): unknown {
  const groups = new Map<string, (string | Blob)[]>();
  for (const [name, field] of fields) {
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [field]);
    else group.push(field);
  }
  const value = {};
  for (const [name, group] of groups) {
    const own = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const read = group.map((field) => (typeof field === 'string' ? readField(field, own, parse) : field));
    setOwn(value, name, read.length > 1 || Array.isArray(own) ? read : read[0]);
  }
  return value;
}

function readField(field: string, shape: Shape | undefined, parse: ParseJson): unknown {
  if (shape === undefined) return field;
  if (typeof shape === 'string') return readPrimitive(field, shape);
  if (Array.isArray(shape)) return readPrimitive(field, shape[0] as Primitive);
  try {
    return parse(field);
  } catch {
    return field;
  }
}

function requireUtf8(contentType: string): void {
  const charset = charsetOf(contentType);
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii') {
    throw new UnsupportedMediaFault('is not in UTF-8');
  }
}

/** The declared media type that a received one is of: itself, `type/*`, or the wildcard for all (OpenAPI 3.1 section 4.8.14). */
export function matchContent(contents: Readonly<Record<string, BodyCodec>>, contentType: string): [string, BodyCodec] | undefined {
  const essence = essenceOf(contentType);
  if (essence === '') return undefined;
  const exact = Object.hasOwn(contents, essence) ? contents[essence] : undefined;
  if (exact !== undefined) return [essence, exact];
  const entries = Object.entries(contents);
  const range = `${essence.slice(0, essence.indexOf('/'))}/*`;
  return (
    entries.find(([declared]) => essenceOf(declared) === essence) ??
    entries.find(([declared]) => essenceOf(declared) === range) ??
    entries.find(([declared]) => essenceOf(declared) === '*/*')
  );
}
