// Serves a FetchHandler as middleware of Hono, wherever Hono runs.

import type { FetchHandler } from '../server/server.ts';
import { targetOf } from '../wire/target.ts';
import { type AdapterOptions, isForNext } from './unknown-paths.ts';

export type { AdapterOptions } from './unknown-paths.ts';

/** What Hono calls. */
export type HonoMiddleware = (
  context: { readonly req: { readonly raw: Request } },
  next: () => Promise<void>,
) => Promise<Response | undefined>;

/**
 * `app.use(honoMiddleware(server))`. The whole path counts, wherever it is mounted: set `basePath` to where the service stands. Middleware that
 * reads bodies goes behind it; a body that was read is a 500, and `onError` is told why.
 */
export function honoMiddleware(handler: FetchHandler, options: AdapterOptions = {}): HonoMiddleware {
  return async ({ req: { raw } }, next) => {
    if (!isForNext(handler, targetOf(raw.url), options)) return handler(raw);
    await next();
    return undefined;
  };
}
