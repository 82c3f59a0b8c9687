// Serves a FetchHandler as middleware of Express 5, or of any framework that calls middleware with Node's request and response.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FetchHandler } from '../server/server.ts';
import { answerMessage, originForm } from './node-request.ts';
import { writeAnswer } from './node-response.ts';
import { type AdapterOptions, isForNext } from './unknown-paths.ts';

export type { AdapterOptions } from './unknown-paths.ts';

/** A handler that Express calls. */
export type ExpressMiddleware = (
  request: IncomingMessage & { readonly originalUrl?: string },
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * `app.use(expressMiddleware(server))`. It matches the whole path, wherever it is mounted: set the server's `basePath` to where the service is.
 * Add body parsers after it: a request whose body was already read is answered with a 500, and `onError` gets the reason.
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
        // Express ends the connection itself once the response has begun.
        next(error);
      });
  };
}
