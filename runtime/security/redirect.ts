// Follows redirects in place of the platform, which would send a credential outside of `Authorization` to another origin.
import { RedirectError } from '../contract/errors.ts';
import type { Outgoing, Send } from '../contract/outgoing.ts';
import { forStatus } from '../contract/responses.ts';

const LIMIT = 10;

/**
 * A `Send` that follows redirects, and signs each request to the first one's origin.
 * @throws {RedirectError} for a redirect that cannot be followed without sending a credential or body along.
 */
export function followSafely(send: Send, outgoing: Outgoing): Send {
  const { operation, sign } = outgoing;
  return async (first) => {
    let request = first;
    // Every request gets the first one's signal: a signal from the request before is lost once that request is collected (undici 7).
    const { signal } = first;
    let isForeign = false;
    for (let count = 0; ; count++) {
      const signed = sign === undefined || isForeign ? request : await sign(request.body === null ? request : request.clone(), signal);
      const response = await send(signed);
      const { status } = response;
      if (response.type === 'opaqueredirect') throw new RedirectError(operation.id, status, 'this platform hides its Location');
      if (![301, 302, 303, 307, 308].includes(status)) return response;
      const location = response.headers.get('location');
      if (location === null || forStatus(operation.responses, status) !== undefined) return response;
      if (count === LIMIT) throw new RedirectError(operation.id, status, `there were more than ${LIMIT} redirects`);
      // Not awaited: it does not settle while a clone of the response is unread.
      response.body?.cancel().catch(() => {});
      const target = targetOf(location, request, outgoing, status);
      isForeign ||= target.origin !== new URL(request.url).origin;
      request = new Request(target, { ...nextInit(request, status, isForeign, outgoing), signal, redirect: 'manual' });
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

/** Method and headers of the next request by the Fetch standard (section 4.4, HTTP-redirect fetch), except that bodies are not sent again. */
function nextInit(request: Request, status: number, isForeign: boolean, outgoing: Outgoing): RequestInit {
  const { operation } = outgoing;
  const toGet = status === 303 ? request.method !== 'HEAD' : status < 303 && request.method === 'POST';
  if (!toGet && request.body !== null) throw new RedirectError(operation.id, status, 'the request has a body, which is not sent twice');
  if (!toGet && isForeign && request.method !== 'GET' && request.method !== 'HEAD')
    throw new RedirectError(operation.id, status, 'it leads to another origin');
  const headers = new Headers(request.headers);
  if (toGet) for (const name of ['content-type', 'content-length', 'content-encoding', 'content-language']) headers.delete(name);
  if (isForeign)
    for (const name of ['authorization', 'cookie', 'proxy-authorization', ...Object.keys(outgoing.headers)]) headers.delete(name);
  return { method: toGet ? 'GET' : request.method, headers };
}
