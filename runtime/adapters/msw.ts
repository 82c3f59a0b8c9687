// A generated server as request handlers of Mock Service Worker (2.6 or later): one for each operation, in Node and in browsers.
import { HttpHandler } from 'msw';
import { ConfigurationError } from '../contract/errors.ts';
import { respondTo } from '../server/respond-to.ts';
import type { FetchHandler } from '../server/server.ts';
import { resolveBaseUrl } from '../wire/url/base-url.ts';
import { targetOf } from '../wire/url/target.ts';

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
  return routes.flatMap(({ operation, basePath, paths }) => {
    const base = resolveBaseUrl(operation.servers === undefined ? service : operation, options.baseUrl, undefined);
    const { origin, pathname } = new URL(`${base}/`);
    return paths.flatMap(({ method, path }) => {
      // An alias may be outside the base path; it is then at the same path of any origin.
      const isInside = path.startsWith(`${basePath}/`);
      const prefix = isInside ? pathname.replace(/\/+$/, '') : '';
      const resolve = ({ request }: { readonly request: Request }): Promise<Response> =>
        respondTo(request, answer, (isInside ? basePath : '') + targetOf(request.url).slice(prefix.length));
      const pattern = patternOf(isInside ? base : origin, path.slice(isInside ? basePath.length : 0), isAt(served, withOtherEnd(path)));
      // RFC 9110 section 9.3.2: HEAD goes with GET.
      const methods = method.toUpperCase() === 'GET' ? ['GET', 'HEAD'] : [method.toUpperCase()];
      return methods.map((each) => new HttpHandler(each, pattern, resolve));
    });
  });
}

/** The path with a slash at its end, or without the one that it has. */
function withOtherEnd(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
}

/** Whether the server has a path template; its parameters have any value. */
function isAt({ methodsAt }: Pick<NonNullable<FetchHandler['served']>, 'methodsAt'>, template: string): boolean {
  return methodsAt(template.replaceAll(/\{[^{}]*\}/g, 'x')) !== undefined;
}

/** The URLs of a path template, as a regular expression: a path may have characters that are special in MSW's own templates. */
function patternOf(base: string, template: string, hasBothEnds: boolean): RegExp {
  const path = hasBothEnds ? template.replace(/\/$/, '') : template;
  const literals = path.split(/\{[^{}]*\}/).map((literal) => escapePattern(encodeURI(literal)));
  return new RegExp(`^${escapePattern(base)}${literals.join('[^/?#]+')}${hasBothEnds ? '/?' : ''}$`);
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
