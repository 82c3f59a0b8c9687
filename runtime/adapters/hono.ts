// Serves a FetchHandler as middleware of Hono, wherever Hono runs.

import type { FetchHandler } from '../server/server.ts';
import { targetOf } from '../wire/url/target.ts';
import { type AdapterOptions, isForNext } from './unknown-paths.ts';

export type { AdapterOptions } from './unknown-paths.ts';

/** A handler that Hono calls. */
export type HonoMiddleware = (
  context: { readonly req: { readonly raw: Request } },
  next: () => Promise<void>,
) => Promise<Response | undefined>;

/**
 * `app.use(honoMiddleware(server))`. It matches the whole path, wherever it is mounted: set the server's `basePath` to where the service is. Add
 * middleware that reads bodies after it: a request whose body was already read is answered with a 500, and `onError` gets the reason.
 */
export function honoMiddleware(handler: FetchHandler, options: AdapterOptions = {}): HonoMiddleware {
  return async ({ req: { raw } }, next) => {
    if (!isForNext(handler, targetOf(raw.url), options)) return handler(raw);
    await next();
    return undefined;
  };
}
