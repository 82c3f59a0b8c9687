// Serves a FetchHandler as middleware of Express 5, or of anything else that calls middleware with Node's messages.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FetchHandler } from '../server/server.ts';
import { answerMessage, originForm, writeAnswer } from './node-message.ts';
import { type AdapterOptions, isForNext } from './unknown-paths.ts';

export type { AdapterOptions } from './unknown-paths.ts';

/** What Express calls. */
export type ExpressMiddleware = (
  request: IncomingMessage & { readonly originalUrl?: string },
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * `app.use(expressMiddleware(server))`. The whole path counts, wherever it is mounted: set `basePath` to where the service stands. Body parsers
 * go behind it; a body that one of them has read is a 500, and `onError` is told why.
 */
export function expressMiddleware(handler: FetchHandler, options: AdapterOptions = {}): ExpressMiddleware {
  return (request, response, next) => {
    const target = request.originalUrl ?? request.url ?? '/';
    if (isForNext(handler, originForm(target), options)) {
      next();
      return;
    }
    answerMessage(handler, request, response, target)
      .then((answer) => writeAnswer(answer, request, response))
      .catch((error: unknown) => {
        // Express ends the connection itself where the answer has begun.
        next(error);
      });
  };
}
