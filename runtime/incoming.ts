// Turns an answer into a result, by what the document declares for the operation and status.
import { type BodyCodec, matchContent } from './body.ts';
import { isHeaderRead, readHeader } from './decode.ts';
import { SyntaxFault, UnexpectedResponseError, UnreadableResponseError, UnsupportedMediaFault } from './errors.ts';
import type { Response as Declared, Operation } from './operation.ts';
import { type AnyResult, ofOperation } from './result.ts';
import { essenceOf, forStatus, percentEncode, setOwn } from './text.ts';

/** How much of an undeclared answer an error keeps. Twice as much is read, so that no secret is cut in two before it is masked. */
const EXCERPT = 4096;

/**
 * @throws {UnexpectedResponseError} for a status that is not declared.
 * @throws {UnreadableResponseError} for a body or header that is not as declared. Neither holds one of `secrets`.
 */
export async function readResult(operation: Operation, response: Response, secrets: readonly string[]): Promise<AnyResult> {
  const { status } = response;
  const declared = declaredFor(operation, status);
  if (declared === undefined) {
    const type = response.headers.get('content-type') ?? undefined;
    throw new UnexpectedResponseError(operation.id, status, type, withoutSecrets(await excerptOf(response), secrets).slice(0, EXCERPT));
  }
  const headers = readHeaders(operation, declared, response);
  const found = bodiless(operation, status) ? undefined : codecOf(operation, declared, response);
  if (found === undefined) {
    // What nobody reads would keep the connection busy.
    await response.body?.cancel();
    return ofOperation({ status, headers }, operation.id);
  }
  const [contentType, codec] = found;
  const body = await readBody(operation, response, codec, contentType);
  const several = Object.keys(declared.contents ?? {}).length > 1;
  return ofOperation(several ? { status, contentType, body, headers } : { status, body, headers }, operation.id);
}

/** RFC 9110 sections 9.3.2, 15.3.5, 15.3.6, 15.4.5. */
export function bodiless(operation: Operation, status: number): boolean {
  return status === 204 || status === 205 || status === 304 || operation.method.toUpperCase() === 'HEAD';
}

/** What the document says of a status. A range or `default` that has a body does not stand for a status that never has one. */
export function declaredFor(operation: Operation, status: number): Declared | undefined {
  const declared = forStatus(operation.responses, status);
  if (declared === undefined || Object.hasOwn(operation.responses, status) || operation.method.toUpperCase() === 'HEAD') return declared;
  return bodiless(operation, status) && Object.keys(declared.contents ?? {}).length > 0 ? undefined : declared;
}

function codecOf(operation: Operation, declared: Declared, response: Response): [string, BodyCodec] | undefined {
  const contents = declared.contents;
  if (contents === undefined) return undefined;
  const [first] = Object.entries(contents);
  if (first === undefined) return undefined;
  const type = response.headers.get('content-type');
  if (type === null) return first;
  const found = matchContent(contents, type);
  if (found !== undefined) return found;
  const essence = essenceOf(type);
  // `application/problem+json` for a declared `application/json` and the like: the same syntax, so the same codec.
  const kin = /[/+]json$/.test(essence) ? Object.entries(contents).find(([, codec]) => codec.kind === 'json') : undefined;
  if (kin === undefined) throw new UnreadableResponseError(operation.id, response.status, `its media type is ${essence || 'malformed'}`);
  return kin;
}

async function readBody(operation: Operation, response: Response, codec: BodyCodec, declared: string): Promise<unknown> {
  const fail = (reason: string): never => {
    throw new UnreadableResponseError(operation.id, response.status, reason);
  };
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    return fail('its body broke off');
  }
  try {
    return await codec.decode(bytes, response.headers.get('content-type') ?? declared);
  } catch (error) {
    if (error instanceof SyntaxFault || error instanceof UnsupportedMediaFault) return fail(`its body ${error.message}`);
    throw error;
  }
}

function readHeaders(operation: Operation, declared: Declared, response: Response): object {
  const headers = {};
  for (const [name, value] of response.headers) {
    if (declared.headers === undefined || !declared.headers.some((header) => header.name.toLowerCase() === name))
      setOwn(headers, name, value);
  }
  for (const { name, required, codec, shape } of declared.headers ?? []) {
    const text = response.headers.get(name);
    const value = text === null ? undefined : readHeader(codec, shape, text);
    if (text === null) {
      if (required === true)
        throw new UnreadableResponseError(
          operation.id,
          response.status,
          `its header ${name} is missing, or not exposed (Access-Control-Expose-Headers)`,
        );
    } else if (!isHeaderRead(codec, shape, value)) {
      throw new UnreadableResponseError(operation.id, response.status, `its header ${name} is malformed`);
    } else setOwn(headers, name, value);
  }
  return headers;
}

async function excerptOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  const reader = response.body?.getReader();
  try {
    for (let step = await reader?.read(); step?.done === false && length < 2 * EXCERPT; step = await reader?.read()) {
      text += decoder.decode(step.value.subarray(0, 2 * EXCERPT - length), { stream: true });
      length += step.value.length;
    }
    await reader?.cancel();
  } catch {
    // What came is enough: the error is about the status.
  }
  return text;
}

/** Text with each secret masked, in every form in which a URL, a form or JSON would hold it. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secretForms(secrets).reduce((clean, secret) => clean.replaceAll(secret, '***'), text);
}

export function secretForms(secrets: readonly string[]): string[] {
  const forms = secrets.flatMap((secret) => [
    secret,
    percentEncode(secret) ?? secret,
    percentEncode(secret) === undefined ? secret : encodeURIComponent(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
  ]);
  return [...new Set(forms)].filter((form) => form !== '').sort((a, b) => b.length - a.length);
}
