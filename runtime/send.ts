// Sends a finished request: signs it last, hands it to `fetch`, and follows redirects so that no credential reaches another origin.
import { RedirectError, TransportError } from './errors.ts';
import { secretForms, withoutSecrets } from './incoming.ts';
import type { Operation } from './operation.ts';
import type { Outgoing } from './security.ts';
import { forStatus } from './text.ts';

export type Fetch = (request: Request) => Promise<Response>;

const LIMIT = 10;

/** `manual` where we must see redirects ourselves: a credential is on the request, or the document declares one as an answer. */
export function redirectMode(operation: Operation, outgoing: Outgoing): 'follow' | 'manual' {
  const declared = Object.keys(operation.responses).some((status) => /^3(?:0[12378]|XX)$/i.test(status));
  return outgoing.secrets.length > 0 || declared ? 'manual' : 'follow';
}

/**
 * @throws {TransportError} when there is no answer; aborts are thrown as they are.
 * @throws {RedirectError} for a redirect that cannot be followed without taking a credential or body along.
 */
export async function send(first: Request, fetch: Fetch, operation: Operation, outgoing: Outgoing): Promise<Response> {
  let request = first;
  let foreign = false;
  for (let count = 0; ; count++) {
    const signed =
      outgoing.sign === undefined || foreign ? request : await outgoing.sign(request.body === null ? request : request.clone());
    const response = await tryFetch(signed, fetch, operation, outgoing.secrets);
    if (request.redirect !== 'manual') return response;
    const { status } = response;
    if (response.type === 'opaqueredirect') throw new RedirectError(operation.id, status, 'this platform does not show where to');
    if (![301, 302, 303, 307, 308].includes(status)) return response;
    const location = response.headers.get('location');
    if (location === null || forStatus(operation.responses, status) !== undefined) return response;
    if (count === LIMIT) throw new RedirectError(operation.id, status, `there were more than ${LIMIT}`);
    await response.body?.cancel();
    const target = targetOf(location, request, operation, status);
    foreign ||= target.origin !== new URL(request.url).origin;
    request = redirected(request, target, status, foreign, operation, outgoing);
  }
}

function targetOf(location: string, request: Request, operation: Operation, status: number): URL {
  let target: URL;
  try {
    target = new URL(location, request.url);
  } catch {
    throw new RedirectError(operation.id, status, 'its Location is not a URL');
  }
  if (target.protocol !== 'http:' && target.protocol !== 'https:')
    throw new RedirectError(operation.id, status, 'its Location is neither http nor https');
  return target;
}

/** The next request, as the Fetch standard has it (section 4.4, HTTP-redirect fetch), except that bodies are not sent again. */
function redirected(request: Request, target: URL, status: number, foreign: boolean, operation: Operation, outgoing: Outgoing): Request {
  const toGet = status === 303 ? request.method !== 'HEAD' : status < 303 && request.method === 'POST';
  if (!toGet && request.body !== null) throw new RedirectError(operation.id, status, 'the request has a body');
  if (!toGet && foreign && request.method !== 'GET' && request.method !== 'HEAD')
    throw new RedirectError(operation.id, status, 'it leads to another origin');
  const headers = new Headers(request.headers);
  if (toGet) for (const name of ['content-type', 'content-length', 'content-encoding', 'content-language']) headers.delete(name);
  if (foreign)
    for (const name of ['authorization', 'cookie', 'proxy-authorization', ...Object.keys(outgoing.headers)]) headers.delete(name);
  return new Request(target, { method: toGet ? 'GET' : request.method, headers, signal: request.signal, redirect: 'manual' });
}

/** One `fetch`, whose failure is a `TransportError` that holds none of `secrets`. */
export async function tryFetch(request: Request, fetch: Fetch, operation: Operation, secrets: readonly string[]): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new TransportError(operation.id, codeOf(error), cleanCause(error, secrets));
  }
}

/** The system's error code, at most a few causes down. */
function codeOf(error: unknown, depth = 4): string | undefined {
  if (!(error instanceof Error) || depth === 0) return undefined;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : codeOf(error.cause, depth - 1);
}

/** The error itself, unless a secret stands somewhere in it: then one that has its words only. */
function cleanCause(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof Error)) return undefined;
  const { message } = error;
  let seen = '';
  let next: unknown = error;
  for (let depth = 0; depth < 8 && next instanceof Error; depth++) {
    seen += `${next.message}\n${next.stack ?? ''}\n${properties(next)}`;
    next = next.cause;
  }
  return secretForms(secrets).some((secret) => seen.includes(secret)) ? new Error(withoutSecrets(message, secrets)) : error;
}

function properties(error: Error): string {
  return Object.values(error)
    .filter((value) => typeof value === 'string')
    .join('\n');
}
