// What clients of version 1.1 call that the document does not describe: who the caller is.

import { type FetchHandler, intercept, type ServerRequest, splitTarget, withTarget } from '@octavo/runtime';
import type { Identify } from './access/identify.ts';
import type { CallerV1 } from './deps.ts';

const WHO = '/1.1/account/verify_credentials.json';
const USER = '/1.1/users/show.json';

/** Clients ask for the user of their token before all else. They get what the operation that shows a user answers. */
export function callerDialect(own: Identify) {
  // A signature is for the path that the client has called, and good once, so a request that is respelled brings its caller with it.
  const known = new WeakMap<ServerRequest, CallerV1>();

  async function respelled(request: ServerRequest, search: string): Promise<ServerRequest> {
    // What is refused here, the server refuses again in its own words.
    const caller = await own(request).catch(() => undefined);
    const query = new URLSearchParams(search);
    query.delete('screen_name');
    query.set('user_id', caller?.user ?? '0');
    const shown = withTarget(request, `${USER}?${query}`);
    if (caller !== undefined) known.set(shown, caller);
    return shown;
  }

  return {
    identify: async (request: ServerRequest): Promise<CallerV1> => known.get(request) ?? own(request),
    around: (server: FetchHandler): FetchHandler =>
      intercept(server, async (request, next) => {
        const [path, search] = splitTarget(request.target);
        return next(path === WHO && request.method === 'GET' ? await respelled(request, search) : request);
      }),
  };
}
