// Reads the body of a request by the media types that its operation declares; a fault where it cannot be read.
import type { BodyCodec } from '../contract/body.ts';
import { SyntaxFault, UnsupportedMediaFault } from '../contract/errors.ts';
import type { Validator } from '../contract/issue.ts';
import type { Operation } from '../contract/operation.ts';
import { getOwn } from '../contract/own.ts';
import type { ServerRequest } from '../contract/server-request.ts';
import { parseStrictJson } from '../json/strict.ts';
import type { ItemValidators } from '../validate/checks.ts';
import { BODY_BROKE_OFF, type Fault, type FaultFacts, fault, type Step } from './fault.ts';
import { bodyCodec } from './receive.ts';
import { BodyBroken, BodyTooLarge } from './request.ts';

/** The fault of a body that could not be read to its end; `undefined` for any other error. */
export function bodyFault(error: unknown, limit: number, facts: FaultFacts): Fault | undefined {
  if (error instanceof BodyTooLarge) return fault('payload-too-large', `The body has more than ${limit} bytes.`, facts);
  return error instanceof BodyBroken ? fault('invalid-request', BODY_BROKE_OFF, facts) : undefined;
}

/**
 * The property `body` of the input, and `contentType` where the operation declares several media types; neither for an empty body. These are not
 * async functions: each would allocate most of a kilobyte for every request.
 */
export function receiveBody(
  operation: Operation,
  request: ServerRequest,
  bytes: () => Promise<Uint8Array<ArrayBuffer>>,
  facts: FaultFacts,
  items?: ItemValidators,
): BodyStep | Promise<BodyStep> {
  const contentType = request.header('content-type');
  const found = bodyCodec(operation, contentType);
  const coding = request.header('content-encoding');
  // Nothing is decompressed, so that a small body cannot become a large one.
  if (coding !== undefined && !/^(?:identity)?$/i.test(coding.trim())) {
    const headers = { 'accept-encoding': 'identity' };
    return { fault: fault('unsupported-media-type', 'Send the body without a Content-Encoding.', { ...facts, headers }) };
  }
  if (contentType !== undefined && found === undefined) return unsupported(operation, facts);
  if (found?.[1].items !== undefined) {
    const validate = getOwn(items?.body, found[0]) as Validator | undefined;
    const reading = { operation: operation.id, validate, signal: request.signal, parse: parseStrictJson };
    return received(operation, found[0], found[1].items.decode(request.stream(), reading));
  }
  if (found?.[1].open !== undefined) {
    const reading = { operation: operation.id, signal: request.signal };
    return received(operation, found[0], found[1].open(request.stream(), contentType ?? found[0], reading));
  }
  return bytes().then((content) => {
    if (found === undefined) return content.length === 0 ? { ok: {} } : unsupported(operation, facts);
    const [declared, codec] = found;
    if (content.length === 0 && (codec.kind === 'json' || codec.kind === 'multipart')) return { ok: {} };
    return decodeBody(operation, content, found, contentType ?? declared, facts);
  });
}

type BodyStep = Step<{ body?: unknown; contentType?: string }>;

function decodeBody(
  operation: Operation,
  content: Uint8Array<ArrayBuffer>,
  [declared, codec]: readonly [string, BodyCodec],
  contentType: string,
  facts: FaultFacts,
): BodyStep | Promise<BodyStep> {
  const refused = (error: unknown): BodyStep => {
    if (error instanceof UnsupportedMediaFault) return { fault: fault('unsupported-media-type', `The body ${error.message}.`, facts) };
    if (error instanceof SyntaxFault) return { fault: fault('invalid-request', `The body ${error.message}.`, facts) };
    throw error;
  };
  try {
    const value = codec.decode(content, contentType, parseStrictJson);
    if (!(value instanceof Promise)) return received(operation, declared, value);
    return value.then((body) => received(operation, declared, body), refused);
  } catch (error) {
    return refused(error);
  }
}

function received({ body }: Operation, contentType: string, value: unknown): BodyStep {
  for (const other in body?.contents) if (other !== contentType) return { ok: { body: value, contentType } };
  return { ok: { body: value } };
}

function unsupported(operation: Operation, facts: FaultFacts): BodyStep {
  const types = Object.keys(operation.body?.contents ?? {});
  const detail = types.length === 0 ? 'This operation takes no body.' : `The Content-Type must be ${types.join(' or ')}.`;
  return { fault: fault('unsupported-media-type', detail, facts) };
}
