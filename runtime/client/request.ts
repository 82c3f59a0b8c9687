// Turns a URL and init into the `Request` that other libraries take, and a `Request` back into the URL and init that a `Send` takes.
import type { Fetch, Send, SendInit } from '../contract/request.ts';

/** Requests that wait for their response. */
const pending = /* @__PURE__ */ new Set<Request>();

/** The request of a signal: as long as a response is read until the signal is aborted, its request stays alive. */
const requests = /* @__PURE__ */ new WeakMap<AbortSignal, Request>();

/**
 * The option `fetch` from a function that takes a `Request`: `createXClient({ fetch: byRequest(async (request) => …) })`. Building the `Request`
 * takes longer than everything else that a client does for a call.
 */
export function byRequest(fetch: (request: Request) => Promise<Response>): Fetch {
  return (input, init) => {
    // A new request would follow the signal of a given one by a weak reference.
    const request = input instanceof Request && init === undefined ? input : new Request(input, init);
    return held(request, () => fetch(request));
  };
}

/**
 * Sends a request that was built from `init`, and that a middleware may have changed; `isOwn`: it is still the same object. Afterwards, the
 * signal of the request aborts as long as it is used.
 */
export function sendRequest(request: Request, init: SendInit, isOwn: boolean, send: Send): Promise<Response> {
  requests.set(request.signal, request);
  return held(request, async () => send(request.url, await initOf(request, init, isOwn)));
}

/**
 * Keeps a request alive until there is a response. Only the request connects its signal to the caller's, by a weak reference (undici 7): were it
 * collected, code that waits for the abort, such as a `fetch` of one's own, would wait for ever.
 */
async function held(request: Request, act: () => Promise<Response>): Promise<Response> {
  pending.add(request);
  try {
    return await act();
  } finally {
    pending.delete(request);
  }
}

/** Properties of a request that its init may have. A platform that lacks one has no value for it. */
const KEPT = ['cache', 'credentials', 'integrity', 'keepalive', 'mode', 'referrer', 'referrerPolicy', 'signal'] as const;

async function initOf(request: Request, { body: given, redirect = 'follow' }: SendInit, isOwn: boolean): Promise<SendInit> {
  const { method } = request;
  const headers: Record<string, string> = Object.fromEntries(request.headers);
  const init = {
    ...Object.fromEntries(KEPT.flatMap((name) => (request[name] === undefined ? [] : [[name, request[name]]]))),
    method,
    headers,
    // A new request of a middleware follows redirects, unless it says otherwise; the platform must not, where a credential or body could leave.
    redirect: request.redirect === 'follow' ? redirect : request.redirect,
  };
  // A clone of the request has locked the stream that was given.
  if (given instanceof ReadableStream) return { ...init, body: request.body, duplex: 'half' };
  if (isOwn) {
    // The platform writes the form once more, with another boundary.
    if (given instanceof FormData) delete headers['content-type'];
    return { ...init, body: given ?? null };
  }
  // Bytes can be sent again after a redirect. Firefox has no `request.body`.
  const bytes = await request.arrayBuffer();
  return { ...init, body: bytes.byteLength === 0 ? null : bytes };
}
