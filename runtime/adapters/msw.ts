// A generated server as request handlers of Mock Service Worker (2.6 or later): one for each operation, in Node and in browsers.
import { HttpHandler } from 'msw';
import { ConfigurationError } from '../contract/errors.ts';
import { requestFacade } from '../server/request.ts';
import { toResponse } from '../server/respond.ts';
import type { FetchHandler } from '../server/server.ts';
import { resolveBaseUrl } from '../wire/base-url.ts';

export interface MswOptions {
  /** Where clients send requests to; it may differ from the server's own base path. Default: the first server of the document. */
  readonly baseUrl?: string;
  /**
   * The treatment of operations that the server has no handler for. `pass`, the default, leaves them to other MSW handlers and to MSW's
   * `onUnhandledRequest`. `answer` answers with the server's 501.
   */
  readonly notImplemented?: 'pass' | 'answer';
}

/**
 * `setupServer(...toMswHandlers(server))` in Node, `setupWorker(...)` in browsers. The handlers match only paths that the document has.
 * @throws {ConfigurationError} for a base URL that cannot be used, or a server that `createServer` did not create.
 */
export function toMswHandlers(server: FetchHandler, options: MswOptions = {}): HttpHandler[] {
  const { answer, served } = server;
  if (answer === undefined || served === undefined)
    throw new ConfigurationError('toMswHandlers: pass a server that createServer returned, not a function around it.');
  const { service } = served;

  const routes = served.routes.filter((route) => route.implemented || options.notImplemented === 'answer');
  return routes.flatMap(({ operation, basePath }) => {
    const base = resolveBaseUrl(operation.servers === undefined ? service : operation, options.baseUrl, undefined);
    const prefix = new URL(`${base}/`).pathname.replace(/\/+$/, '');
    const resolve = async ({ request }: { readonly request: Request }): Promise<Response> => {
      const facade = requestFacade(request);
      return toResponse(await answer({ ...facade, target: basePath + facade.target.slice(prefix.length) }));
    };
    const pattern = patternOf(base, operation.path);
    const method = operation.method.toUpperCase();
    // RFC 9110 section 9.3.2: HEAD goes with GET.
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
    return methods.map((each) => new HttpHandler(each, pattern, resolve));
  });
}

/** The URLs of a path template, as a regular expression: a path may have characters that are special in MSW's own templates. */
function patternOf(base: string, template: string): RegExp {
  const literals = template.split(/\{[^{}]*\}/).map((literal) => escapePattern(encodeURI(literal)));
  return new RegExp(`^${escapePattern(base)}${literals.join('[^/?#]+')}$`);
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
