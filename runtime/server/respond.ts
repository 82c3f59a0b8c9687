// Encodes a handler's result as a response, by what the document declares, and checks it on the way.
import type { BodyCodec, ByteStream, EncodedBody, ItemWriting } from '../contract/body.ts';
import { InvalidParameterError, OctavoError } from '../contract/errors.ts';
import type { Issue } from '../contract/issue.ts';
import type { Response as Declared, Operation } from '../contract/operation.ts';
import { getOwn } from '../contract/own.ts';
import { bodiless, declaredFor, forStatus } from '../contract/responses.ts';
import type { AnyResult } from '../contract/result.ts';
import { forwardBytes } from '../stream/forward-bytes.ts';
import { keepShared } from '../stream/shared-items.ts';
import type { Checks } from '../validate/checks.ts';
import { recurse } from '../validate/report.ts';
import { checkHeader, encodeParameter } from '../wire/encode.ts';
import { essenceOf, matchContent } from '../wire/media-type.ts';
import type { Fault } from './faults/fault.ts';

/** A response before an adapter makes it a `Response` or writes it to a socket. */
export interface ServerAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Record<string, string>;
  readonly body: NonNullable<EncodedBody['body']> | null;
  /** Lines of `Set-Cookie`, the one header whose lines cannot be joined (RFC 9110 section 5.3). */
  readonly cookies?: readonly string[];
  /** Why the server answered in place of a handler, or what user code refused. */
  readonly fault?: Fault;
}

/** A result that the document does not allow. `issues` are the faults in its body. */
export class InvalidResult extends Error {
  override readonly name = 'InvalidResult';
  readonly issues: readonly Issue[];

  constructor(message: string, issues: readonly Issue[] = []) {
    super(message);
    this.issues = issues;
  }
}

/**
 * Without `checks`, neither bodies nor the syntax of headers are checked.
 * @throws {InvalidResult} for a status, media type, header or body that the operation does not have.
 */
export function encodeResult(
  operation: Operation,
  given: unknown,
  checks: Pick<Checks, 'responses' | 'items'> | undefined,
  writing?: () => Pick<ItemWriting, 'signal' | 'onError'>,
): ServerAnswer {
  if (typeof given !== 'object' || given === null)
    throw new InvalidResult(`${operation.id}: the handler must return an object with a status.`);
  const result = wireResult(operation, given as AnyResult);
  const { status, body } = result;
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new InvalidResult(`${operation.id}: the status that the handler returned must be an integer from 200 to 599.`);
  const declared = declaredFor(operation, status);
  if (declared === undefined)
    throw new InvalidResult(`${operation.id}: the handler returned the status ${status}, which the document does not declare.`);
  const { headers, cookies } = encodeHeaders(operation, declared, result, checks !== undefined);
  if (declared.contents === undefined || bodiless(operation, status)) {
    if (body !== undefined)
      throw new InvalidResult(`${operation.id}: the handler returned a body with ${status}, for which the document declares none.`);
    return bodilessAnswer(status, headers, cookies);
  }
  const [contentType, codec] = contentOf(operation, declared, result);
  if (body === undefined && codec.optional === true) return bodilessAnswer(status, headers, cookies);
  // A stream is validated item by item, as it is sent.
  const validators = codec.items === undefined ? checks?.responses : checks?.items?.responses;
  const own = validators === undefined ? undefined : forStatus(validators, status);
  const validate = own === undefined || !Object.hasOwn(own, contentType) ? undefined : own[contentType];
  const issues: Issue[] = [];
  if (codec.items === undefined && validate !== undefined && !recurse(validate, body, issues)) {
    throw new InvalidResult(`${operation.id}: the body that the handler returned with ${status} does not match its schema.`, issues);
  }
  // A declared range such as `image/*` is sent as the media type that the handler names.
  const sent = codec.typeOf === undefined ? contentType : typeOf(operation, codec.typeOf, body, contentType, result.contentType);
  const encoded: EncodedBody =
    codec.items === undefined
      ? codec.encode(body, sent)
      : { body: codec.items.encode(body, { operation: operation.id, validate, keep: keepShared, ...writing?.() }), contentType: sent };
  if (encoded.body === undefined) {
    const fault =
      body === undefined
        ? `no body with ${status}, which the document requires`
        : `a body with ${status} that cannot be sent as ${contentType}`;
    throw new InvalidResult(`${operation.id}: the handler returned ${fault}.`);
  }
  if (encoded.contentType !== undefined) headers['content-type'] = encoded.contentType;
  const sentBody =
    codec.items === undefined && encoded.body instanceof ReadableStream ? reporting(encoded.body, writing?.()) : encoded.body;
  return cookies === undefined ? { status, headers, body: sentBody } : { status, headers, cookies, body: sentBody };
}

/** The answer without its body. A stream is cancelled, so that what feeds it is closed. */
export function withoutBody(answer: ServerAnswer): ServerAnswer {
  if (answer.body instanceof ReadableStream) answer.body.cancel().catch(() => {});
  return { ...answer, body: null };
}

function bodilessAnswer(status: number, headers: Record<string, string>, cookies: readonly string[] | undefined): ServerAnswer {
  return cookies === undefined ? { status, headers, body: null } : { status, headers, cookies, body: null };
}

/** The same stream of bytes; where it fails, `onError` gets the reason. */
function reporting(stream: ByteStream, writing: Pick<ItemWriting, 'onError'> | undefined): ByteStream {
  return forwardBytes(stream.getReader(), (error) => {
    writing?.onError?.(error);
    return error;
  });
}

/** The result with the values of the wire, where handlers use others, such as dates. */
function wireResult(operation: Operation, result: AnyResult): AnyResult {
  const { conversion } = operation;
  if (conversion === undefined) return result;
  const issues: Issue[] = [];
  const wire = conversion.sendResult(result, issues);
  if (issues.length === 0) return wire;
  throw new InvalidResult(`${operation.id}: the result that the handler returned cannot be converted to what is sent.`, issues);
}

function contentOf(operation: Operation, declared: Declared, result: AnyResult): readonly [string, BodyCodec, string?] {
  const contents = declared.contents ?? {};
  const { contentType, status } = result;
  if (contentType === undefined) {
    for (const type in contents) {
      const codec = contents[type];
      if (codec !== undefined) return [type, codec];
    }
  } else {
    const codec = getOwn(contents, contentType) as BodyCodec | undefined;
    const found = codec === undefined ? (declared.match ?? matchContent)(contents, contentType) : ([contentType, codec] as const);
    if (found !== undefined) return found;
  }
  throw new InvalidResult(
    `${operation.id}: the handler returned ${essenceOf(contentType ?? '')} with ${status}, which the document does not declare.`,
  );
}

/** The media type of a response for which the document declares a range. */
function typeOf(
  operation: Operation,
  choose: NonNullable<BodyCodec['typeOf']>,
  body: unknown,
  range: string,
  asked: string | undefined,
): string {
  try {
    return choose(body, range, asked);
  } catch (error) {
    if (!(error instanceof InvalidParameterError)) throw error;
    throw new InvalidResult(`${operation.id}: the result that the handler returned: ${error.message}`);
  }
}

function encodeHeaders(
  operation: Operation,
  declared: Declared,
  result: AnyResult,
  check: boolean,
): { headers: Record<string, string>; cookies: string[] | undefined } {
  const headers: Record<string, string> = {};
  let cookies: string[] | undefined;
  const given = result.headers;
  try {
    for (const [name, value] of given === undefined ? [] : Object.entries(given)) {
      if (value === undefined) continue;
      if (name.toLowerCase() === 'set-cookie' && (Array.isArray(value) || typeof value === 'string')) {
        const lines: readonly unknown[] = Array.isArray(value) ? value : value.split('\n');
        cookies = lines.map((line) => checkHeader(name, String(line), operation.id));
        continue;
      }
      const known = declared.headers?.find((header) => header.name.toLowerCase() === name.toLowerCase());
      const text =
        known === undefined
          ? checkHeader(name, String(value), operation.id)
          : encodeParameter({ ...known, in: 'header' }, value, operation.id);
      if (text === undefined) continue;
      if (check && known !== undefined && known.codec.read(text, known.shape, true) === undefined)
        throw new InvalidResult(`${operation.id}: the header ${known.name} that the handler returned with ${result.status} is malformed.`);
      headers[name.toLowerCase()] = text;
    }
  } catch (error) {
    throw error instanceof OctavoError ? new InvalidResult(error.message) : error;
  }
  for (const { name, required } of declared.headers ?? []) {
    const isGiven = getOwn(headers, name.toLowerCase()) !== undefined || (cookies !== undefined && name.toLowerCase() === 'set-cookie');
    if (required === true && !isGiven) {
      throw new InvalidResult(
        `${operation.id}: the handler returned no header ${name} with ${result.status}, which the document requires.`,
      );
    }
  }
  return { headers, cookies };
}

/** Makes a `Response` of an answer. */
export function toResponse({ status, headers, body, cookies }: ServerAnswer): Response {
  const response = new Response(bodiless({ method: 'GET' }, status) ? null : body, { status, headers });
  if (cookies !== undefined) for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}
