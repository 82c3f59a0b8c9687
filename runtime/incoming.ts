// Turns an answer into a result, by what the document declares for the operation and status.
import { type BodyCodec, matchContent } from './body.ts';
import type { Validation } from './checks.ts';
import { SyntaxFault, UnexpectedResponseError, UnreadableResponseError, UnsupportedMediaFault } from './errors.ts';
import type { Response as Declared, Operation } from './operation.ts';
import { join } from './request.ts';
import { type AnyResult, ofOperation } from './result.ts';
import { masked } from './send.ts';
import { essenceOf, forStatus, setOwn } from './text.ts';

/** How much of an undeclared answer an error keeps. Twice as much is read, so that no secret is cut in two before it is masked. */
const EXCERPT = 4096;

/**
 * @throws {UnexpectedResponseError} for a status that is not declared.
 * @throws {UnreadableResponseError} for a body or header that is not as declared. Neither holds one of `secrets`.
 */
export async function readResult(
  operation: Operation,
  response: Response,
  secrets: readonly string[],
  signal: AbortSignal,
  limit: number,
  validate?: Validation,
): Promise<AnyResult> {
  const { status } = response;
  const declared = declaredFor(operation, status);
  const type = response.headers.get('content-type') ?? undefined;
  if (declared === undefined) {
    const excerpt = await readBytes(response, 2 * EXCERPT).catch(() => undefined);
    throw new UnexpectedResponseError(operation.id, status, type, masked(new TextDecoder().decode(excerpt), secrets).slice(0, EXCERPT));
  }
  const headers = readHeaders(operation, declared, response);
  const { contents } = declared;
  if (contents === undefined || bodiless(operation, status)) {
    discard(response);
    return ofOperation({ status, headers }, operation.id);
  }
  const unreadable = (reason: string) => new UnreadableResponseError(operation.id, status, reason);
  const found = type === undefined ? Object.entries(contents)[0] : (matchContent(contents, type) ?? jsonKin(contents, type));
  if (found === undefined) {
    discard(response);
    throw unreadable(`its media type is ${essenceOf(type ?? '') || 'malformed'}`);
  }
  const [contentType, codec] = found;
  const resultOf = (body: unknown) =>
    ofOperation(Object.keys(contents).length > 1 ? { status, contentType, body, headers } : { status, body, headers }, operation.id);
  if (codec.items !== undefined && response.body !== null)
    return resultOf(
      codec.items.decode(response.body, {
        operation: operation.id,
        status,
        signal,
        validate: validate?.item?.(operation, status, contentType),
      }),
    );
  const tooLarge = `its body has more than ${limit} bytes`;
  if (Number(response.headers.get('content-length')) > limit) {
    discard(response);
    throw unreadable(tooLarge);
  }
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = await readBytes(response, limit);
  } catch (error) {
    throw signal.aborted ? error : unreadable('its body broke off');
  }
  if (bytes.length > limit) throw unreadable(tooLarge);
  try {
    return resultOf(await codec.decode(bytes, type ?? contentType));
  } catch (error) {
    throw error instanceof SyntaxFault || error instanceof UnsupportedMediaFault ? unreadable(`its body ${error.message}`) : error;
  }
}

/** What nobody reads would keep the connection busy. Not waited for: while somebody holds a clone of the response, it does not end. */
function discard({ body }: Response): void {
  body?.cancel().catch(() => {});
}

/** `application/problem+json` for a declared `application/json` and the like: the same syntax, so the same codec. */
function jsonKin(contents: Readonly<Record<string, BodyCodec>>, type: string): [string, BodyCodec] | undefined {
  return /[/+]json$/.test(essenceOf(type)) ? Object.entries(contents).find(([, codec]) => codec.kind === 'json') : undefined;
}

/** RFC 9110 sections 9.3.2, 15.3.5, 15.3.6, 15.4.5. */
export function bodiless(operation: Operation, status: number): boolean {
  return status === 204 || status === 205 || status === 304 || operation.method.toUpperCase() === 'HEAD';
}

/** What the document says of a status. A range or `default` that has a body does not stand for a status that never has one. */
export function declaredFor(operation: Operation, status: number): Declared | undefined {
  const declared = forStatus(operation.responses, status);
  const exact = Object.hasOwn(operation.responses, status) || operation.method.toUpperCase() === 'HEAD';
  return exact || declared?.contents === undefined || !bodiless(operation, status) ? declared : undefined;
}

/** The body; of one with more than `limit` bytes, what came until then. Read by hand: `arrayBuffer()` takes longer, and has no limit. */
async function readBytes({ body }: Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  if (body !== null) {
    const reader = body.getReader();
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      size += step.value.length;
      chunks.push(step.value);
      if (size > limit) {
        reader.cancel().catch(() => {});
        break;
      }
    }
  }
  return join(chunks, size);
}

function readHeaders(operation: Operation, declared: Declared, response: Response): object {
  const headers: Record<string, unknown> = {};
  for (const [name, value] of response.headers) setOwn(headers, name, value);
  for (const { name, required, codec, shape } of declared.headers ?? []) {
    const text = response.headers.get(name);
    const value =
      text === null ? undefined : codec.readLines === undefined ? codec.read(text, shape, true) : codec.readLines(response.headers);
    const fault =
      text === null ? required && 'missing, or not exposed (Access-Control-Expose-Headers)' : value === undefined && 'malformed';
    if (fault) throw new UnreadableResponseError(operation.id, response.status, `its header ${name} is ${fault}`);
    if (text === null) continue;
    delete headers[name.toLowerCase()];
    setOwn(headers, name, value);
  }
  return headers;
}
