// Splits the bytes of a multipart body into its parts (RFC 2046 section 5.1, RFC 7578): strictly, within limits, in one pass.
import { SyntaxFault, UnsupportedMediaFault } from '../contract/errors.ts';
import { readUtf8 } from '../json/parse.ts';
import { parameterOf } from '../wire/media-type.ts';

export interface Part {
  /** `''` in a sequence of parts without names. */
  readonly name: string;
  /** Set for files. */
  readonly filename?: string;
  readonly contentType?: string;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const MAX_PARTS = 1000;
const MAX_HEAD = 8 * 1024;

/** How a part is told from others: by the name that browsers give it, by a name in any `Content-Disposition`, or by its position. */
export type PartNames = 'form-data' | 'any' | 'none';

/**
 * @throws {SyntaxFault} for anything but parts between boundaries, for more than 1,000 parts, and for a part with more than 8 kB of headers.
 * @throws {UnsupportedMediaFault} for a part with a transfer encoding.
 */
export function readParts(bytes: Uint8Array<ArrayBuffer>, contentType: string, names: PartNames): Part[] {
  const delimiter = `\r\n--${boundaryOf(contentType)}`;
  // One character per byte, so that positions in the text are positions in the bytes.
  const text = new TextDecoder('latin1').decode(bytes);
  const first = delimiter.slice(2);
  let end = text.startsWith(first) ? 0 : text.indexOf(delimiter) + 2;
  if (end === 1) throw malformed('has no boundary');
  end += first.length;
  const parts: Part[] = [];
  for (;;) {
    // A boundary is followed by `--` at the end of the body, or by transport padding and CRLF.
    if (text.startsWith('--', end)) return parts;
    const line = text.indexOf('\r\n', end);
    if (line === -1 || line - end > 64 || text.slice(end, line).trim() !== '') throw malformed('has text after a boundary');
    if (parts.length === MAX_PARTS) throw malformed(`has more than ${MAX_PARTS} parts`);
    const head = text.indexOf('\r\n\r\n', line);
    if (head === -1 || head - line > MAX_HEAD) throw malformed('has a part whose headers do not end or are too long');
    const next = text.indexOf(delimiter, head + 2);
    if (next === -1) throw malformed('ends within a part');
    const start = Math.min(head + 4, next);
    // A part without headers begins with the empty line.
    const fields = head === line ? '' : readUtf8(bytes.subarray(line + 2, head));
    parts.push({ ...readHead(fields, names), bytes: bytes.subarray(start, next) });
    end = next + delimiter.length;
  }
}

function boundaryOf(contentType: string): string {
  const boundary = parameterOf(contentType, 'boundary');
  // RFC 2046 section 5.1.1: up to 70 bchars, with no space at the end.
  if (boundary === undefined || !/^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/.test(boundary))
    throw malformed('has a media type without a valid boundary');
  return boundary;
}

function readHead(head: string, names: PartNames): Omit<Part, 'bytes'> {
  const fields = new Map<string, string>();
  for (const line of head === '' ? [] : head.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (colon < 1 || !/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) throw malformed('has a malformed header');
    if (fields.has(name)) throw malformed(`has a header ${name} twice in one part`);
    fields.set(name, line.slice(colon + 1).trim());
  }
  const transfer = fields.get('content-transfer-encoding')?.toLowerCase() ?? 'binary';
  if (!['7bit', '8bit', 'binary'].includes(transfer)) throw new UnsupportedMediaFault('has a part with a transfer encoding');
  const disposition = parametersOf(fields.get('content-disposition') ?? '', names);
  const name = names === 'none' ? '' : disposition.get('name');
  if (name === undefined) throw malformed('has a part without a name');
  const filename = disposition.get('filename');
  const contentType = fields.get('content-type');
  return { name, headers: fields, ...(filename === undefined ? {} : { filename }), ...(contentType === undefined ? {} : { contentType }) };
}

/** Parameters as browsers and Octavo write them (HTML standard): a quote always ends the value. */
const PLAIN = /;[\t ]*([a-z*]+)=(?:"([^"]*)"|([^\s";]+))[\t ]*/iy;
/** Parameters as other senders write them (RFC 9110 section 5.6.4): a backslash escapes a quote. */
const ESCAPED = /;[\t ]*([a-z*]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s";]+))[\t ]*/iy;

/** The parameters of `form-data; name="a"; filename="b"`. */
function parametersOf(disposition: string, names: PartNames): Map<string, string> {
  const [type = ''] = /^[^;]*/.exec(disposition) ?? [];
  if (names === 'form-data' && type.trim().toLowerCase() !== 'form-data') throw malformed('has a part that is not form-data');
  const parameters = parametersBy(PLAIN, disposition, type.length) ?? parametersBy(ESCAPED, disposition, type.length);
  if (parameters === undefined) throw malformed('has a malformed Content-Disposition');
  return parameters;
}

/** `undefined` for text that the pattern does not match as a whole, or where a parameter occurs twice. */
function parametersBy(pattern: RegExp, disposition: string, start: number): Map<string, string> | undefined {
  const parameters = new Map<string, string>();
  for (let index = start; index < disposition.length; index = pattern.lastIndex) {
    pattern.lastIndex = index;
    const found = pattern.exec(disposition);
    if (found === null) return undefined;
    const [, key = '', quoted, token = ''] = found;
    if (parameters.has(key.toLowerCase())) return undefined;
    parameters.set(key.toLowerCase(), quoted === undefined ? token : unescapeName(quoted));
  }
  return parameters;
}

/** Decodes the escapes of the HTML standard, and backslashes of other senders. Windows paths of old browsers stay unchanged. */
function unescapeName(text: string): string {
  return text.replace(/\\"/g, '"').replace(/%22|%0d|%0a/gi, (escaped) => String.fromCharCode(Number.parseInt(escaped.slice(1), 16)));
}

function malformed(reason: string): SyntaxFault {
  return new SyntaxFault(reason);
}
