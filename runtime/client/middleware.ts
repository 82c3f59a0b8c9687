// The option `middleware` of clients: runs middleware of openapi-fetch around the requests of a typed client, without openapi-fetch itself.
import type { Middleware } from 'openapi-fetch';
import { ConfigurationError } from '../contract/errors.ts';
import type { Layers } from './options.ts';
import { sendRequest } from './request.ts';

/**
 * `createXClient({ middleware: middleware(first, second) })`. As in openapi-fetch, `onRequest` is called in order, `onResponse` and `onError` in
 * reverse order, and a response that `onRequest` returns is read as the answer. They are called for each attempt of a call, with the request before
 * it is signed. `options.fetch` sends another request as the client would send it, without the middleware.
 */
export function middleware(...layers: readonly Middleware[]): Layers {
  const reversed = [...layers].reverse();
  return (send, { operation, input }, baseUrl, readUntil) =>
    async (url, init) => {
      const { path, query, header, cookie } = { ...input } as Facts['params'];
      const facts: Facts = {
        schemaPath: operation.path,
        params: { path, query, header, cookie } as Facts['params'],
        id: Math.random().toString(36).slice(2),
        options: Object.freeze({
          baseUrl,
          fetch: (other: string | URL | Request, otherInit?: RequestInit) => sendRequest(new Request(other, otherInit), init, false, send),
          parseAs: 'json',
          querySerializer: () => '',
          bodySerializer: (body: unknown) => body,
          pathSerializer: (pathname: string) => pathname,
        }),
      };
      const first = new Request(url, init);
      let request = first;
      for (const layer of layers) {
        const given: unknown = await layer.onRequest?.({ request, ...facts });
        if (given instanceof Response) return given;
        if (given) request = checked(given, Request, 'onRequest must return a Request or a Response');
      }
      let response: Response | undefined;
      try {
        response = await sendRequest(request, init, request === first, send);
      } catch (thrown) {
        let error: unknown = thrown;
        for (const layer of reversed) {
          const given: unknown = await layer.onError?.({ request, error, ...facts });
          if (given instanceof Response) {
            response = given;
            break;
          }
          if (given) error = checked(given, Error, 'onError must return a Response or an Error');
        }
        if (response === undefined) throw error;
      }
      for (const layer of reversed) {
        const given: unknown = await layer.onResponse?.({ request, response, ...facts });
        if (given) response = checked(given, Response, 'onResponse must return a Response');
      }
      // The body is read until this signal is aborted, which a middleware may have set.
      readUntil(request.signal);
      return response;
    };
}

type Facts = Omit<Parameters<NonNullable<Middleware['onRequest']>>[0], 'request'>;

function checked<T>(given: unknown, type: new (...parts: never[]) => T, rule: string): T {
  if (given instanceof type) return given;
  throw new ConfigurationError(`middleware: ${rule}, or nothing.`);
}
