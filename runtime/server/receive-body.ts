// Reads the body of a request by the media types that its operation declares; a fault where it cannot be read.
import type { BodyCodec, ParseJson } from '../contract/body.ts';
import { SyntaxFault, UnsupportedMediaFault } from '../contract/errors.ts';
import type { Validator } from '../contract/issue.ts';
import { getOwn } from '../contract/own.ts';
import type { ServerRequest } from '../contract/server-request.ts';
import { parseStrictJson, unmarked } from '../json/strict.ts';
import { withoutRepetition } from '../wire/comma.ts';
import { essenceOf, isUtf8 } from '../wire/media-type.ts';
import { BODY_BROKE_OFF, type Fault, type FaultFacts, fault, type Step } from './faults/fault.ts';
import type { Prepared } from './prepare.ts';
import { bodyCodec } from './receive.ts';
import { BodyBroken, BodyTooLarge } from './request.ts';

/** The fault of a body that could not be read to its end; `undefined` for any other error. */
export function bodyFault(error: unknown, limit: number, facts: FaultFacts): Fault | undefined {
  if (error instanceof BodyTooLarge) return fault('payload-too-large', `The body has more than ${limit} bytes.`, facts);
  return error instanceof BodyBroken ? fault('invalid-request', BODY_BROKE_OFF, facts) : undefined;
}

/** Decodes the bytes of a body. */
type ReadBody = (content: Uint8Array<ArrayBuffer>) => BodyStep | Promise<BodyStep>;

/**
 * The property `body` of the input, and `contentType` where the operation declares several media types; neither for an empty body. A body that is
 * read as a whole gives a function that decodes its bytes. These are not async functions: each would allocate most of a kilobyte for every request.
 */
export function receiveBody(
  { route, body: declared }: Pick<Prepared, 'route' | 'body'>,
  request: ServerRequest,
  facts: FaultFacts,
  lenient: boolean,
): BodyStep | ReadBody {
  const { operation, checks, lenientType } = route;
  const sent = request.header('content-type');
  const contentType = lenient && sent !== undefined ? withoutRepetition(sent) : sent;
  const found = bodyCodec(declared, contentType) ?? (lenientType === true ? jsonOf(declared, contentType) : undefined);
  const coding = request.header('content-encoding');
  // Nothing is decompressed, so that a small body cannot become a large one.
  if (coding !== undefined && !/^(?:identity)?$/i.test(coding.trim())) {
    const headers = { 'accept-encoding': 'identity' };
    return { fault: fault('unsupported-media-type', 'Send the body without a Content-Encoding.', { ...facts, headers }) };
  }
  // A body without bytes has no media type that could be wrong.
  if (contentType !== undefined && found === undefined && !(lenient && mayBeEmpty(request))) return unsupported(declared, facts);
  if (found?.[1].open !== undefined) {
    const validate = getOwn(checks.items?.body, found[0]) as Validator | undefined;
    const reading = { operation: operation.id, validate, signal: request.signal, parse: parserOf(lenient) };
    return received(declared, found, found[1].open({ body: request.stream() }, contentType ?? found[0], reading));
  }
  return (content) => {
    if (found === undefined) return content.length === 0 ? { ok: {} } : unsupported(declared, facts);
    const [type, codec] = found;
    if (content.length === 0 && (codec.kind === 'json' || codec.kind === 'multipart' || codec.kind === 'xml')) return { ok: {} };
    return decodeBody(declared, content, found, contentType ?? type, facts, lenient);
  };
}

/** `x-lenient-type`: the declared JSON, for a request without a media type or with one that web pages may send to other origins. */
function jsonOf(declared: Declared, contentType: string | undefined): [string, BodyCodec] | undefined {
  if (contentType !== undefined && !/^(?:text\/plain|application\/x-www-form-urlencoded)$/.test(essenceOf(contentType))) return undefined;
  return Object.entries(declared?.contents ?? {}).find(([, codec]) => codec.kind === 'json');
}

/** Whether a request may have an empty body: its length is 0, or there is neither a length nor a transfer coding (RFC 9112 section 6.3). */
function mayBeEmpty(request: ServerRequest): boolean {
  const length = request.header('content-length');
  return length === undefined ? request.header('transfer-encoding') === undefined : length === '0';
}

type Declared = Prepared['body'];

type BodyStep = Step<{ body?: unknown; contentType?: string }>;

function decodeBody(
  body: Declared,
  content: Uint8Array<ArrayBuffer>,
  found: readonly [string, BodyCodec, string?],
  contentType: string,
  facts: FaultFacts,
  lenient: boolean,
): BodyStep | Promise<BodyStep> {
  const refused = (error: unknown): BodyStep => {
    if (error instanceof UnsupportedMediaFault) return { fault: fault('unsupported-media-type', `The body ${error.message}.`, facts) };
    if (error instanceof SyntaxFault) return { fault: fault('invalid-request', `The body ${error.message}.`, facts) };
    throw error;
  };
  const [, codec] = found;
  // Clients have one fault for all that they cannot read, so that their bundles have one class.
  if ((codec.kind === 'json' || codec.kind === 'form') && !isUtf8(contentType))
    return { fault: fault('unsupported-media-type', 'The body is not in UTF-8.', facts) };
  try {
    const value = codec.decode(content, contentType, parserOf(lenient), lenient);
    if (!(value instanceof Promise)) return received(body, found, value);
    return value.then((content) => received(body, found, content), refused);
  } catch (error) {
    return refused(error);
  }
}

/** RFC 8259 section 8.1: a reader may ignore a byte order mark. */
function parserOf(lenient: boolean): ParseJson {
  return lenient ? parseStrictJson : unmarked(parseStrictJson);
}

/** The media type that was sent says more than a declared range. */
function received(body: Declared, [declared, , sent]: readonly [string, BodyCodec, string?], value: unknown): BodyStep {
  if (sent !== undefined) return { ok: { body: value, contentType: sent } };
  for (const other in body?.contents) if (other !== declared) return { ok: { body: value, contentType: declared } };
  return { ok: { body: value } };
}

function unsupported(body: Declared, facts: FaultFacts): BodyStep {
  const types = Object.keys(body?.contents ?? {});
  const detail = types.length === 0 ? 'This operation takes no body.' : `The Content-Type must be ${types.join(' or ')}.`;
  return { fault: fault('unsupported-media-type', detail, facts) };
}
