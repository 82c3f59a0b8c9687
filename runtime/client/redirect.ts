// Follows redirects itself, so that a credential which the platform would carry along (any but `Authorization`) does not reach another origin.
import { RedirectError } from '../contract/errors.ts';
import type { Outgoing, Send } from '../contract/outgoing.ts';
import { forStatus } from '../contract/responses.ts';

const LIMIT = 10;

/**
 * A `Send` that follows the redirects of `send`, and signs each request, last, as long as it stays at its origin.
 * @throws {RedirectError} for a redirect that cannot be followed without taking a credential or body along.
 */
export function followSafely(send: Send, outgoing: Outgoing): Send {
  const { operation, sign } = outgoing;
  return async (first) => {
    let request = first;
    // Of all hops. It is not handed on from one request to the next: those that are done are garbage, and with them what ties the rest (undici 7).
    const { signal } = first;
    let foreign = false;
    for (let count = 0; ; count++) {
      const signed = sign === undefined || foreign ? request : await sign(request.body === null ? request : request.clone(), signal);
      const response = await send(signed);
      const { status } = response;
      if (response.type === 'opaqueredirect') throw new RedirectError(operation.id, status, 'this platform does not show where to');
      if (![301, 302, 303, 307, 308].includes(status)) return response;
      const location = response.headers.get('location');
      if (location === null || forStatus(operation.responses, status) !== undefined) return response;
      if (count === LIMIT) throw new RedirectError(operation.id, status, `there were more than ${LIMIT}`);
      // Not waited for: while somebody holds a clone of the response, it does not end.
      response.body?.cancel().catch(() => {});
      const target = targetOf(location, request, outgoing, status);
      foreign ||= target.origin !== new URL(request.url).origin;
      request = new Request(target, { ...redirected(request, status, foreign, outgoing), signal, redirect: 'manual' });
    }
  };
}

function targetOf(location: string, request: Request, { operation }: Outgoing, status: number): URL {
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

/** Method and headers of the next request, as the Fetch standard has it (section 4.4, HTTP-redirect fetch), except that bodies are not sent again. */
function redirected(request: Request, status: number, foreign: boolean, outgoing: Outgoing): RequestInit {
  const { operation } = outgoing;
  const toGet = status === 303 ? request.method !== 'HEAD' : status < 303 && request.method === 'POST';
  if (!toGet && request.body !== null) throw new RedirectError(operation.id, status, 'the request has a body');
  if (!toGet && foreign && request.method !== 'GET' && request.method !== 'HEAD')
    throw new RedirectError(operation.id, status, 'it leads to another origin');
  const headers = new Headers(request.headers);
  if (toGet) for (const name of ['content-type', 'content-length', 'content-encoding', 'content-language']) headers.delete(name);
  if (foreign)
    for (const name of ['authorization', 'cookie', 'proxy-authorization', ...Object.keys(outgoing.headers)]) headers.delete(name);
  return { method: toGet ? 'GET' : request.method, headers };
}
