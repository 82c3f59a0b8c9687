// Follows redirects in place of the platform, which would send bodies, and credentials outside of `Authorization`, to another origin.
import { RedirectError } from '../../contract/errors.ts';
import type { Guard, SecuredRequest, SendInit } from '../../contract/request.ts';
import { forStatus } from '../../contract/responses.ts';

const LIMIT = 10;

/**
 * A `Send` that follows redirects, and signs each request to the first one's origin.
 * @throws {RedirectError} for a redirect that cannot be followed without sending a credential or body to another origin.
 */
export const followSafely: Guard = (send, request) => {
  const { operation, sign } = request;
  return async (first, firstInit) => {
    let url = first;
    let init = firstInit;
    let isForeign = false;
    for (let count = 0; ; count++) {
      const response = await send(...(sign === undefined || isForeign ? ([url, init] as const) : await sign(url, init)));
      const { status } = response;
      const refuse = (reason: string): never => {
        throw new RedirectError(operation.id, status, reason);
      };
      if (response.type === 'opaqueredirect') refuse('this platform hides its Location');
      if (![301, 302, 303, 307, 308].includes(status)) return response;
      const location = response.headers.get('location');
      if (location === null || forStatus(operation.responses, status) !== undefined) return response;
      if (count === LIMIT) refuse(`there were more than ${LIMIT} redirects`);
      // Not awaited: it does not settle while a clone of the response is unread.
      response.body?.cancel().catch(() => {});
      const target = URL.canParse(location, url) ? new URL(location, url) : undefined;
      if (target === undefined || !/^https?:$/.test(target.protocol)) return refuse('its Location is not an http(s) URL');
      isForeign ||= target.origin !== new URL(first).origin;
      init = nextInit(init, status, isForeign, request, refuse);
      url = target.href;
    }
  };
};

/** Method, headers and body of the next request by the Fetch standard (section 4.4, HTTP-redirect fetch), except that no body leaves the origin. */
function nextInit(
  init: SendInit,
  status: number,
  isForeign: boolean,
  request: Pick<SecuredRequest, 'headers'>,
  refuse: (reason: string) => never,
): SendInit {
  const { method, body } = init;
  const toGet = status === 303 ? method !== 'HEAD' : status < 303 && method === 'POST';
  if (!toGet) {
    if (body instanceof ReadableStream) refuse('the body is a stream, which cannot be sent twice');
    if (isForeign && body != null) refuse('it leads to another origin, which must not get the body');
    if (isForeign && !/^(?:GET|HEAD)$/.test(method)) refuse('it leads to another origin');
  }
  const secret = ['authorization', 'cookie', 'proxy-authorization', ...Object.keys(request.headers)];
  const headers = Object.fromEntries(
    Object.entries(init.headers).filter(([name]) => !(toGet && name.startsWith('content-')) && !(isForeign && secret.includes(name))),
  );
  return toGet ? { ...init, method: 'GET', headers, body: null } : { ...init, headers };
}
