// Reads a response as a result, by what the document declares for the operation and status.

import { SyntaxFault, UnexpectedResponseError, UnreadableResponseError } from '../contract/errors.ts';
import { bodiless, declaredFor } from '../contract/responses.ts';
import { type AnyResult, ofOperation } from '../contract/result.ts';
import { abortableReader } from '../stream/abortable-reader.ts';
import { joinBytes } from '../stream/join-bytes.ts';
import { essenceOf, isJson, matchContent } from '../wire/media-type.ts';
import type { Call } from './options.ts';
import { masked } from './send.ts';

/**
 * The characters of an undeclared response that its error keeps. Twice as many bytes are read, so that no secret is cut in two before it is masked.
 */
const EXCERPT = 4096;

/**
 * The abort of `signal` ends the reading of the body. No error shows `secrets`.
 * @throws {UnexpectedResponseError} for a status that is not declared.
 * @throws {UnreadableResponseError} for a body or header that is not as declared.
 */
export async function readResult(
  { operation, maxResponseBytes: limit = 104_857_600, validate }: Pick<Call, 'operation' | 'maxResponseBytes' | 'validate'>,
  secrets: readonly string[],
  response: Response,
  signal: AbortSignal | undefined,
): Promise<AnyResult> {
  const { id } = operation;
  const { status } = response;
  const declared = declaredFor(operation, status);
  // Every header becomes an own property, whatever its name.
  const headers: Record<string, unknown> = Object.fromEntries(response.headers);
  const { 'content-type': type, 'content-length': announced } = headers as Readonly<Record<string, string | undefined>>;
  if (declared === undefined) {
    const excerpt = await readBytes(response, 2 * EXCERPT, signal).catch(() => undefined);
    throw new UnexpectedResponseError(id, status, type, masked(new TextDecoder().decode(excerpt), secrets).slice(0, EXCERPT));
  }
  const refuse = (reason: string): never => {
    discard(response);
    throw new UnreadableResponseError(id, status, reason);
  };
  declared.read?.(declared, response, headers, refuse);
  const { contents } = declared;
  if (contents === undefined || bodiless(operation, status)) {
    discard(response);
    return ofOperation({ status, headers }, id);
  }
  const entries = Object.entries(contents);
  const [contentType, codec, sent] =
    (type === undefined
      ? entries[0]
      : // Of another media type of JSON, such as `application/problem+json`, the syntax is the same, and so is the codec.
        ((declared.match ?? matchContent)(contents, type) ??
        entries.find(([name, { kind }]) => kind === 'json' && isJson(type) && essenceOf(name) !== essenceOf(type)))) ??
    refuse(`its media type (${essenceOf(type ?? '') || 'malformed'}) is not declared`);
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  let body: unknown;
  try {
    if (codec.open)
      body = codec.open(response, type ?? contentType, {
        operation: id,
        signal,
        validate: validate?.item?.(operation, status, contentType),
      });
    else {
      if (!(Number(announced) > limit)) bytes = await readBytes(response, limit, signal);
      if (bytes === undefined || bytes.length > limit) throw new SyntaxFault(`has more than ${limit} bytes`);
      body = codec.decode(bytes, type ?? contentType);
      // Most codecs decode at once. Each `await` takes time.
      if (body instanceof Promise) body = await body;
    }
  } catch (error) {
    if (error instanceof SyntaxFault) refuse(`its body ${error.message}`);
    if (bytes === undefined && !signal?.aborted) refuse('its body ended early');
    throw error;
  }
  return ofOperation({ status, ...((sent || entries.length > 1) && { contentType: sent ?? contentType }), body, headers }, id);
}

/** Cancels an unread body, which would keep the connection busy. Not awaited: it does not settle while a clone of the response is unread. */
function discard({ body }: Response): void {
  body?.cancel().catch(() => {});
}

/** The body, or the beginning of one with more than `limit` bytes. `arrayBuffer()` would take longer, and has no limit. */
async function readBytes({ body }: Response, limit: number, signal: AbortSignal | undefined): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = body && abortableReader(body, signal);
  while (reader && size <= limit) {
    const { value } = await reader.read();
    if (value === undefined) return joinBytes(chunks, size);
    size += value.length;
    chunks.push(value);
  }
  reader?.cancel().catch(() => {});
  return joinBytes(chunks, size);
}
