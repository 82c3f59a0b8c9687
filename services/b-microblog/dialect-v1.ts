// What clients of version 1.1 send that the document does not describe: the question who the caller is, and fields of forms in the query.

import { type FetchHandler, intercept, type ServerRequest, splitTarget, withBody, withTarget } from '@octavo/runtime';
import type { Identify } from './access/identify.ts';
import type { CallerV1 } from './deps.ts';

const WHO = '/1.1/account/verify_credentials.json';
const USER = '/1.1/users/show.json';
const MOST_BYTES = 4 * 1024 * 1024;

export function callerDialect(own: Identify) {
  // A signature is for what the client has sent, and good once, so a request that is respelled brings its caller with it.
  const known = new WeakMap<ServerRequest, CallerV1>();

  /** What is refused here, the server refuses again in its own words. */
  async function respelled(request: ServerRequest, respell: (caller: CallerV1 | undefined) => ServerRequest): Promise<ServerRequest> {
    const caller = await own(request).catch(() => undefined);
    const result = respell(caller);
    if (caller !== undefined) known.set(result, caller);
    return result;
  }

  /** Clients ask for the user of their token before all else. They get what the operation that shows a user answers. */
  function asUser(request: ServerRequest, search: string): Promise<ServerRequest> {
    return respelled(request, (caller) => {
      const query = new URLSearchParams(search);
      query.delete('screen_name');
      query.set('user_id', caller?.user ?? '0');
      return withTarget(request, `${USER}?${query}`);
    });
  }

  /** No operation that takes a form has parameters in the query, so what is there is a form that a client has put into the address. */
  function asForm(request: ServerRequest, path: string, search: string): Promise<ServerRequest> {
    const body = { type: 'application/x-www-form-urlencoded', bytes: new TextEncoder().encode(search) };
    return respelled(request, () => withBody(withTarget(request, path), body));
  }

  return {
    identify: async (request: ServerRequest): Promise<CallerV1> => known.get(request) ?? own(request),
    around: (server: FetchHandler): FetchHandler =>
      intercept(server, async (request, next) => {
        const [path, search] = splitTarget(request.target);
        if (path === WHO && request.method === 'GET') return next(await asUser(request, search));
        if (request.method === 'POST' && search !== '' && (await isEmpty(request))) return next(await asForm(request, path, search));
        return next(request);
      }),
  };
}

/** A body that cannot be read is not empty: the server refuses it in its own words. */
async function isEmpty(request: ServerRequest): Promise<boolean> {
  if (Number(request.header('content-length') ?? 0) > 0) return false;
  return request.bytes(MOST_BYTES).then(
    ({ length }) => length === 0,
    () => false,
  );
}
