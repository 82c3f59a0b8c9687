// The exchanges of all findings as HAR 1.2, as browsers and proxies read it.
import { STATUS_CODES } from 'node:http';
import type { ReportView, ShownExchange, ShownMessage } from './view.ts';

export function harReport(view: ReportView): object {
  return {
    log: {
      version: '1.2',
      creator: { name: view.tool, version: '1' },
      comment: `${view.title} at ${view.target}`,
      entries: view.findings.flatMap(({ exchanges, check, operation, message }) =>
        exchanges.map((exchange) => ({
          startedDateTime: exchange.began,
          ...timesOf(exchange),
          request: requestOf(exchange),
          response: responseOf(exchange),
          cache: {},
          comment: `${check}: ${operation}: ${message}`,
        })),
      ),
    },
  };
}

/**
 * `time` is the sum of the timings, as HAR has it. What a run waits to keep its rate, or for the service, is `blocked`; sending is part of `wait`.
 */
function timesOf({ milliseconds, response }: ShownExchange): object {
  const { wait, receive } = response?.timing ?? { wait: milliseconds, receive: 0 };
  const blocked = Math.max(0, milliseconds - wait - receive);
  return { time: blocked + wait + receive, timings: { blocked, send: 0, wait, receive } };
}

function requestOf({ request }: ShownExchange): object {
  const { method, url, body, size } = request;
  const query = [...(URL.parse(url)?.searchParams ?? [])].map(([name, value]) => ({ name, value }));
  const postData = body === undefined ? {} : { postData: { mimeType: typeOf(request), text: body } };
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headersOf(request),
    queryString: query,
    ...postData,
    headersSize: -1,
    bodySize: size,
  };
}

/** Status 0 with `_error`, as browsers write it, where there is no response. */
function responseOf({ response, failure }: ShownExchange): object {
  const empty = { status: 0, headers: [], size: 0, body: undefined };
  const { status, size, body } = response ?? empty;
  const shown = response ?? empty;
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headersOf(shown),
    content: { size, mimeType: typeOf(shown), ...(body === undefined ? {} : { text: body }) },
    redirectURL: shown.headers.find(([name]) => name === 'location')?.[1] ?? '',
    headersSize: -1,
    bodySize: size,
    ...(failure === undefined ? {} : { _error: failure }),
  };
}

function headersOf({ headers }: Pick<ShownMessage, 'headers'>): object[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function typeOf({ headers }: Pick<ShownMessage, 'headers'>): string {
  return headers.find(([name]) => name === 'content-type')?.[1] ?? '';
}
