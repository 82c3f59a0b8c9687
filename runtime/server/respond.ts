// Turns a handler's result into an answer, by what the document declares, and checks it on the way.
import type { ByteStream, EncodedBody, ItemWriting } from '../contract/body.ts';
import { OctavoError } from '../contract/errors.ts';
import type { Issue } from '../contract/issue.ts';
import type { Response as Declared, Operation } from '../contract/operation.ts';
import { getOwn } from '../contract/own.ts';
import { bodiless, declaredFor, forStatus } from '../contract/responses.ts';
import type { AnyResult } from '../contract/result.ts';
import { relay } from '../stream/relay.ts';
import type { Checks } from '../validate/checks.ts';
import { recurse } from '../validate/report.ts';
import { checkHeader, encodeParameter } from '../wire/encode.ts';
import { essenceOf, matchContent } from '../wire/media-type.ts';

/** An answer before a platform makes it a `Response` or writes it to a socket. */
export interface ServerAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Record<string, string>;
  readonly body: NonNullable<EncodedBody['body']> | null;
  /** Lines of `Set-Cookie`, the one header whose lines cannot be joined (RFC 9110 section 5.3). */
  readonly cookies?: readonly string[];
}

/** A result that the document does not permit. `issues` tells what is wrong with its body. */
export class InvalidResult extends Error {
  override readonly name = 'InvalidResult';
  readonly issues: readonly Issue[];

  constructor(message: string, issues: readonly Issue[] = []) {
    super(message);
    this.issues = issues;
  }
}

/**
 * `checks` is absent when bodies and the forms of headers are not to be checked.
 * @throws {InvalidResult} for a status, media type, header or body that the operation does not have.
 */
export function encodeResult(
  operation: Operation,
  given: unknown,
  checks: Pick<Checks, 'responses' | 'items'> | undefined,
  writing?: () => Pick<ItemWriting, 'signal' | 'onError'>,
): ServerAnswer {
  if (typeof given !== 'object' || given === null) throw new InvalidResult(`${operation.id}: the handler returned no result.`);
  const result = wireResult(operation, given as AnyResult);
  const { status, body } = result;
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new InvalidResult(`${operation.id}: the handler returned no status.`);
  const declared = declaredFor(operation, status);
  if (declared === undefined)
    throw new InvalidResult(`${operation.id}: the handler returned the status ${status}, which the document does not declare.`);
  const { headers, cookies } = encodeHeaders(operation, declared, result, checks !== undefined);
  if (declared.contents === undefined || bodiless(operation, status)) {
    if (body !== undefined) throw new InvalidResult(`${operation.id}: the handler returned a body with ${status}, which has none.`);
    return cookies === undefined ? { status, headers, body: null } : { status, headers, cookies, body: null };
  }
  const [contentType, codec] = contentOf(operation, declared, result);
  // Of a stream each item is judged, when its turn comes.
  const validators = codec.items === undefined ? checks?.responses : checks?.items?.responses;
  const own = validators === undefined ? undefined : forStatus(validators, status);
  const validate = own === undefined || !Object.hasOwn(own, contentType) ? undefined : own[contentType];
  const issues: Issue[] = [];
  if (codec.items === undefined && validate !== undefined && !recurse(validate, body, issues)) {
    throw new InvalidResult(`${operation.id}: the body that the handler returned with ${status} is not as declared.`, issues);
  }
  const asked = result.contentType;
  const sent = contentType.includes('*') && asked !== undefined ? asked : contentType;
  const encoded: EncodedBody =
    codec.items === undefined
      ? codec.encode(body, sent)
      : { body: codec.items.encode(body, { operation: operation.id, validate, ...writing?.() }), contentType: sent };
  if (encoded.body === undefined) {
    const fault = body === undefined ? `no body with ${status}` : `a body with ${status} that has no form in ${contentType}`;
    throw new InvalidResult(`${operation.id}: the handler returned ${fault}.`);
  }
  if (encoded.contentType !== undefined) headers['content-type'] = encoded.contentType;
  const sentBody = codec.items === undefined && encoded.body instanceof ReadableStream ? watched(encoded.body, writing?.()) : encoded.body;
  return cookies === undefined ? { status, headers, body: sentBody } : { status, headers, cookies, body: sentBody };
}

/** A stream of bytes that breaks has broken its answer: who runs the server is told why. */
function watched(stream: ByteStream, writing: Pick<ItemWriting, 'onError'> | undefined): ByteStream {
  return relay(stream.getReader(), (error) => {
    writing?.onError?.(error);
    return error;
  });
}

/** The result as it stands on the wire, where handlers hold it in another form. */
function wireResult(operation: Operation, result: AnyResult): AnyResult {
  const { conversion } = operation;
  if (conversion === undefined) return result;
  const issues: Issue[] = [];
  const wire = conversion.sendResult(result, issues);
  if (issues.length === 0) return wire;
  throw new InvalidResult(`${operation.id}: the result that the handler returned has no form on the wire.`, issues);
}

function contentOf(operation: Operation, declared: Declared, result: AnyResult) {
  const contents = declared.contents ?? {};
  const { contentType, status } = result;
  const entries = Object.entries(contents);
  const found =
    contentType === undefined ? entries[0] : (entries.find(([type]) => type === contentType) ?? matchContent(contents, contentType));
  if (found !== undefined) return found;
  throw new InvalidResult(
    `${operation.id}: the handler returned ${essenceOf(contentType ?? '')} with ${status}, which the document does not declare.`,
  );
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
      throw new InvalidResult(`${operation.id}: the handler returned no header ${name} with ${result.status}.`);
    }
  }
  return { headers, cookies };
}

const WITHOUT_LENGTH = [204, 205, 304];

/** An answer as a `Response`. */
export function toResponse({ status, headers, body, cookies }: ServerAnswer): Response {
  const response = new Response(WITHOUT_LENGTH.includes(status) ? null : body, { status, headers });
  if (cookies !== undefined) for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}
